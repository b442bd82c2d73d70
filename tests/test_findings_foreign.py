"""Findings of runs that others recorded: what is no failure must not be found."""

from __future__ import annotations

import time
from typing import Any

import pytest
from imported import Told, import_lines, import_value

from agents.branches import BACK
from agents.events import Event, Reading, Replied, Returned, Started
from agents.messages import Call
from data.findings import Finding, findings
from data.findings.requests import beside_of
from tests.test_findings import AT, replied, told

ASK = {"role": "user", "content": "Revenue of Meta?"}
CALL = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
CALLED = [{"role": "assistant", "content": None, "tool_calls": [CALL]},
          {"role": "tool", "tool_call_id": "c1", "content": "see above"}]  # fmt: skip


def chat(*messages: dict[str, Any], tools: Any = None) -> Told:
    *asked, last = messages
    reply = {"choices": [{"message": last, "finish_reason": "stop"}]}
    request = {"model": "m", "messages": asked, **({"tools": tools} if tools else {})}
    return import_value({"request": request, "response": reply})


def found(run: Told, kind: str) -> list[Finding]:
    events = run.events()
    return [f for f in findings(events, beside=beside_of(events, run.store.request))
            if f.kind == kind]  # fmt: skip


def said(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


@pytest.mark.parametrize(
    ("shown", "supported"),
    [
        ({"role": "system", "content": "Meta earned 40.1 billion."}, True),
        ({"role": "user", "content": "Context: Meta earned 40.1 billion."}, True),
        (said("Thought: hm\nFunction Output: {'earned': 40.1}\nThought: so it is 3.7"), True),
        (said([{"type": "text", "text": "Observation: 40.1"}]), True),  # type: ignore[arg-type]
        (said("I guess that it earned 40.1 billion."), False),
        ({"role": "user", "content": "Meta earned 3.7 billion."}, False),
    ],
)
def test_what_stands_only_in_the_request_supports_an_answer(
    shown: dict[str, Any], supported: bool
) -> None:
    """But what the model itself had said before does not."""
    run = chat(shown, ASK, *CALLED, said("Meta earned 40.1 billion."))
    assert (found(run, "unsupported_answer") == []) is supported


def test_a_chat_without_tools_need_not_have_looked_anything_up() -> None:
    answer = said("I have reviewed your revenue question. “It was about 40.1 billion”, in 2023.")
    assert found(chat(ASK, answer), "unsupported_answer") == []
    tools = [{"type": "function", "function": {"name": "look", "parameters": {}}}]
    assert found(chat(ASK, answer, tools=tools), "unsupported_answer")
    searched = said("I searched the newest annual reports.")
    assert found(chat(ASK, searched), "unsupported_answer")


@pytest.mark.parametrize(
    ("answer", "supported"),
    [
        ('{"comment": "Nothing was found in this quarter", "why": null}', True),
        ('{"comment": "Nothing was found in 2023"}', False),
        ("So:\n```python\nrun(4711, 'x')\nprint(\"one two three four five\")\n```\nDone.", True),
        ("So:\n```\ncut off 4711", True),
        ('It gave {"note": "one two three four five"}.', True),
        ('Call it with text="one two three four five".', True),
        ('The note says: "one two three four five".', False),
        ('"one two three four five" was the answer.', False),
        ("{" * 3000 + '"one two three four five"', False),
    ],
)
def test_values_of_records_and_code_are_no_quotations(answer: str, supported: bool) -> None:
    events = told("Any news?", ("look", {}, {"text": "old"}), answer=answer)
    got = [f for f in findings(events) if f.kind == "unsupported_answer"]
    assert (got == []) is supported


def test_an_agent_is_not_blamed_for_what_it_said_on_its_way() -> None:
    on_its_way = said("Let us see whether it was 4711 billion.")
    wish = {**CALLED[0], "content": "Or 4712?"}
    run = chat(ASK, on_its_way, *CALLED, wish)
    assert found(run, "unsupported_answer") == []
    assert found(chat(ASK, *CALLED, on_its_way), "unsupported_answer")


def test_a_command_for_a_client_is_the_task_that_its_prompt_says() -> None:
    """Of `/init` the file tells the prompt that it stands for as a message of its own."""
    about = {"sessionId": "s", "timestamp": "2025-03-04T10:00:00Z"}

    def line(role: str, uuid: str, content: Any, **more: Any) -> dict[str, Any]:
        message = {"role": role, "content": content, **({"id": uuid} if role != "user" else {})}
        return {"type": role, "uuid": uuid, "message": message, **about, **more}

    def looked(number: int, pattern: str, result: str) -> list[dict[str, Any]]:
        wish = {"type": "tool_use", "id": f"t{number}", "name": "Glob",
                "input": {"pattern": pattern}}  # fmt: skip
        back = {"type": "tool_result", "tool_use_id": f"t{number}", "content": result}
        return [line("assistant", f"a{number}", [wish]), line("user", f"r{number}", [back])]

    command = "<command-name>/init</command-name><command-message>init</command-message>"
    prompt = "Look at package manifests and the licence, then write CLAUDE.md."
    lines = [
        line("user", "u1", command),
        line("user", "u2", [{"type": "text", "text": prompt}], isMeta=True),
        *looked(1, "src", "main.py"),
        *looked(2, "package", "No files found"),
        *looked(3, "licence", "No files found"),
    ]
    run = import_lines(lines)
    assert found(run, "goal_drift") == []
    assert found(import_lines([lines[0], *lines[2:]]), "goal_drift")


def test_a_list_that_is_kept_is_no_search_that_is_reworded() -> None:
    def listed(*states: str) -> Any:
        tasks = [{"task": f"design the feature {n}", "state": s} for n, s in enumerate(states)]
        return ("TodoWrite", {"todos": tasks}, "The list was changed.")

    events = told(
        "Design the feature.", listed("open", "open"), listed("done", "open"), listed("done")
    )
    assert findings(events) == []
    searches = [("search", {"q": f"design the feature {n}"}, "The same page.") for n in "abc"]
    assert [f.kind for f in findings(told("Design it.", *searches))] == ["local_optimum"]


REFUSED = ("Edit", {"file": "a.py"}, "File has not been read yet. Read it first.", "error")


def test_what_was_refused_until_something_else_was_done_was_heeded() -> None:
    read, edited = ("Read", {"file": "a.py"}, "x = 1"), (*REFUSED[:2], "changed")
    thought = ("think", {"thought": "It must work."}, "")
    assert findings(told("Edit a.py", REFUSED, read, edited)) == []
    for between in ([], [thought]):
        events = told("Edit a.py", REFUSED, *between, edited)
        assert [f.kind for f in findings(events)] == ["ignored_observation"]


def test_a_thought_that_is_written_as_an_action_is_no_drift_and_says_nothing() -> None:
    look = ("search", {"q": "cable"}, "[B1] red cable")
    thoughts = [("think", {"input": text}, "OK.") for text in ("This seems fine.", "Buying now.")]
    assert findings(told("A red cable?", look, *thoughts)) == []
    empty = [("think", {"input": ""}, ""), look, ("think", {"input": ""}, "")]
    assert findings(told("A red cable?", *empty)) == []
    clicks = [("click", {"input": text}, "OK.") for text in ("Banana bread", "Wedding dress")]
    assert [f.kind for f in findings(told("A red cable?", look, *clicks))] == ["goal_drift"]
    twice = [clicks[0], ("search", {"q": "red"}, "[B2] red cord"), clicks[0]]
    assert findings(told("A red cable?", look, *twice)) == []


def test_a_form_without_thoughts_misses_none() -> None:
    def acted(text: str) -> list[Event]:
        events = told("A red cable?", ("look", {"q": "red"}, "cable"), ("look", {}, "cord"))
        return [events[0], *(_worded(e, text) if isinstance(e, Replied) else e for e in events[1:])]

    def _worded(reply: Replied, text: str) -> Replied:
        return replied(reply.reading, text=text if reply.reading.calls else reply.text)

    assert findings(acted("Action: look[red]")) == []
    blank = findings(acted("Thought:\nAction: look[red]"))
    assert [(f.kind, f.seqs) for f in blank] == [("format_drift", (1, 3))]


def branched(*moves: tuple[int | None, str, str, str]) -> list[Event]:
    """(what it goes on from where that is not the event before, argument, output, outcome)."""
    events: list[Event] = [Started(AT, "Find the red cable.", {})]
    for number, (back, query, output, outcome) in enumerate(moves):
        call = Call(f"c{number}", "look", {"q": query})
        notes = () if back is None else (f"{BACK}{back}",)
        events.append(replied(Reading(calls=(call,)), notes=notes))
        events.append(Returned(call, AT, AT, outcome, output))  # type: ignore[arg-type]
    return events


def test_branches_that_cannot_see_each_other_repeat_nothing() -> None:
    """A search over a tree tries the same again where it went back; a path that repeats itself is
    found, and once."""
    start, again = (None, "red cable", "cable 1", "ok"), (2, "red", "not found", "ok")
    branches = branched(start, (None, "red", "not found", "ok"), again, again, again)
    assert findings(branches) == []
    seen = findings(branched(start, again, (None, "red", "not found", "ok"), again))
    assert [(f.kind, f.seqs) for f in seen] == [("ignored_observation", (4, 6))]
    bad = (None, "red", "down", "error")
    worse = (None, "cable", "down", "error")
    others = [(6, f"red {n}", "down", "error") for n in (1, 2)]
    streak = findings(branched(start, bad, worse, (6, "a", "no", "ok"), *others))
    assert [(f.kind, f.seqs) for f in streak] == [("failure_streak", (4, 6, 10))]


def test_a_tree_that_branches_at_every_step_is_read_in_time() -> None:
    moves = [(2 * n - 2 if n % 2 else None, f"red {n}", "down", "error") for n in range(6000)]
    begun = time.monotonic()
    assert findings(branched(*moves))
    assert time.monotonic() - begun < 5


def test_json_that_is_nested_deeper_than_anybody_reads_is_a_text() -> None:
    for deep in ("[" * 600 + "4711" + "]" * 600, '{"a":' * 600 + "4711" + "}" * 600):
        got = findings(told("Any news?", ("look", {}, deep), answer=deep))
        assert got == []
