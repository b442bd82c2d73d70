"""Real traces of other systems, against what an independent parser counted in each.

The files are in ../shared/traces, or in the folder that TRIPTYCH_TRACES names: files, and beside
them an `expected.json` of the same form. What a format is expected to tell is in WANTED; a format
that no importer reads yet is skipped, and stops being skipped when one stands in the registry.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from agents.events import Replied, Returned, Started, Stopped
from data.importers.registry import IMPORTERS
from data.importing import import_paths
from data.store import Store

ROOT = Path(__file__).resolve().parent.parent
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

READ_AS: dict[str, str] = {
    "langfuse_ui": "langfuse",
    "phoenix": "otlp",
    "reflexion": "react_text",
    "react_paper": "react_text",
}
"""Format of expected.json -> the importer that reads it, where they do not bear one name."""

NOT_A_TRACE: set[str] = {"otlp/agentops__app__api__log_spans.json"}
"""Files that must be refused in a sentence, as they hold no trace; beside those of which
expected.json says so itself (examples for prompts)."""

WRAPS = "GENERATIONs that stand in each other in time and in the tree are one call told twice: "
BY_NAME = "TOOL is not how this framework types its tools; the model's reply names the call"
DIFFERS: dict[str, dict[str, str]] = {
    "langfuse/langfuse__agno-2025-06-11.trace.json": {
        "model_calls": WRAPS + "each OpenAIChat.invoke holds the body of the inner “chat” call.",
        "input_tokens": "The bodies in the outer ones report 163 + 663, which is what the inner "
        "ones say; the outer 542 + 1,568 are Langfuse's estimates of the same requests' JSON.",
        "output_tokens": "Those bodies report 20 + 225, as the inner ones do.",
        "tool_calls": BY_NAME + " (duckduckgo_search, marked TOOL in its metadata).",
    },
    "langfuse/langfuse__beeai-2025-08-01.trace.json": {
        "model_calls": "backend.openai.chat.start-16, .success-16 and .finish-16 are three events "
        "of one call, by their number; with -14 and -15 there are three calls.",
        "tool_calls": "tool.search.wikipedia.start-12, .success-12 and .finish-12 are one call.",
    },
    "langfuse/langfuse__langgraph-js-2025-10-30.trace.json": {
        "tool_calls": BY_NAME + " (get_weather, answered by a SPAN and a ToolMessage).",
    },
    "langfuse/langfuse__vercel-aisdk-2025-11-17.trace.json": {
        "model_calls": WRAPS + "ai.generateText is around ai.generateText.doGenerate, with one "
        "toolCallId in both.",
        "input_tokens": "14 of the outer one is Langfuse's estimate of the prompt's text; the call "
        "with its tools took 62.",
        "output_tokens": "43 of the outer one is an estimate too; the call reports 85.",
    },
    "langfuse_ui/agent-prism__storybook__langfuse-1.json": {
        "model_calls": WRAPS + "handle-chatbot-message is around ai.streamText, that around "
        "ai.streamText.doStream, and only the last has a model and usage.",
    },
    "langfuse_ui/agent-prism__storybook__langfuse-2.json": {
        "model_calls": WRAPS + "of four, two name a model and usage: the doStream ones.",
    },
    "other_cli_agents/agent-sessions__Fixtures__gemini__large.json": {
        "model_calls": "2 of 4: the replies m4 and m6 are of the older type `model`",
    },
}
"""File -> what is not as expected.json says, and the evidence that it is right so."""


def _without_cache(want: Json) -> int | None:
    """Anthropic's input tokens are those that no cache read or wrote; ours are all of them."""
    return _sum(want, "total_in_tokens", "cache_read_tokens", "cache_write_tokens")


def _inspect(want: Json) -> int | None:
    """Where a sample has no usage of its own, the header's."""
    return want.get("total_in_tokens") or (want["n_llm_calls"] and want.get("header_in_tokens"))


def _plain(want: Json) -> int | None:
    return _sum(want, "total_in_tokens")


INPUT: dict[str, Callable[[Json], int | None]] = {
    "claude_code": _without_cache,
    "anthropic_messages": _without_cache,
    "anthropic_managed": _without_cache,
    "claude_agent_sdk": _without_cache,
    "inspect": _inspect,
}


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
        if name in NOT_A_TRACE or want.get("n_traces") == 0:
            assert result.failed and not result.files
            return
        assert not result.failed, result.failed
        found = result.files[0]
        assert found["format"] == importer
        differs = DIFFERS.get(name, {})
        for what, here, there in compared(want, found, store):
            if what not in differs:
                assert (here or 0) == (there or 0), (what, here, there, found["lost"])
        assert begun_before_their_run(store, found) == []
        again = import_paths(store, [FOLDER / name])
        assert again.files[0]["already"] and again.files[0]["runs"] == found["runs"]
        if "final_answer_prefix" in want and want.get("n_traces") == 1:
            prefix, answer = want["final_answer_prefix"] or "", final_answer(store, found)
            # Burr's is the last line of its chat, which may be the person's
            asked = want["format"] == "burr" and not answer
            if "final_answer" in differs or not prefix or asked:
                return
            if want.get("final_answer_of") == "raw trace.output":
                assert bare(answer[:60]) in bare(_raw_output(FOLDER / name))
            else:
                assert answer.startswith(prefix[:60])


RUNS = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from data.importing import import_paths
from data.store import Store
with Store.open(":memory:", count_link=lambda link: 1) as store:
    import_paths(store, [Path(sys.argv[2])])
    with store.looking() as cur:
        rows = cur.execute("SELECT source, question, label FROM runs ORDER BY ALL").fetchall()
print(json.dumps(rows))
"""


@pytest.mark.parametrize("folder", ["langfuse", "otlp"])
def test_the_runs_of_a_file_stand_in_one_order_in_every_process(folder: str) -> None:
    """Sets of texts have another order in each process, and a run may be known by its place."""
    if not (FOLDER / folder).is_dir():
        pytest.skip(f"{FOLDER / folder} is not here")
    told = {
        subprocess.run(
            [sys.executable, "-c", RUNS, str(ROOT), str(FOLDER / folder)],
            env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(told) == 1 and told != {b"[]\n"}


def begun_before_their_run(store: Store, found: Json) -> list[tuple[str, int]]:
    return [
        (run_id, seq)
        for run_id in found["runs"]
        for begun in [store.events(run_id)[0]]
        for seq, event in enumerate(store.events(run_id))
        if isinstance(begun, Started)
        and isinstance(event, (Replied, Returned))
        and event.started_at < begun.at
    ]


def _raw_output(path: Path) -> str:
    """Langfuse's own field, which holds JSON of JSON; we tell the text that stands in it."""
    trace = json.loads(path.read_text(encoding="utf-8"))["trace"]
    return str(trace["output"])


def bare(text: str) -> str:
    """Letters and digits alone, so that a text is found in JSON of any depth."""
    return "".join(re.findall(r"[A-Za-z0-9]", text.replace("\\n", "")))


def compared(want: Json, found: Json, store: Store) -> list[tuple[str, Any, Any]]:
    """What, as we read it, as expected; only what the independent parser told."""
    input_tokens = INPUT.get(want["format"], _plain)(want)
    output_tokens = want.get("total_out_tokens")
    if want["format"] == "inspect":
        header = want["n_llm_calls"] and want.get("header_out_tokens")
        output_tokens = output_tokens or header
    cached = want.get("cached_in_tokens", want.get("cache_read_tokens"))
    pairs = [
        ("traces", found["traces"], want.get("n_traces")),
        ("model_calls", found["model_calls"], want.get("n_llm_calls")),
        ("tool_calls", found["tool_calls"], want.get("n_tool_calls")),
        ("errors", found["errors"], want.get("n_errors")),
        ("input_tokens", _as_expected(want, found, store, input_tokens), input_tokens),
        ("cached_tokens", found["cached_tokens"], cached),
        ("output_tokens", found["output_tokens"], output_tokens),
    ]
    return [(what, here, there) for what, here, there in pairs if there is not None]


def _as_expected(want: Json, found: Json, store: Store, there: int | None) -> int | None:
    """Our input tokens; where the expectation leaves out what a cache wrote (it does not tell it),
    or for Inspect all that a cache had a part in, without that."""
    here: int | None = found["input_tokens"]
    if here is None or here == there:
        return here
    runs = [*found["runs"], *found["sub_runs"]]
    usages = [e.usage for run in runs for e in store.events(run) if isinstance(e, Replied)]
    written = sum(usage.cache_creation_input_tokens or 0 for usage in usages)
    if want["format"] == "inspect":
        return here - written - sum(usage.cache_read_input_tokens or 0 for usage in usages)
    untold = want["format"] in ("anthropic_managed", "claude_agent_sdk")
    return here - written if untold and "cache_write_tokens" not in want else here


def final_answer(store: Store, found: Json) -> str:
    """The answer of the (only) trace, or the last text that its model said."""
    events = store.events(found["runs"][0])
    for event in reversed(events):
        if isinstance(event, Stopped) and event.answer:
            return event.answer
        if isinstance(event, Replied) and event.text.strip():
            return event.text.strip()
    return ""
