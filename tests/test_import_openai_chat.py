"""Chat completions as people keep them: logs of a loop, batches, training sets, bare messages."""

from __future__ import annotations

import json

import pytest
from imported import TRACES, import_lines, import_one, import_value

from agents.events import Edited
from agents.repeats import UNTOLD

FOLDER = TRACES / "openai_chat"


def test_requests_that_go_on_where_one_ended_are_one_run() -> None:
    told = import_one(FOLDER / "loop.jsonl")
    assert (told["traces"], told["model_calls"], told["tool_calls"]) == (2, 5, 3)
    replies = told.replies()
    assert [r.usage.input_tokens for r in replies] == [50, None, 90, 120]
    assert (told["input_tokens"], told["cached_tokens"]) == (50 + 90 + 5 + 120, 40)
    assert "request_rebuilt" not in replies[0].notes


def test_equal_ids_in_one_reply_are_paired_in_their_order() -> None:
    found = import_one(FOLDER / "loop.jsonl").results()
    assert [(r.call.arguments["city"], r.output) for r in found] == [
        ("Oslo", "rain"),
        ("Rome", "sun"),
    ]


def test_a_refused_request_that_is_sent_again_is_a_retry_in_the_same_run() -> None:
    told = import_one(FOLDER / "loop.jsonl")
    failed = told.replies()[1]
    assert (failed.finish, failed.text, told["errors"]) == ("error", "Rate limit reached", 1)
    assert failed.request == told.replies()[2].request


def test_a_stream_is_put_together_and_a_further_question_is_an_event() -> None:
    told = import_one(FOLDER / "loop.jsonl")
    last = told.replies()[-1]
    assert last.reading.calls[0].arguments == {"city": "Bergen"}
    (more,) = [event for event in told.events() if isinstance(event, Edited)]
    assert (more.target, more.value) == ("follow_up", "Thanks. And Bergen?")
    assert told.row().question.startswith("Rain in Oslo and Rome?")
    assert told.row().status == "interrupted" and told.lost("calls without a result") == 1


def test_the_request_is_as_it_was_sent() -> None:
    told = import_one(FOLDER / "loop.jsonl")
    bodies = [json.loads(body) for body in told.bodies(told.replies()[0])]
    assert [body.get("role", "") for body in bodies] == ["", "developer", "user", ""]
    assert bodies[-1] == {"model": "gpt-4o", "temperature": 0}


def test_each_line_of_a_batch_is_a_run_and_a_failed_one_an_error() -> None:
    told = import_one(FOLDER / "batch_output.jsonl")
    assert (told["traces"], told["model_calls"], told["errors"]) == (2, 2, 1)
    good, bad = (told.row(run) for run in told["runs"])
    assert (good.label, good.answer, good.status) == (
        "one",
        "Rain in Oslo, sun in Rome.",
        "success",
    )
    assert (bad.label, bad.status) == ("two", "error")


def test_bare_messages_are_a_run_whose_requests_are_rebuilt() -> None:
    told = import_one(FOLDER / "messages.json")
    first, last = told.replies()
    assert first.reading.calls[0].raw == "not json" and first.notes == ("request_rebuilt",)
    assert told.results()[0].output == "rain" and told["input_tokens"] is None
    assert (last.finish, last.text) == ("refusal", "I cannot say.")


def test_each_line_of_a_training_set_is_a_run() -> None:
    told = import_one(FOLDER / "training.jsonl")
    assert (told["traces"], told["model_calls"]) == (2, 2)
    assert told.lost("lines that are no JSON") == 1


def test_thought_and_action_in_text_are_named_react() -> None:
    text = "Thought: I look.\nAction: search\nAction Input: {}"
    told = import_value([{"role": "user", "content": "?"}, {"role": "assistant", "content": text}])
    assert told.row().paradigm == "react"


def test_chunks_on_lines_are_one_reply() -> None:
    chunk = {"object": "chat.completion.chunk", "id": "x", "created": 1741082400, "model": "m"}
    told = import_lines(
        [{**chunk, "choices": [{"index": 0, "delta": {"content": text}}]} for text in ("Hel", "lo")]
    )
    assert (told["model_calls"], told.replies()[0].text) == (1, "Hello")


def test_further_choices_are_told_as_lost() -> None:
    choices = [{"index": n, "message": {"role": "assistant", "content": str(n)}} for n in range(3)]
    told = import_value({"object": "chat.completion", "choices": choices})
    assert told.replies()[0].text == "0" and told.lost("further choices") == 2


@pytest.mark.parametrize("asker", [{}, {"name": "user"}])
def test_what_another_agent_says_in_the_users_name_is_no_question(asker: dict[str, str]) -> None:
    """A team's agent is sent what the others say as the user's, with their names."""
    told = import_value({
        "messages": [
            {"role": "user", "content": "A poem?", **asker},
            {"role": "user", "content": "Leaves fall.", "name": "poet"},
            {"role": "assistant", "content": "More verbs.", "name": "critic"},
            {"role": "user", "content": "Leaves fell.", "name": ["poet"]},
            {"role": "user", "content": "Leaves fell down.", "name": "poet"},
            {"role": "assistant", "content": "Good.", "name": "critic"},
            {"role": "user", "content": "Shorter.", **asker},
        ]
    })  # fmt: skip
    later = [event.value for event in told.events() if isinstance(event, Edited)]
    assert told.row().question == "A poem?" and told["model_calls"] == 2
    assert later == ["Leaves fell.", "Shorter."]
    assert told.lost("messages in the user's name that bear another") == 2
    first = [link for link in told.store.request(told.replies()[0].request) if link.role == "user"]
    assert [link.part for link in first] == ["question", "note"] and "Leaves" in first[1].body


def test_an_observation_in_the_users_name_is_the_result_of_the_call_that_waits() -> None:
    """Agents that call tools in code say it so, and their replies are of no known text form."""
    call = {"id": "c1", "type": "function", "function": {"name": "search", "arguments": "{}"}}
    told = import_value({
        "messages": [
            {"role": "user", "content": "Rain?"},
            {"role": "assistant", "content": "Code:\nsearch()"},
            {"role": "user", "content": "Observation:\nrain"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "user", "content": "Observation: sun"},
        ]
    })  # fmt: skip
    found = [(r.call.name, r.output, r.notes) for r in told.results()]
    assert found == [("action", "rain", ("no call", UNTOLD)), ("search", "sun", ())]
    assert not [event for event in told.events() if isinstance(event, Edited)]
