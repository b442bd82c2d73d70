"""Real traces of other systems, against what an independent parser counted in each.

The files are in ../shared/traces, or in the folder that TRIPTYCH_TRACES names: files, and beside
them an `expected.json` of the same form. What a format is expected to tell is in WANTED; a format
that no importer reads yet is skipped, and stops being skipped when one stands in the registry.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from agents.events import Replied, Stopped
from data.importers.registry import IMPORTERS
from data.importing import import_paths
from data.store import Store

FOLDER = Path(
    os.environ.get("TRIPTYCH_TRACES")
    or Path(__file__).resolve().parent.parent.parent / "shared" / "traces"
)
Json = dict[str, Any]


@cache
def expected() -> dict[str, Json]:
    path = FOLDER / "expected.json"
    return json.loads(path.read_text(encoding="utf-8"))["files"] if path.is_file() else {}


BUILT = {one.name for one in IMPORTERS}

READ_AS: dict[str, str] = {"phoenix": "otlp"}
"""Format of expected.json -> the importer that reads it, where they do not bear one name."""

NOT_A_TRACE: set[str] = {"otlp/agentops__app__api__log_spans.json"}
"""Files that must be refused in a sentence, as they hold no trace."""

DIFFERS: dict[str, dict[str, str]] = {}
"""File -> what is not as expected.json says, and the evidence that it is right so."""


def _without_cache(want: Json) -> int | None:
    """Anthropic's input tokens are those that no cache read or wrote; ours are all of them."""
    return _sum(want, "total_in_tokens", "cache_read_tokens", "cache_write_tokens")


def _plain(want: Json) -> int | None:
    return _sum(want, "total_in_tokens")


INPUT: dict[str, Callable[[Json], int | None]] = {"claude_code": _without_cache}


def _sum(want: Json, *names: str) -> int | None:
    known = [want[name] for name in names if want.get(name) is not None]
    return sum(known) if known else None


def test_the_real_traces_are_there() -> None:
    if not expected():
        pytest.skip(f"there is no expected.json in {FOLDER.name}, where real traces are kept")
    missing = [name for name in expected() if not (FOLDER / name).is_file()]
    assert not missing


def test_formats_that_no_importer_reads_yet() -> None:
    formats = {want["format"] for want in expected().values()}
    unbuilt = sorted(f for f in formats if READ_AS.get(f, f) not in BUILT)
    if unbuilt:
        pytest.skip("not built yet: " + ", ".join(unbuilt))


@pytest.mark.parametrize("name", sorted(expected()))
def test_a_real_trace_is_read_as_an_independent_parser_did(name: str) -> None:
    want = expected()[name]
    importer = READ_AS.get(want["format"], want["format"])
    if importer not in BUILT:
        pytest.skip(f"no importer for {want['format']} yet")
    with Store.open(":memory:", count_link=lambda link: 1) as store:
        result = import_paths(store, [FOLDER / name])
        if name in NOT_A_TRACE:
            assert result.failed and not result.files
            return
        assert not result.failed, result.failed
        found = result.files[0]
        assert found["format"] == importer
        differs = DIFFERS.get(name, {})
        for what, here, there in compared(want, found, store):
            if what not in differs:
                assert (here or 0) == (there or 0), (what, here, there, found["lost"])
        again = import_paths(store, [FOLDER / name])
        assert again.files[0]["already"] and again.files[0]["runs"] == found["runs"]
        if "final_answer_prefix" in want and want.get("n_traces") == 1:
            prefix = want["final_answer_prefix"] or ""
            if "final_answer" not in differs and prefix:
                assert final_answer(store, found).startswith(prefix[:60])


def compared(want: Json, found: Json, store: Store) -> list[tuple[str, Any, Any]]:
    """What, as we read it, as expected; only what the independent parser told."""
    input_tokens = INPUT.get(want["format"], _plain)
    cached = want.get("cached_in_tokens", want.get("cache_read_tokens"))
    pairs = [
        ("traces", found["traces"], want.get("n_traces")),
        ("model_calls", found["model_calls"], want.get("n_llm_calls")),
        ("tool_calls", found["tool_calls"], want.get("n_tool_calls")),
        ("errors", found["errors"], want.get("n_errors")),
        ("input_tokens", found["input_tokens"], input_tokens(want)),
        ("cached_tokens", found["cached_tokens"], cached),
        ("output_tokens", found["output_tokens"], want.get("total_out_tokens")),
    ]
    return [(what, here, there) for what, here, there in pairs if there is not None]


def final_answer(store: Store, found: Json) -> str:
    """The answer of the (only) trace, or the last text that its model said."""
    events = store.events(found["runs"][0])
    for event in reversed(events):
        if isinstance(event, Stopped) and event.answer:
            return event.answer
        if isinstance(event, Replied) and event.text.strip():
            return event.text.strip()
    return ""
