"""LangSmith's runs: exports (lists, lines, nested `child_runs`) and what its SDKs send
(`{post: [run], patch: [run]}`).

A patch may carry no id of its own: its `dotted_order` names the run and its parents. Times are
ISO texts or milliseconds. Chains add up the tokens of what is inside them, so that only the
innermost model runs are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agents.errors import BadInput
from agents.messages import Usage
from data.importers.head import Head
from data.importers.hostile import text_of, word
from data.importers.observed import Kind, Span, sort_out
from data.importers.observed_run import tell_tree
from data.importers.question_answer import answer_in, question_in
from data.importers.records import records_of, unknown
from data.importers.replies import metadata_usage, reply_in
from data.importers.request_forms import messages_in, opened
from data.importers.source import Source
from data.importers.usages import usage_of
from data.importers.writing import Out, RunOut

name = "langsmith"

Json = dict[str, Any]
KINDS: dict[str, Kind] = {"llm": "model", "tool": "tool"}
NOT_SETTINGS = frozenset({"messages", "input", "prompt", "prompts", "tools", "functions"})


def looks_like(head: Head) -> float:
    return max((_sure(one) for one in head.objects()), default=0.0)


def _sure(one: Json) -> float:
    for key in ("post", "patch", "runs"):
        inside = one.get(key)
        if isinstance(inside, list) and any(_run(run) for run in inside[:3]):
            return 0.95
    return 0.9 if _run(one) else 0.0


def _run(value: Any) -> bool:
    if not isinstance(value, dict) or "observations" in value:
        return False
    named = word(value.get("run_type")) and ("inputs" in value or "outputs" in value)
    return bool(named) or {"dotted_order", "trace_id"} <= value.keys()


def read(source: Source, out: Out) -> None:
    runs: dict[str, Json] = {}
    for run in _runs(source, out):
        key = _id(run) or f"#{len(runs)}"
        before = runs.setdefault(key, {})
        # a patch tells what came later; what it leaves out stays as it was
        before |= {k: v for k, v in run.items() if v is not None or k not in before}
    traces: dict[str, list[Json]] = {}
    for key, run in runs.items():
        run.setdefault("id", key)
        traces.setdefault(_trace_of(key, run, runs), []).append(run)
    for trace_id, inside in traces.items():
        _tell(out, trace_id, inside)
    if not out.runs:
        raise BadInput(f"{source.path} holds no runs of LangSmith.")


def _runs(source: Source, out: Out) -> Iterator[Json]:
    for record in records_of(source, out.report):
        yield from _inside(record, out, "")


def _inside(record: Any, out: Out, parent: str) -> Iterator[Json]:
    """A run and those inside it, or the runs of a batch."""
    waiting = [(record, parent)]
    while waiting:
        one, above = waiting.pop(0)
        batch = [one.get(key) for key in ("post", "patch", "runs")] if isinstance(one, dict) else []
        lists = [inside for inside in batch if isinstance(inside, list)]
        if lists:
            waiting += [(run, above) for inside in lists for run in inside]
        elif _run(one):
            if above and not one.get("parent_run_id"):
                one = {**one, "parent_run_id": above}
            yield {k: v for k, v in one.items() if k != "child_runs"}
            children = one.get("child_runs")
            if isinstance(children, list):
                waiting += [(child, _id(one)) for child in children]
        else:
            unknown(out.report, one)


def _id(run: Json) -> str:
    return text_of(run.get("id")) or (_ordered(run) or [""])[-1]


def _ordered(run: Json) -> list[str]:
    """The ids in a `dotted_order`: of the trace first, of the run itself last."""
    parts = word(run.get("dotted_order")).split(".")
    return [part.rpartition("Z")[2] for part in parts if "Z" in part]


def _trace_of(key: str, run: Json, runs: dict[str, Json]) -> str:
    told = text_of(run.get("trace_id")) or (_ordered(run) or [""])[0]
    if told:
        return told
    seen = {key}
    while (parent := text_of(runs[key].get("parent_run_id"))) in runs and parent not in seen:
        seen.add(parent)
        key = parent
    return key


def _tell(out: Out, trace_id: str, runs: list[Json]) -> None:
    kinds = {text_of(run.get("id")): word(run.get("run_type")) for run in runs}
    spans = [_span(out, run, kinds) for run in runs]
    named = not trace_id.startswith("#")
    run = tell_tree(
        out, sort_out(spans, out.report), identity=f"langsmith {trace_id}" if named else ""
    )
    root = next((one for one in runs if not _parent(one)), runs[0])
    _about(run, root)
    run.question = question_in(root.get("inputs")) or run.question
    if root.get("error"):
        run.stopped("error", text_of(root["error"]), at=spans[runs.index(root)].ended)
        return
    run.stop_if_answered()
    answer = answer_in(root.get("outputs"))
    if answer and not run.ended():
        run.stopped("success", "answered", answer, at=spans[runs.index(root)].ended)


def _parent(run: Json) -> str:
    return text_of(run.get("parent_run_id")) or next(iter(_ordered(run)[-2:-1]), "")


def _part(run: Json, *names: str) -> Json:
    at: Any = run
    for one in names:
        at = at.get(one) if isinstance(at, dict) else None
    return at if isinstance(at, dict) else {}


def _span(out: Out, run: Json, kinds: dict[str, str]) -> Span:
    report = out.report
    kind = KINDS.get(word(run.get("run_type")), "other")
    parent = _parent(run)
    if kind == "other" and kinds.get(parent) == "tool":
        kind = "agent"  # what a tool runs; where it asks no model, it is no run of its own
    inputs, outputs = run.get("inputs"), run.get("outputs")
    about, asked = _part(run, "extra", "metadata"), _part(run, "extra", "invocation_params")
    given = inputs if isinstance(inputs, dict) else {}
    tools = next((t for t in (given.get("tools"), asked.get("tools")) if isinstance(t, list)), [])
    named = {**asked, **given} if messages_in(inputs) is not None else asked
    span = Span(
        id=text_of(run.get("id")),
        parent=parent,
        kind=kind,
        name=text_of(run.get("name")),
        started=report.time(run.get("start_time")),
        ended=report.time(run.get("end_time")),
        first_token=report.time(run.get("first_token_time")),
        input=inputs,
        output=outputs,
        error=text_of(run.get("error")),
    )
    if kind == "model":
        span.tools = tools
        span.settings = {k: v for k, v in named.items() if k not in NOT_SETTINGS}
        reply = reply_in(outputs)
        names = (reply.model if reply else "", about.get("ls_model_name"), named.get("model"))
        span.model = next((text_of(one) for one in names if one), "")
        span.usage = _usage(run)
        prompts = given.get("prompts")
        if isinstance(prompts, list) and prompts:
            span.input = text_of(prompts[0])
    if kind == "tool":
        span.call_id = text_of(_part(run, "inputs").get("tool_call_id"))
        if set(given) == {"input"}:
            span.input = opened(given["input"])  # what is no JSON, as Python wrote it, stays text
    return span


def _usage(run: Json) -> Usage:
    """In the outputs, in the metadata, or on the run; where none tells, the reply may."""
    for meta in (_part(run, "outputs", "usage_metadata"),
                 _part(run, "extra", "metadata", "usage_metadata")):  # fmt: skip
        if meta:
            return metadata_usage(meta)
    if run.get("prompt_tokens") or run.get("completion_tokens"):
        return usage_of(run.get("prompt_tokens"), run.get("completion_tokens"))
    return Usage()


def _about(run: RunOut, root: Json) -> None:
    run.label = text_of(root.get("name"))[:200]
    for key in ("session_name", "session_id", "tags", "status", "reference_example_id"):
        if root.get(key):
            run.imported[key] = root[key]
    scores = root.get("feedback_stats")
    if isinstance(scores, dict) and scores:
        run.imported["scores"] = [
            {"name": key, "value": told.get("avg") if isinstance(told, dict) else told}
            for key, told in scores.items()
        ]
