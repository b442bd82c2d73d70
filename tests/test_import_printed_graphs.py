"""LangGraph's printed runs, and captures of a proxy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reading_traces import told

from agents.events import Edited

GRAPHS = Path(__file__).parent / "traces" / "plan_execute"


def test_pretty_messages_with_calls_and_results() -> None:
    with told("plan_execute/pretty.txt") as found:
        assert found.counts() == (1, 2, 1, 1)
        first, _ = found.replies()
        assert first.text == "Let me look."
        assert first.reading.calls[0].arguments == {"q": "flight"}
        assert found.run().answer == "I do not know."
        assert found.results()[0].output == "Error: no such flight"


def test_printed_nodes_with_a_plan() -> None:
    with told("plan_execute/nodes.txt") as found:
        assert found.run().paradigm == "plan-execute"
        assert found.tokens() == (177, None, 18)
        planned, _, again, _ = found.replies()
        assert planned.reading.plan is not None
        assert [step.task for step in planned.reading.plan.steps] == [
            "Find the bridge", "Say its age",
        ]  # fmt: skip
        assert (planned.actor, again.actor) == ("planner", "replanner")
        assert found.results()[0].output == "It's of 1820."
        assert found.lost("node/supervisor") == 1
        assert found.lost("neither a message nor a node") == 1


def test_nothing_that_is_printed_is_run(tmp_path: Path) -> None:
    mark, path = tmp_path / "ran", tmp_path / "evil.txt"
    call = f"__import__('pathlib').Path({str(mark)!r}).touch()"
    path.write_text(f"{{'agent': {{'messages': [AIMessage(content={call})], 'plan': ['x']}}}}\n")
    with told(path) as found:
        assert found.report["model_calls"] == 2
    assert not mark.exists()


def test_a_web_socket_answers_one_create_after_the_other() -> None:
    with told("proxy_capture/ws.jsonl") as found:
        assert found.counts() == (1, 2, 1, 0)
        assert found.tokens() == (50, 8, 9)
        assert (found.run().question, found.run().answer) == ("Where am I?", "In /w.")
        assert "request_rebuilt" not in found.replies()[0].notes
        assert "sk-secret" not in json.dumps(dict(found.run().rig))


def test_what_a_socket_tells_piece_by_piece_is_put_together(tmp_path: Path) -> None:
    """`response.completed` may hold no output; its items and its times stand beside it."""

    def answer(number: int, item: dict[str, Any] | None) -> list[dict[str, Any]]:
        at = {"created_at": 1_777_689_290 + number, "completed_at": 1_777_689_291 + number}
        done = {"id": f"r{number}", "status": "completed", "output": [], **at}
        told = [{"type": "response.output_item.done", "item": item}] if item else []
        return [*told, {"type": "response.completed", "response": done}]

    call = {"type": "function_call", "call_id": "c", "name": "sh", "arguments": '{"cmd": "pwd"}'}
    said = {"type": "message", "role": "assistant",
            "content": [{"type": "output_text", "text": "In /w."}]}  # fmt: skip
    back = {"type": "function_call_output", "call_id": "c", "output": "/w"}
    inputs: list[Any] = [[], [{"role": "user", "content": "Where?"}], [back]]
    sent = [{"type": "response.create", "model": "m", "input": i} for i in inputs]
    sent[0]["generate"] = False
    events = [e for n, item in enumerate((None, call, said)) for e in answer(n, item)]
    line = {"timestamp": "2026-05-02T02:34:55Z", "duration_ms": 8648,
            "request": {"method": "WEBSOCKET", "path": "/r", "body": {}, "ws_events": sent},
            "response": {"status": 101, "ws_events": events}}  # fmt: skip
    path = tmp_path / "ws.jsonl"
    path.write_text(json.dumps(line) + "\n")
    with told(path) as found:
        ahead, asks, answers = found.replies()
        assert ahead.reading.fault is None and "not to be answered" in ahead.notes[0]
        assert [c.arguments for c in asks.reading.calls] == [{"cmd": "pwd"}]
        assert [r.output for r in found.results()] == ["/w"]
        assert answers.ended_at - answers.started_at == 1
        assert (found.run().status, found.run().answer) == ("success", "In /w.")


def test_what_a_program_says_in_the_users_name_is_no_question(tmp_path: Path) -> None:
    def says(*texts: str) -> list[dict[str, Any]]:
        return [{"type": "message", "role": "user", "content": text} for text in texts]

    rules, asked, more = "# AGENTS.md instructions\nBe brief.", "Where am I?", "And now?"
    turns = [says(rules), says(rules, asked), says(rules, asked, more)]
    path = tmp_path / "codex.jsonl"
    lines = [
        {"timestamp": f"2026-05-02T02:34:5{at}Z", "request_id": f"r{at}", "duration_ms": 10,
         "request": {"method": "POST", "path": "/v1/responses", "body": {"model": "m", "input": t}},
         "response": {"status": 200, "body": {"output": says("ok")}}}
        for at, t in enumerate(turns)
    ]  # fmt: skip
    for first in (0, 1):
        path.write_text("".join(json.dumps(line) + "\n" for line in lines[first:]))
        with told(path) as found:
            assert found.run().question == asked
            events = found.store.events(found.run().run_id)
            assert [e.value for e in events if isinstance(e, Edited)] == [more]


def test_requests_that_say_everything_again_tell_a_result_once() -> None:
    with told("proxy_capture/http.jsonl") as found:
        # a tool that failed, and a request that was refused
        assert found.counts() == (1, 3, 1, 2)
        assert found.tokens() == (110, 100, 4)
        assert [r.output for r in found.results()] == ["a b"]
        refused = found.replies()[-1]
        assert (refused.finish, refused.text) == ("error", "Overloaded")


def test_a_request_that_goes_on_by_an_id_alone_holds_what_came_before(tmp_path: Path) -> None:
    def line(sent: dict[str, Any], back: dict[str, Any]) -> str:
        request = {"method": "POST", "path": "/v1/responses", "body": {"model": "gpt", **sent}}
        return json.dumps({"request": request, "response": {"status": 200, "body": back}})

    def said(native: str, text: str) -> dict[str, Any]:
        content = [{"type": "output_text", "text": text}]
        message = {"type": "message", "role": "assistant", "content": content}
        return {"id": native, "object": "response", "output": [message]}

    path = tmp_path / "p.jsonl"
    path.write_text("\n".join([
        line({"input": "One?", "instructions": "Be brief."}, said("r1", "1")),
        line({"input": "Two?", "previous_response_id": "r1"}, said("r2", "2")),
        line({"input": "Else?", "previous_response_id": "gone"}, said("r3", "3")),
    ]))  # fmt: skip
    with told(path) as found:
        asked = [[part for part, _ in found.asked(reply)] for reply in found.replies()]
        assert asked == [["system", "question"], ["question", "reasoning", "question"],
                         ["question"]]  # fmt: skip
        assert found.lost("which is not in the file") == 1
        assert found.run().question == "One?"


def test_an_answer_in_a_call_that_is_made_to_give_it_is_the_answer(tmp_path: Path) -> None:
    text = (GRAPHS / "pretty.txt").read_text()
    end = "================================== Ai Message ==================================\n"
    call = "Tool Calls:\n  Submit (c9)\n Call ID: c9\n  Args:\n    final_answer: Steve did.\n"
    path = tmp_path / "p.txt"
    path.write_text(f"{text.rstrip()}\n{end}{call}")
    with told(path) as found:
        assert (found.run().status, found.run().answer) == ("success", "Steve did.")
