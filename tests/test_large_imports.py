"""Large files: prepared in a second process and written in a second thread, and all the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from data import behind, importing
from data.helper import Helper
from data.importing import import_paths
from data.store import Store
from tests.claude_lines import Lines, a_session, call, text, usage

helpers: list[Helper] = []


@pytest.fixture(autouse=True)
def every_file_is_large(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    class Known(Helper):
        def __init__(self) -> None:
            super().__init__()
            helpers.append(self)

    helpers.clear()
    monkeypatch.setattr(importing, "LARGE", 0)
    monkeypatch.setattr("data.bulk.MOST_EVENTS", 3)
    monkeypatch.setattr("data.bulk.A_PART", 2_000)
    monkeypatch.setattr(behind, "Helper", Known)
    yield
    assert all(helper._process is None for helper in helpers)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A session with a lone surrogate and a NUL in its texts."""
    lines: Lines = a_session()
    for turn in range(20):
        odd = f"{turn} \ud800 NaN" if turn == 7 else f"{turn} Grüße \x00"
        lines.said(f"m{turn}", text(odd), usage=usage(5, turn, read=turn), uuid=f"u{turn}")
        lines.said(f"m{turn}", call(f"t{turn}", command=odd * 40), uuid=f"v{turn}")
        lines.result(f"t{turn}", "the same result", uuid=f"w{turn}")
    file = tmp_path / "session.jsonl"
    file.write_text("\n".join(lines.lines).replace("\ud800", "\\ud800"), encoding="utf-8")
    return file


def stored(path: Path) -> dict[str, list[Any]]:
    """What stands in the tables, but for the ids of the runs."""
    with Store.open(":memory:") as store:
        result = import_paths(store, [path])
        assert not result.failed and len(result.files) == 1
        with store._database.reading() as cur:
            return {
                table: sorted(
                    map(str, cur.execute(f"SELECT * EXCLUDE (run_id) FROM {table}").fetchall())
                )
                for table in ("events", "requests", "messages")
            }


def test_a_large_file_leaves_what_a_small_one_does_even_when_the_helper_dies(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare, done = Helper.prepare, []

    def killed(self: Helper, batch: Any) -> Any:
        prepared = prepare(self, batch)
        done.append(prepared is not None)
        if len(done) == 12 and self._process:
            self._process.kill()
        return prepared

    monkeypatch.setattr(Helper, "prepare", killed)
    helped = stored(path)
    assert all(done[:12]) and not any(done[12:]) and len(done) > 13
    monkeypatch.setattr("data.helper.ROOT", str(path.parent))  # it finds no program there
    assert stored(path) == helped
    monkeypatch.setattr(importing, "LARGE", 1 << 40)
    assert stored(path) == helped and len(helpers) == 2


def test_a_large_import_that_is_called_off_leaves_nothing_and_ends_its_helper(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(Helper, "prepare", lambda self, batch: asked.append(len(batch)))
    with path.open("ab") as file:
        file.write(b"\n{}" * 1024)
    with Store.open(":memory:") as store:
        result = import_paths(store, [path], cancel=lambda: bool(asked))
        assert result.cancelled and not result.files and store.count() == 0 and len(helpers) == 1
        with store._database.reading() as cur:
            assert cur.execute("SELECT count(*) FROM messages").fetchall() == [(0,)]
