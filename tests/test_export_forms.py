"""Runs handed on: as OpenTelemetry traces, as conversations to train on, and as tables."""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest

from agents.events import Cost, Edited, Event, Reading, Stopped
from agents.messages import Call, Link, Usage, as_json
from agents.policies.registry import PARADIGMS
from dashboard.service import Service
from dashboard.share.formats import Wanted, made
from data.exporters import messages, native, otlp, tables
from data.importers.native import load
from data.importing import import_paths
from data.rows import RunRow
from data.runs import NewRun
from data.store import Store
from tests.imported import TRACES
from tests.making import AT, SETTINGS, a_run, link, new_run, opening, record, replied, returned
from tests.otlp_rules import parsed
from tests.rigs import play_scenario

Json = dict[str, Any]


def opened() -> Store:
    return Store.open(":memory:", count_link=lambda link: 1)


@pytest.fixture
def store() -> Iterator[Store]:
    with opened() as found:
        yield found


def played(store: Store, paradigm: str) -> str:
    ran = play_scenario("larkspur-4", paradigm)
    run_id = f"run-{paradigm}"
    rows = [(run_id, seq, *one) for seq, one in enumerate(zip(ran.events, ran.wires, strict=True))]
    question = getattr(ran.events[0], "question", "")
    store.append_many(rows, [NewRun(run_id, question, paradigm, "scripted")])
    return run_id


def counted(row: RunRow) -> tuple[object, ...]:
    return (
        row.question, row.status, row.answer, row.model_calls, row.tool_calls, row.tool_errors,
        row.input_tokens, row.cached_tokens, row.output_tokens, row.sub_runs, row.paradigm,
        row.model, row.label, row.started_at, row.ended_at,
    )  # fmt: skip


def back(tmp_path: Path, text: str, other: Store) -> list[RunRow]:
    path = tmp_path / "t.json"
    path.write_text(text)
    result = import_paths(other, [path])
    assert not result.failed, result.failed
    (told,) = result.files
    return [row for run_id in told["runs"] if (row := other.run(run_id))]


# OpenTelemetry


@pytest.mark.parametrize("paradigm", list(PARADIGMS))
def test_a_run_as_otlp_keeps_the_collectors_rules_and_is_read_back(
    store: Store, tmp_path: Path, paradigm: str
) -> None:
    run_id = played(store, paradigm)
    text, left_out = otlp.export(store, [run_id])
    parsed(text)
    assert left_out == [] and otlp.export(store, [run_id])[0] == text
    with opened() as other:
        (row,) = back(tmp_path, text, other)
        mine = store.run(run_id)
        assert mine is not None and counted(row) == counted(mine)
        told = {e.call.id: e.output for e in store.events(run_id) if e.kind == "returned"}
        again = {e.call.id: e.output for e in other.events(row.run_id) if e.kind == "returned"}
        assert told == again
        assert beside(store.events(run_id)) == beside(other.events(row.run_id))


def beside(events: Sequence[Event]) -> list[tuple[object, ...]]:
    """What the conventions have no names for."""
    return [
        (e.usage, e.cost, e.forced, e.notes) if e.kind == "replied" else (e.outcome, e.notes)
        for e in events
        if e.kind in ("replied", "returned")
    ]


def test_counted_usage_prices_and_outcomes_come_back_as_they_were(
    store: Store, tmp_path: Path
) -> None:
    wire = (*opening("Why?"), SETTINGS)
    usage, cost = Usage(12, 3, source="counted"), Cost(0.25, "told by the trace", "2026-01-01")
    reply = replace(replied(wire), usage=usage, cost=cost, forced=True, notes=("bent",))
    result = replace(returned(at=AT + 50), outcome="timeout", notes=("late",))
    events = [next(a_run()), (reply, wire), (result, ())]
    record(store, new_run("r1"), events)
    store.append("r1", 3, Stopped(AT + 99, "success", "answered", "Yes."))
    text, _ = otlp.export(store, ["r1"])
    parsed(text)
    with opened() as other:
        (row,) = back(tmp_path, text, other)
        assert beside(other.events(row.run_id)) == beside(store.events("r1"))


KINDS = ("codex", "openai_chat", "claude_code")


def test_imported_runs_leave_in_every_form_and_come_back(store: Store, tmp_path: Path) -> None:
    """Nested agents are nested spans; native lines give the same events."""
    import_paths(store, [TRACES / kind for kind in KINDS])
    rows = [row for row in store.runs(limit=500) if row.called_by is None][:10]
    ids = [row.run_id for row in rows]
    assert any(row.sub_runs for row in rows) and len(rows) > 5
    text, _ = otlp.export(store, ids)
    parsed(text)
    with opened() as other:
        again = back(tmp_path, text, other)
        told = [row for row in rows if row.model_calls + row.tool_calls or row.ended_at]
        told = [row for row in told if row.status != "interrupted" or row.events > 1]
        for row, read in zip(told, again, strict=True):
            assert counted(row) == counted(read)
    keeps_the_apis_rules(messages.export(store, ids)[0])
    assert len(tables.export(store, ids, "parquet")) > 1_000
    path = tmp_path / "own.jsonl"
    path.write_text("".join(f"{line}\n" for id_ in ids for line in native.export(store, id_)))
    with opened() as other:
        assert import_paths(other, [path]).files[0]["runs"] == ids
        assert other.histories(ids) == store.histories(ids)


def test_forks_and_edits_come_back_in_native_lines_and_are_told_in_otlp(store: Store) -> None:
    record(store, new_run("r1"), a_run())
    wire = (*opening("And who pays?"), SETTINGS)
    fork: list[Any] = [
        (Edited(AT + 9, "question", "And who pays?"), ()),
        (replied(wire, AT + 10, text="Bo.", reading=Reading(answer="Bo.")), wire),
        (Stopped(AT + 11, "success", "answered", "Bo."), ()),
    ]
    record(store, new_run("r2", parent_run_id="r1", forked_at=3), fork)
    with opened() as other:
        load(other, list(native.export(store, "r2")))
        assert other.events("r2") == store.events("r2")
        assert len(other.events("r2")) == 6
    message = parsed(otlp.export(store, ["r2"])[0])
    spans = message.resource_spans[0].scope_spans[0].spans
    (edit,) = [event for span in spans for event in span.events]
    assert edit.name == "triptych.edited" and edit.attributes[1].value.string_value == (
        "And who pays?"
    )


def test_names_are_those_of_the_genai_conventions(store: Store) -> None:
    """opentelemetry.semconv is their registry; it marks the moved ones as deprecated, which the
    incubating module does not show, so the old names are listed here."""
    known = pytest.importorskip("opentelemetry.semconv._incubating.attributes.gen_ai_attributes")
    names = {value for value in vars(known).values() if isinstance(value, str)}
    old = {"gen_ai.system", "gen_ai.prompt", "gen_ai.completion", "gen_ai.usage.prompt_tokens",
           "gen_ai.usage.completion_tokens", "gen_ai.openai.request.seed"}  # fmt: skip
    usage = Usage(9, 4, 3, 2, 1, "reported")
    wire = (*opening("Q?"), SETTINGS)
    fine = replied(wire, usage=usage, text="A.", reading=Reading(answer="A."), thinking="Hm.",
                   first_token_at=AT + 0.1)  # fmt: skip
    record(store, new_run("r1"), [next(a_run()), (fine, wire), (returned(), ()),
                                  (Stopped(AT + 2, "success", "answered", "A."), ())])  # fmt: skip
    message = parsed(otlp.export(store, ["r1"])[0])
    spans = message.resource_spans[0].scope_spans[0].spans
    used = {pair.key for span in spans for pair in span.attributes}
    told = {name for name in used if name.startswith("gen_ai.")}
    assert told <= names - old and "gen_ai.usage.reasoning.output_tokens" in told
    assert {name.partition(".")[0] for name in used} <= {"gen_ai", "error", "triptych"}


def test_what_is_unknown_is_not_made_up(store: Store, tmp_path: Path) -> None:
    """A run that has not ended has no root, unknown tokens no number, and times that the source
    did not tell are said to be borrowed."""
    wire = (*opening("Q?"), SETTINGS)
    record(store, new_run("r1"), [next(a_run()), (replied(wire, usage=Usage()), wire)])
    text, left_out = otlp.export(store, ["r1"])
    assert left_out == [otlp.OPEN] and "tokens" not in text and "invoke_agent" not in text
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"messages": [{"role": "user", "content": "Hi"},
                                             {"role": "assistant", "content": "Ho"}]}))  # fmt: skip
    run_id = import_paths(store, [path]).files[0]["runs"][0]
    assert otlp.LATE in otlp.export(store, [run_id])[1]


def test_sub_runs_go_with_their_run_in_native_lines_and_are_named_where_they_do_not(
    tmp_path: Path,
) -> None:
    service = Service(opened(), {})
    store = service.store
    record(store, new_run("r1"), a_run())
    record(store, new_run("inner", called_by="r1", called_as="c1"), a_run("Inner?"))
    record(store, new_run("innermost", called_by="inner", called_as="c1"), a_run("Innermost?"))
    record(store, new_run("r2"), a_run())
    path = tmp_path / "own.jsonl"
    path.write_bytes(made(service, Wanted(("r1", "inner", "r2"), "jsonl")).content)
    with opened() as other:
        (told,) = import_paths(other, [path]).files
        assert (told["runs"], told["traces"]) == (["r1", "r2"], 2)
        assert told["sub_runs"] == ["inner", "innermost"]
        assert [row.run_id for row in other.sub_runs("r1")] == ["inner"]
        ids = ["r1", "inner", "innermost", "r2"]
        assert other.histories(ids) == store.histories(ids)
    for form in ("csv", "parquet", "messages"):
        (said,) = [s for s in made(service, Wanted(("r1", "r2"), form)).left_out if "sub-run" in s]
        assert said.startswith("1 sub-runs")
        several = made(service, Wanted(("r1", "inner", "innermost"), form)).left_out
        assert not [s for s in several if "sub-run" in s]
    service.close()


def test_a_sub_run_goes_with_its_run_once_and_times_are_said_of_their_run_alone(
    store: Store, tmp_path: Path
) -> None:
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"messages": [{"role": "user", "content": "Hi"},
                                             {"role": "assistant", "content": "Ho"}]}))  # fmt: skip
    undated = import_paths(store, [path]).files[0]["runs"][0]
    record(store, new_run("r1"), a_run())
    record(store, new_run("inner", called_by="r1", called_as="c1"), a_run("Inner?"))
    record(store, new_run("innermost", called_by="inner", called_as="c1"), a_run("Innermost?"))
    text, left_out = otlp.export(store, [undated, "innermost", "r1", "inner"])
    assert text == otlp.export(store, [undated, "r1"])[0] and otlp.LATE in left_out
    assert text.count(otlp.LATE) == 1


# conversations


def keeps_the_apis_rules(lines: str) -> list[Json]:
    """Those of the fine-tuning guide: roles in their places, every call answered next."""
    found = [json.loads(line) for line in lines.splitlines()]
    for line in found:
        assert set(line) <= {"messages", "tools"}
        said = line["messages"]
        assert said[-1]["role"] == "assistant"
        open_: list[str] = []
        seen: set[str] = set()
        for message in said:
            if message["role"] == "tool":
                assert message["tool_call_id"] in open_
                open_.remove(message["tool_call_id"])
                continue
            assert not open_ and message["role"] in ("system", "user", "assistant")
            assert message.get("content") or message.get("tool_calls")
            for call in message.get("tool_calls", ()):
                assert isinstance(call["function"]["arguments"], str) and call["id"] not in seen
                seen.add(call["id"])
                open_.append(call["id"])
        assert not open_ or said[-1].get("tool_calls")
    return found


def test_a_run_is_one_conversation_with_its_tools(store: Store) -> None:
    run_id = played(store, "function-calling")
    text, left_out = messages.export(store, [run_id])
    (line,) = keeps_the_apis_rules(text)
    assert left_out == [] and line["tools"][0]["type"] == "function"
    assert line["messages"][-1]["content"] == store.run(run_id).answer  # type: ignore[union-attr]
    calls = [call for m in line["messages"] for call in m.get("tool_calls", ())]
    assert len(calls) == store.run(run_id).tool_calls  # type: ignore[union-attr]


def test_what_a_conversation_cannot_hold_is_said(store: Store) -> None:
    call = Call("c1", "look_up", {"key": "x"})
    wish = {"role": "assistant", "content": None, "tool_calls": [
        {"id": n, "type": "function", "function": {"name": "look_up", "arguments": "{}"}}
        for n in ("c0", "lost")]}  # fmt: skip
    result = {"role": "tool", "tool_call_id": "c0", "content": "so"}
    wire = (
        *opening("Q?"),
        Link("reasoning", "assistant", as_json(wish)),
        Link("observation", "tool", as_json(result)),
        link("question", "user", "And?"),
        SETTINGS,
    )
    last = replied(wire, thinking="Hm.", text="So.", reading=Reading(calls=(call,)), dialect="chat")
    record(store, new_run("r1"), [next(a_run()), (last, wire)])
    played_id = played(store, "plan-replan")
    text, left_out = messages.export(store, ["r1", played_id])
    one, _ = keeps_the_apis_rules(text)
    roles = ["system", "user", "assistant", "tool", "user", "assistant"]
    assert [message["role"] for message in one["messages"]] == roles
    said = " ".join(left_out)
    for what in (messages.UNANSWERED, messages.THOUGHTS, messages.OTHERS):
        assert what in said


@pytest.mark.parametrize("turns", [1, 2, 7])
def test_of_a_run_that_broke_off_while_it_looked_all_is_told_but_the_last_results(
    store: Store, tmp_path: Path, turns: int
) -> None:
    talk: list[Json] = [{"role": "user", "content": "Q?"}]
    for number in range(turns):
        function = {"name": "look_up", "arguments": "{}"}
        calls = [{"id": f"c{number}", "type": "function", "function": function}]
        talk.append({"role": "assistant", "content": "Hm.", "tool_calls": calls})
        talk.append({"role": "tool", "tool_call_id": f"c{number}", "content": "so"})
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"messages": talk}))
    run_id = import_paths(store, [path]).files[0]["runs"][0]
    text, left_out = messages.export(store, [run_id])
    (line,) = keeps_the_apis_rules(text)
    assert line["messages"] == talk[:-1]
    assert f"1 {messages.CUT}" in left_out


def test_what_our_own_spans_tell_is_not_kept_beside_the_steps_again(
    store: Store, tmp_path: Path
) -> None:
    """A run of more than 100 steps lost nothing, and was said to have."""
    record(store, new_run("r1"), a_run(turns=120))
    path = tmp_path / "t.json"
    path.write_text(otlp.export(store, ["r1"])[0])
    with opened() as other:
        (told,) = import_paths(other, [path]).files
        assert (told["model_calls"], told["lost"]) == (store.run("r1").model_calls, [])  # type: ignore[union-attr]


# tables


def of_csv(made: bytes, name: str) -> list[Json]:
    text = zipfile.ZipFile(BytesIO(made)).read(f"{name}.csv").decode()
    return list(csv.DictReader(StringIO(text, newline="")))


def test_parquet_and_csv_hold_the_same_runs_and_steps(store: Store, tmp_path: Path) -> None:
    import duckdb

    run_id = played(store, "react")
    wire = (*opening("Q?"), SETTINGS)
    record(store, new_run("r2"), [next(a_run()), (replied(wire, usage=Usage()), wire)])
    ids = [run_id, "r2"]
    with zipfile.ZipFile(BytesIO(tables.export(store, ids, "parquet"))) as archive:
        archive.extractall(tmp_path)
    made = tables.export(store, ids, "csv")
    for name in ("runs", "steps"):
        con = duckdb.connect()
        read = con.execute(f"SELECT * FROM '{tmp_path / name}.parquet'")
        columns = [one[0] for one in read.description]
        rows = read.fetchall()
        plain = of_csv(made, name)
        assert [list(row) for row in plain] == [columns] * len(rows)
        for row, text in zip(rows, plain, strict=True):
            for column, value in zip(columns, row, strict=True):
                assert (value is None or value == "") == (text[column] == ""), column
        con.close()
    steps = of_csv(made, "steps")
    assert [int(s["seq"]) for s in steps if s["run_id"] == run_id] == [
        step.seq for step in store.steps([run_id])
    ]
    unknown = next(s for s in steps if s["run_id"] == "r2")
    assert unknown["input_tokens"] == "" and unknown["text"] == "I should look it up."


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "'", "＝1", "a=1", "-"])
def test_a_text_is_no_formula_in_a_spreadsheet_and_is_whole_without_our_apostrophe(
    store: Store, cell: str
) -> None:
    record(store, new_run("r1"), [next(a_run()), (returned(output=cell), ())])
    (step,) = of_csv(tables.export(store, ["r1"], "csv"), "steps")
    assert not step["output"].startswith(tuple("=+-@\t\r＝"))
    assert step["output"].removeprefix("'") == cell


# all of them


@pytest.mark.parametrize("form", ["jsonl", "otlp", "messages", "parquet", "csv"])
def test_no_form_holds_a_secret_of_this_machine(form: str) -> None:
    store = opened()
    secret = "hush-hush-12345"
    record(store, new_run("r1"), a_run(answer=f"It is {secret}."))
    service = Service(store, {"MY_API_KEY": secret})
    content = made(service, Wanted(("r1",), form)).content
    parts = [content]
    if content[:2] == b"PK":
        archive = zipfile.ZipFile(BytesIO(content))
        parts = [archive.read(name) for name in archive.namelist()]
    assert all(secret.encode() not in part for part in parts)
    service.close()
