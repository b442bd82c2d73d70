.PHONY: check test run bench pictures lock

check:
	uv run ruff check .
	uv run ruff format --check .
	uv run mypy
	uv run lint-imports

test:
	uv run pytest

run:
	uv run triptych

bench:
	uv run python tests/benchmarks/run.py

pictures:
	uv run python tests/pictures.py

lock:
	uv run --no-sync python .ci/lock.py
