"""What a fork of a foreign run tells its model: what the trace told, and never ours unsaid."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from otlp_spans import agent, answered, chat, request, said, wished
from streamlit.testing.v1 import AppTest

from agents.errors import BadInput
from agents.events import Edited, Replied
from agents.forking import Edit
from agents.policies import prompts
from agents.policies.registry import PARADIGMS
from dashboard import going_on, proving
from dashboard.fork_answers import fork_object
from dashboard.forks import Change
from dashboard.player.film import film_text
from dashboard.run_rigs import prompt_at, rig_spec, task_at
from dashboard.service import Service
from data.importing import import_paths

HERE = Path(__file__).parent / "traces"
INSPECT, MINI = HERE / "inspect" / "log.json", HERE / "mini_swe_agent"
POLICY = "You sell flights. {tools} is no tool of yours. Never book {0} twice."
CALL = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": '{"to": "OSL"}'}}
TALK: list[dict[str, Any]] = [
    {"role": "user", "content": "Find me a flight to Oslo."},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": "SK1, SK2"},
    {"role": "assistant", "content": "SK1 or SK2?"},
    {"role": "user", "content": "The second one."},
    {"role": "assistant", "content": "SK2 it is."},
]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    opened = Service.open(str(tmp_path / "t.duckdb"))
    yield opened
    opened.close()


def foreign(service: Service, folder: Path, *system: Any, role: str = "system") -> str:
    path = folder / "trace.json"
    told = [{"role": role, "content": each} for each in system]
    path.write_text(json.dumps({"messages": [*told, *TALK]}))
    (run_id,) = import_paths(service.store, [path]).files[0]["runs"]
    return str(run_id)


def told(service: Service, run_id: str, **change: Any) -> tuple[dict[str, Any], list[str]]:
    """The preview, and the texts of the request's messages, tools and settings left out."""
    rig = {"model": "scripted"} | change.pop("rig", {})
    first = going_on.preview(service, run_id, Change(rig=rig, **change))
    parts = [b for b in first.get("blocks", []) if b["part"] not in ("tools", "settings")]
    return first, [block["text"] for block in parts]


@pytest.mark.parametrize("role", ["system", "developer"])
def test_a_fork_in_the_trace_s_own_paradigm_is_told_what_the_trace_was_told_and_no_more(
    service: Service, tmp_path: Path, role: str
) -> None:
    run_id = foreign(service, tmp_path, POLICY, role=role)
    first, texts = told(service, run_id, at=3)
    assert first["system"] == "recorded"
    assert texts[0] == POLICY  # braces and all


def test_a_system_prompt_in_blocks_or_in_two_messages_is_one_text(
    service: Service, tmp_path: Path
) -> None:
    run_id = foreign(service, tmp_path, [{"type": "text", "text": "One."}], "Two.")
    assert told(service, run_id, at=1)[1][0] == "One.\n\nTwo."


@pytest.mark.parametrize("paradigm", [p for p in PARADIGMS if p != "function-calling"])
def test_another_paradigm_says_after_it_how_to_act(
    service: Service, tmp_path: Path, paradigm: str
) -> None:
    run_id = foreign(service, tmp_path, POLICY)
    first, texts = told(service, run_id, at=3, rig={"paradigm": paradigm})
    assert first["system"] == "both"
    assert texts[0].startswith(f"{POLICY}\n\n")
    assert "find" in texts[0].removeprefix(POLICY)


def test_a_fork_of_the_fork_in_another_paradigm_still_knows_it(
    service: Service, tmp_path: Path
) -> None:
    run_id = foreign(service, tmp_path, POLICY)
    (fork,) = going_on.fork(service, run_id, Change(at=3, rig={"model": "scripted"}))
    service.wait(fork)
    assert fork_object(service, fork)["system_prompt"] == "recorded"
    first, texts = told(service, fork, at=3, rig={"paradigm": "react"})
    assert (first["system"], texts[0].startswith(POLICY)) == ("both", True)
    assert proving.replay(service, fork)["ok"]


def played(service: Service, folder: Path, talk: list[dict[str, Any]]) -> str:
    path = folder / "talk.json"
    path.write_text(json.dumps({"messages": talk}))
    (run_id,) = import_paths(service.store, [path]).files[0]["runs"]
    return str(run_id)


@pytest.mark.parametrize("paradigm", ["", *PARADIGMS])
def test_a_fork_begins_with_the_task_as_it_was_put_and_not_with_its_title(
    service: Service, tmp_path: Path, paradigm: str
) -> None:
    """An evaluation's question stands in its prompt among choices and the form of the answer."""
    log = json.loads(INSPECT.read_text())
    question = log["samples"][1]["events"][0]["input"][0]["content"]
    log["samples"][1]["events"][0]["input"][0]["content"] = f"Answer A or B. {question}"
    (tmp_path / "log.json").write_text(json.dumps(log))
    run_id = import_paths(service.store, [tmp_path / "log.json"]).files[0]["runs"][1]
    assert service.run(run_id).question == question
    reply = next(e for e in service.events(run_id) if isinstance(e, Replied))
    put = [li.body for li in service.store.request(reply.request) if li.part == "question"]
    assert "Answer A or B." in put[0]
    rig = {"paradigm": paradigm} if paradigm else {}
    _, texts = told(service, run_id, at=1, rig=rig)
    assert [json.loads(body)["content"] for body in put] == texts[1:2]


def begun_late(service: Service, folder: Path, *before: Any) -> str:
    """A trace of one call, whose request goes on with a conversation."""
    path = folder / "spans.json"
    call = chat(2, [*before, said("user", "And back?")], said("assistant", "SK9."))
    path.write_text(json.dumps(request(agent(1), call)))
    (run_id,) = import_paths(service.store, [path]).files[0]["runs"]
    return str(run_id)


def test_what_was_said_before_the_run_began_is_said_again(service: Service, tmp_path: Path) -> None:
    run_id = begun_late(
        service, tmp_path, said("user", "Find me a flight to Oslo."),
        wished("c1", "find", to="OSL"), answered("c1", "SK1, SK2"), said("assistant", "SK2 it is."),
    )  # fmt: skip
    for paradigm in PARADIGMS:
        rig = {"paradigm": paradigm, "model": "scripted"}
        _, texts = told(service, run_id, at=1, rig=rig)
        held = "\n".join(texts)
        places = [held.find(t) for t in ("to Oslo.", "OSL", "SK1, SK2", "SK2 it is.", "And back?")]
        assert places == sorted(places) and places[0] > 0
        (fork,) = going_on.fork(service, run_id, Change(at=1, rig=rig))
        service.wait(fork)
        assert proving.replay(service, fork)["ok"]


def test_a_call_without_a_result_is_in_no_request_of_a_fork(
    service: Service, tmp_path: Path
) -> None:
    """Providers refuse one, and a result that answers nothing."""
    run_id = begun_late(
        service, tmp_path, said("user", "Well?"), wished("c1", "find"), answered("c2", "SK1"),
    )  # fmt: skip
    assert told(service, run_id, at=1)[1][1:] == ["Well?", "And back?"]


def test_another_question_takes_the_place_of_the_task_as_it_was_put_and_of_nothing_before(
    service: Service, tmp_path: Path
) -> None:
    run_id = begun_late(service, tmp_path, said("user", "Well?"), said("assistant", "SK2."))
    run, events = service.run(run_id), service.events(run_id)
    assert task_at(service.store, run, events, 1) == "And back?"
    edit = Edit(target="question", value="And on?")
    assert told(service, run_id, at=1, edits=(edit,))[1][1:] == ["Well?", "SK2.", "And on?"]
    more = Edit(target="follow_up", value="Soon.")
    _, texts = told(service, run_id, at=1, edits=(edit, more))
    assert texts[1:] == ["Well?", "SK2.", "And on?", "Soon."]
    (fork,) = going_on.fork(service, run_id, Change(at=1, edits=(edit,), rig={"model": "scripted"}))
    service.wait(fork)
    assert task_at(service.store, service.run(fork), service.events(fork), 2) == "And on?"
    assert proving.replay(service, fork)["ok"]


def test_a_picture_that_cannot_be_sent_on_is_named(service: Service, tmp_path: Path) -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
    asked = {"role": "user", "content": [{"type": "text", "text": "What is it?"}, picture]}
    run_id = played(service, tmp_path, [asked, {"role": "assistant", "content": "A cat."}])
    first, texts = told(service, run_id, at=1)
    assert (first["not_sent"], texts[-1]) == ({"image_url": 1}, "What is it?")


def test_a_plain_conversation_is_told_nothing_of_tools(service: Service, tmp_path: Path) -> None:
    talk = [{"role": "system", "content": "Say yes or no."}, {"role": "user", "content": "Well?"},
            {"role": "assistant", "content": "Yes."}, {"role": "user", "content": "Sure?"},
            {"role": "assistant", "content": "No."}]  # fmt: skip
    run_id = played(service, tmp_path, talk)
    first, texts = told(service, run_id, at=3)
    assert (first["system"], texts) == ("recorded", ["Say yes or no.", "Well?", "Yes.", "Sure?"])


def test_a_prompt_that_asks_for_another_form_of_action_is_followed_by_ours(
    service: Service,
) -> None:
    """Nobody here reads a shell command in a fence: the model has to be told our form too."""
    found = import_paths(service.store, sorted(MINI.iterdir())[:1])
    run_id = found.files[0]["runs"][0]
    assert service.run(run_id).paradigm == "react"
    first, texts = told(service, run_id, at=3, rig={"paradigm": "react"})
    assert first["system"] == "both"
    assert "Action Input:" in texts[0]


def test_where_the_trace_tells_no_system_prompt_ours_is_sent_and_that_is_said(
    service: Service, tmp_path: Path
) -> None:
    first, texts = told(service, foreign(service, tmp_path), at=3)
    assert (first["system"], texts[0]) == ("own", prompts.FUNCTION_CALLING)
    assert first["bare_tools"] == 1  # `find`, of which the trace tells no description


def test_a_change_of_the_system_prompt_begins_with_what_stands_there(
    service: Service, tmp_path: Path
) -> None:
    run_id = foreign(service, tmp_path, POLICY)
    run, events = service.run(run_id), service.events(run_id)
    assert prompt_at(service.store, run, events, 3) == POLICY
    edit = Edit(target="system", value="Sell trains.")
    first, texts = told(service, run_id, at=3, edits=(edit,))
    assert (first["system"], texts[0]) == ("edited", "Sell trains.")
    _, texts = told(service, run_id, at=3, edits=(edit,), rig={"paradigm": "react"})
    assert texts[0].startswith("Sell trains.\n\n")
    assert "Final Answer" in texts[0]
    (fork,) = going_on.fork(service, run_id, Change(at=3, edits=(edit,), rig={"model": "scripted"}))
    service.wait(fork)
    forked = service.run(fork)
    assert prompt_at(service.store, forked, service.events(fork), 4) == "Sell trains."
    assert fork_object(service, fork)["system_prompt"] == "edited"
    assert proving.replay(service, fork)["ok"]


@pytest.mark.parametrize("paradigm", ["plan-execute", "plan-replan"])
def test_a_plan_is_told_the_conversation_and_not_the_last_word_alone(
    service: Service, tmp_path: Path, paradigm: str
) -> None:
    """“The second one.” says nothing without what was said before it."""
    run_id = foreign(service, tmp_path, POLICY)
    _, texts = told(service, run_id, at=5, rig={"paradigm": paradigm})
    assert texts[1:4] == ["Find me a flight to Oslo.", "SK1 or SK2?", "The second one."]
    assert "SK1, SK2" in texts[4]  # what was found


def test_a_changed_prompt_of_a_plan_leaves_each_role_its_own(
    service: Service, tmp_path: Path
) -> None:
    run_id = foreign(service, tmp_path)
    edit = Edit(target="system", value="Answer in French.")
    change = Change(at=1, edits=(edit,), rig={"model": "scripted", "paradigm": "plan-replan"})
    (fork,) = going_on.fork(service, run_id, change)
    service.wait(fork)
    asked = [e for e in service.events(fork) if isinstance(e, Replied) and e.actor != "agent"]
    systems = {
        e.actor: next(li.body for li in service.store.request(e.request) if li.part == "system")
        for e in asked
    }
    assert set(systems) == {"planner", "evaluator", "synthesizer"}
    assert len(set(systems.values())) == 3
    assert all("Answer in French.\\n\\n" in body for body in systems.values())


def test_a_fork_bears_the_title_of_its_run_until_a_person_here_asks_something_else(
    service: Service, tmp_path: Path
) -> None:
    run_id = foreign(service, tmp_path)
    further = Edit(target="follow_up", value="And back?")
    other = Edit(target="question", value="Find me a train.")
    for edits, title in (
        ((), "Find me a flight to Oslo."),
        ((further,), "And back?"),
        ((other,), "Find me a train."),
    ):
        change = Change(at=5, edits=edits, rig={"model": "scripted"})
        (fork,) = going_on.fork(service, run_id, change)
        assert service.run(fork).question == title
        service.wait(fork)


@pytest.mark.parametrize("target", ["question", "follow_up", "system"])
def test_an_empty_word_is_refused_before_anything_is_spent(
    service: Service, tmp_path: Path, target: Any
) -> None:
    run_id = foreign(service, tmp_path)
    before = service.store.runs()
    with pytest.raises(BadInput, match="is empty: write one"):
        going_on.fork(service, run_id, Change(at=4, edits=(Edit(target=target, value=" \n"),)))
    assert len(service.store.runs()) == len(before)


def test_what_a_foreign_run_took_counts_for_no_limit_that_it_never_had(
    service: Service, tmp_path: Path
) -> None:
    path = tmp_path / "long.json"
    talk = [{"role": "assistant" if i % 2 else "user", "content": f"{i}"} for i in range(40)]
    path.write_text(json.dumps({"messages": talk}))
    (run_id,) = import_paths(service.store, [path]).files[0]["runs"]
    events = service.events(run_id)
    at = max(i for i, e in enumerate(events) if isinstance(e, Edited))
    first, _ = told(service, run_id, at=at + 1)
    assert (first["next"], first["limit"]) == ("ask", "")
    run = service.run(run_id)
    assert rig_spec(run, events[: at + 1]).limits.max_iterations == 10 + 19
    first, _ = told(service, run_id, at=at + 1, rig={"limits": {"max_iterations": 5}})
    assert "19 of 5 iterations" in first["limit"]


def test_limits_of_any_size_can_be_shown() -> None:
    """A foreign run of 2,000 model calls was none that the form could show."""

    def form() -> None:
        from types import SimpleNamespace

        from agents.rig import Limits, RigSpec
        from dashboard.panels.fork_rig import rig_changes

        limits = Limits(max_iterations=200_010, max_tool_calls=100_000, max_tokens=10**9)
        run: Any = SimpleNamespace(run_id="r1", source="")
        told = rig_changes(run, RigSpec(paradigm="react", limits=limits))
        assert RigSpec.model_validate({**told, "writes": "ask"}).limits == limits

    app = AppTest.from_function(form, default_timeout=60).run()
    assert not app.exception


def test_a_fork_of_a_trace_without_times_says_whose_first_events_have_none(
    service: Service, tmp_path: Path
) -> None:
    """Its player would else reckon with the date of a file."""
    run_id = foreign(service, tmp_path)
    (fork,) = going_on.fork(service, run_id, Change(at=3, rig={"model": "scripted"}))
    service.wait(fork)
    (again,) = going_on.fork(service, fork, Change(at=4, rig={"model": "scripted"}))
    service.wait(again)
    dated = [json.loads(film_text(service, one, 0))["dated"] for one in (run_id, fork, again)]
    assert dated == [False, False, False]
