"""The run of a trace is told from the spans that are there, in whatever order they came."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.events import Edited, Event, Replied, Returned, Started
from data.importers.otlp_decode import from_json
from data.importers.otlp_raw import Raw
from data.importers.otlp_spans import Histories
from data.importers.otlp_wire import from_protobuf
from data.live.retelling import retell
from data.live.teller import _Trace as Came
from data.live.traces import LiveTraces
from tests.otlp_spans import Json, a_run, agent, request, tool
from tests.otlp_talks import (
    FIRST,
    QUESTION,
    SECOND,
    SYSTEM,
    TALK,
    asking,
    assistant,
    model_call,
    result,
    talk,
    two_talks,
    user,
)
from tests.test_import_otlp import protobuf
from tests.test_ingest import imported_alike, opened

DIALECTS = ("genai", "openinference")


def told(requests: Iterable[Sequence[Json]], as_json: bool = False) -> dict[str, list[Event]]:
    """The events of each run, and first of all what is known of it."""
    histories, came = Histories(), Came()
    for some in requests:
        raws = from_json(request(*some), print) if as_json else from_protobuf(
            protobuf(*some), histories
        )  # fmt: skip
        for raw in raws:
            assert isinstance(raw, Raw)
            came.add(histories.span(raw))
    return {run_id: run.events for run_id, run in retell("r1", came.spans, 0.0).runs.items()}


def outline(events: Iterable[Event]) -> list[tuple[str, str]]:
    found = []
    for event in events:
        if isinstance(event, Replied):
            found.append(("replied", event.text))
        elif isinstance(event, Returned):
            found.append((event.call.id, event.output.strip(", ")))
        elif isinstance(event, Edited):
            found.append((event.target, event.value))
    return found


def cut(spans: list[Json], data: st.DataObject) -> list[list[Json]]:
    """In requests of any size; some spans come twice."""
    spans = [*spans, *data.draw(st.lists(st.sampled_from(spans), max_size=3))]
    spans = data.draw(st.permutations(spans))
    found: list[list[Json]] = [[]]
    for span in spans:
        found[-1].append(span)
        if data.draw(st.booleans()):
            found.append([])
    return [some for some in found if some]


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_order_spans_come_in_they_tell_the_same_runs(
    dialect: str, apart: bool, data: st.DataObject
) -> None:
    spans = two_talks(dialect, apart)
    plain = told([spans])
    assert len(plain) == 1 + apart
    as_json = data.draw(st.booleans())
    assert told(cut(spans, data), as_json) == told([[s] for s in spans], as_json)
    assert list(told(cut(spans, data)).values()) == list(plain.values())


@settings(max_examples=10, deadline=None)
@given(st.data())
def test_live_too_and_across_a_restart(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("order")
    spans = two_talks(data.draw(st.sampled_from(DIALECTS)), apart=False)
    store = opened(folder / "t.duckdb")
    live = LiveTraces(store)
    for some in cut(spans, data):
        live.take_protobuf(protobuf(*some))
        if data.draw(st.booleans()):
            live.settle()
        if data.draw(st.integers(0, 3)) == 0:
            live.close()
            store.close()
            store = opened(folder / "t.duckdb")
            live = LiveTraces(store)
            live.catch_up()
    live.close()
    imported_alike(store, folder, spans)
    store.close()


def odd_spans() -> list[Json]:
    """One told twice with another end, spans in a circle, a tool in itself twice over, and a call
    that two instrumentors tell of."""
    one, *rest = a_run()
    twice = [model_call("genai", 2, TALK[:1], reply, end=1) for reply in (TALK[3], TALK[8])]
    circle = [agent(7, parent=8, start=1, end=3), agent(8, parent=7, start=1, end=3),
              model_call("genai", 9, TALK[:1], TALK[3], parent=8, start=1, end=2)]  # fmt: skip
    nested = [tool(20 + n, "look", parent=19 + n if n else 1, output="x" * n, start=5, end=6)
              for n in range(3)]  # fmt: skip
    agents = [agent(n, f"agent {n}", parent=1, start=7, end=9) for n in (31, 32, 33)]
    inner = [model_call("genai", n + 10, [user(f"Do {n}.")], TALK[3], parent=n, start=7, end=8)
             for n in (31, 32, 33)]  # fmt: skip
    return [one, *rest, *twice, *circle, *nested, *agents, *inner]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_odd_spans_too_are_told_alike_in_any_order(data: st.DataObject) -> None:
    spans = odd_spans()
    found = told([data.draw(st.permutations(spans))])
    plain = told([spans])
    assert found == plain and list(found) == list(plain)


def test_a_history_is_kept_once_whatever_request_comes_first() -> None:
    turns = 60
    messages = [user("Go on.")]
    for turn in range(turns):
        messages += [asking(f"c{turn}"), result(f"c{turn}", f"{turn} " * 50)]
    spans = talk("genai", [*messages, assistant("Done.")], 10, 0)
    unique = sum(len(str(message["content"])) for message in messages)
    mixed = random.Random(3).sample(spans, len(spans))
    for some in (spans, spans[::-1], mixed):
        histories = Histories()
        kept = [histories.span(raw) for one in some
                for raw in from_protobuf(protobuf(one), histories)]  # fmt: skip
        assert sum(len(mark[1]) for span in kept for mark in span.results) <= unique


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_later_word_of_the_user_is_a_follow_up(dialect: str) -> None:
    (events,) = told([[agent(1, start=0, end=200), *talk(dialect, TALK, 10, 0)]]).values()
    kinds = [kind for kind, _ in outline(events)]
    assert kinds == ["replied", "oslo", "replied", "follow_up", "replied", "rome", "ostia",
                     "replied", "follow_up", "replied"]  # fmt: skip
    assert [e.value for e in events if isinstance(e, Edited)] == [FIRST, SECOND]


def follow_ups(*messages: Json, spans: Sequence[Json] = ()) -> list[str]:
    """Of a talk that begins with a question and its answer."""
    begun = [user(QUESTION), assistant("It rains in Oslo, and has done so for days.")]
    told_so = talk("genai", [*begun, *messages], 10, 0)
    (events,) = told([[agent(1, start=0, end=900), *told_so, *spans]]).values()
    return [event.value for event in events if isinstance(event, Edited)]


DONE = assistant("Done.")
NOBODY: dict[str, list[Json]] = {
    "the task again": [user(QUESTION), DONE],
    "an observation": [user("Observation: it rains"), DONE],
    "after an observation": [user("Observation: it rains"), DONE, user("Go on."), DONE],
    "a result as the user's": [
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "x", "content": "rain"},
            {"type": "text", "text": "Go on."}]}, DONE],
    "a nudge after results": [asking("x"), result("x", "rain"), user("Use what you found."), DONE],
    "a reminder": [user("<system-reminder>The file changed.</system-reminder>"), DONE],
    "JSON": [user('{"exit_code": 0, "output": "x"}'), DONE],
    "what a command printed": [assistant("I list them.\n```bash\nls\n```"), user("a b"), DONE],
    "an action in text": [assistant("Action: look\nAction Input: x"), user("a b"), DONE],
    "another agent": [{**user("I think it is dry."), "name": "critic"}, DONE],
    "an answer handed on": [user("It rains in Oslo, and has done so for days."), DONE],
    "a library's word": [user("Validation feedback:\nFix the errors and try again."), DONE],
    "nothing": [user(" "), DONE],
}  # fmt: skip


@pytest.mark.parametrize("what", NOBODY)
def test_what_no_person_said_is_no_follow_up(what: str) -> None:
    assert follow_ups(*NOBODY[what]) == []


def test_what_a_tool_of_a_span_gave_is_no_follow_up() -> None:
    ran = tool(90, "shell", output="a b", start=14, end=15)
    said_so = [user("a b"), DONE]
    assert follow_ups(*said_so) == ["a b"]
    assert follow_ups(*said_so, spans=[ran]) == []


def test_words_said_twice_and_a_history_that_was_shortened_are_told_once_each() -> None:
    answer = assistant("As you like.")
    whole = [
        user(QUESTION),
        answer,
        user("Yes."),
        answer,
        user("Yes."),
        answer,
        user("Stop."),
        DONE,
    ]
    cut_off = [
        user("Yes."),
        answer,
        user("Yes."),
        answer,
        user("Stop."),
        DONE,
        user("Really."),
        DONE,
    ]
    spans = [*talk("genai", whole, 10, 0), *talk("genai", cut_off, 50, 100)[-1:]]
    (events,) = told([[agent(1, start=0, end=900), *spans]]).values()
    values = [event.value for event in events if isinstance(event, Edited)]
    assert values == ["Yes.", "Yes.", "Stop.", "Really."]


def test_agents_that_begin_alike_keep_the_questions_of_their_own() -> None:
    """One system prompt, two questions: what a request begins with is not all that it says."""
    spans = [
        agent(1, start=0, end=90),
        *(tool(n, "ask", f"c{n}", start=n, end=n + 5) for n in (3, 4)),
        *(agent(10 + n, parent=n, start=n, end=n + 5) for n in (3, 4)),
        *(
            model_call("genai", 20 + n, [SYSTEM, user(f"Question {n}?")], DONE, parent=10 + n,
                       start=n, end=n + 1)
            for n in (3, 4)
        ),
        model_call("genai", 30, [user("Ask them.")], DONE, start=0, end=1),
    ]  # fmt: skip
    questions = [run[0].question for run in told([spans]).values() if isinstance(run[0], Started)]
    assert questions == ["Ask them.", "Question 3?", "Question 4?"]


def test_ids_that_every_turn_gives_anew_and_a_prompt_that_tells_the_time() -> None:
    """Each request is new from its first message on, and holds all the results before it."""
    messages = [user(QUESTION)]
    for turn in range(3):
        messages += [asking("0"), result("0", f"result {turn}")]
    spans = [
        span
        for place in (1, 3, 5, 7)
        for span in talk("genai", [*messages, DONE][: place + 1], 10, 0,
                         system=[{"role": "system", "content": f"It is {place} o'clock."}])[-1:]
    ]  # fmt: skip
    (events,) = told([spans[::-1]]).values()
    found = [(e.call.id, e.output) for e in events if isinstance(e, Returned)]
    assert found == [("0", "result 0"), ("0#2", "result 1"), ("0#3", "result 2")]
    assert not [event for event in events if isinstance(event, Edited)]


def test_a_word_that_is_a_step_is_kept_once(tmp_path: Path) -> None:
    with opened(tmp_path / "t.duckdb") as store:
        live = LiveTraces(store)
        live.take_protobuf(protobuf(agent(1, start=0, end=200), *talk("genai", TALK, 10, 0)))
        live.close()
        with store.looking() as cur:
            ((body,),) = cur.execute("SELECT body FROM ended_spans").fetchall()
            held = cur.execute("SELECT body FROM events WHERE kind = 'edited'").fetchall()
        assert FIRST.encode() not in body and any(FIRST in str(row) for row in held)


def as_kept_before(spans: list[Any]) -> list[Any]:
    """As spans stood in files of before there were marks."""
    for span in spans:
        marks = span.pop("results", [])
        span.pop("mark", None)
        results = [mark[:2] for mark in marks if mark[0] is not None]
        question = next((mark[1] for mark in marks if mark[0] is None), "")
        span |= {"results": results} if results else {}
        span |= {"question": question} if question else {}
    return spans


def test_spans_of_before_there_were_marks_are_read_and_added_to(tmp_path: Path) -> None:
    spans = talk("genai", TALK[:4], 10, 0.5, parent=None)
    later = talk("genai", TALK[:9], 10, 0.5)[2:]
    with opened(tmp_path / "t.duckdb") as store:
        live = LiveTraces(store)
        live.take_protobuf(protobuf(*spans))
        live.close()
        before = store.events(store.runs()[0].run_id)
        with store._database.writing() as cur:
            (body,) = cur.execute("SELECT body FROM ended_spans").fetchall()[0]
            kept = json.dumps(as_kept_before(json.loads(body))).encode()
            cur.execute("UPDATE ended_spans SET body = ?", [kept])
        live = LiveTraces(store)
        live.take_protobuf(protobuf(*later))
        live.close()
        after = store.events(store.runs()[0].run_id)
        assert after[1 : len(before) - 1] == before[1:-1]  # but for its end
        assert [e.output[:4] for e in after if isinstance(e, Returned)] == ["rain", "sun ", "clou"]
        assert after[0].question == QUESTION
