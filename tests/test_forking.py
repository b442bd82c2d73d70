"""Going on from any event of any run, on any rig, with something changed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import pytest

from agents.asking import request_of
from agents.errors import BadInput
from agents.events import Edited, Event, Replied, Returned, Started, Stopped
from agents.forking import Edit, edited, onwards, prefix, state_at
from agents.loop import next_move
from agents.messages import Request, Wire
from agents.policies.base import Ask
from agents.policies.registry import PARADIGMS
from agents.recording import Leg, replay
from agents.rig import Limits, Rig
from agents.state import fold
from tests.rigs import Ran, play, play_scenario, rig
from tests.valid import valid_for_every_provider

PAIRS = [(a, b) for a in PARADIGMS for b in PARADIGMS]
SCENARIOS = ["larkspur-4", "project-x", "project-x-inner"]


def fork(ran: Ran, at: int, using: Rig, *edits: Edit) -> Ran:
    before = prefix(ran.events, at)
    own = edited(fold(before), edits, using)
    events = [*before, *(event for event, _ in own)]
    forked = play(onwards(using, before), before=events)
    wires: list[Wire] = [*ran.wires[:at], *(sent for _, sent in own), *forked.wires[len(events) :]]
    return Ran(forked.events, wires, forked.state)


def requests(events: Sequence[Event], using: Rig, since: int) -> list[Request]:
    """What the rig asks after each prefix from `since` on."""
    found = []
    for k in range(since, len(events)):
        state = fold(events[:k])
        if state.open and isinstance(move := next_move(state, using), Ask):
            found.append(request_of(move, using))
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(("first", "then"), PAIRS)
def test_any_paradigm_goes_on_from_any_event_of_any_other(
    scenario: str, first: str, then: str
) -> None:
    ran = play_scenario(scenario, first)
    for at in range(1, len(ran.events) + 1):
        using = rig(scenario, then)
        forked = fork(ran, at, using)
        assert forked.events[:at] == ran.events[:at]
        assert isinstance(forked.events[-1], Stopped), (at, forked.events[-1])
        assert forked.state.stopped is not None
        # a fixed plan has no way to replan what the other form's evaluator had rejected
        rejected = (first, then) == ("plan-replan", "plan-execute")
        allowed = {"success", "partial"} if rejected else {"success"}
        assert forked.state.stopped.status in allowed, (at, forked.state.stopped)
        assert forked.state.stopped.answer
        for request in requests(forked.events, using, at):
            valid_for_every_provider(request)


@pytest.mark.parametrize(("first", "then"), PAIRS)
def test_a_fork_is_played_again_from_its_record_on_both_its_rigs(first: str, then: str) -> None:
    ran = play_scenario("larkspur-4", first)
    for at in range(1, len(ran.events), 2):
        forked = fork(ran, at, rig("larkspur-4", then))
        record = list(zip(forked.events, forked.wires, strict=True))
        legs = [Leg(0, rig("larkspur-4", first)), Leg(at, rig("larkspur-4", then))]
        played = asyncio.run(replay(record, legs))
        assert played.identical, (at, played.equal, played.recorded)


@pytest.mark.parametrize(("first", "then"), PAIRS)
def test_another_question_and_a_follow_up_are_answered_in_every_paradigm(
    first: str, then: str
) -> None:
    ran = play_scenario("larkspur-4", first)
    whole = len(ran.events)
    using = rig("larkspur-4", then)
    for at, target in ((1, "question"), (3, "question"), (whole - 1, "follow_up"),
                       (whole, "follow_up"), (whole, "question")):  # fmt: skip
        edit = Edit(target=target, value="Can a Larkspur trial be extended, and by how long?")
        forked = fork(ran, at, using, edit)
        assert isinstance(forked.events[at], Edited)
        assert any(isinstance(e, Replied) for e in forked.events[at + 1 :]), (at, target)
        assert isinstance(forked.events[-1], Stopped)
        for request in requests(forked.events, using, at + 1):
            valid_for_every_provider(request)
            assert any("be extended" in m.text for m in request.messages), (at, target)


@pytest.mark.parametrize("paradigm", PARADIGMS)
def test_another_observation_is_what_every_later_request_holds(paradigm: str) -> None:
    ran = play_scenario("larkspur-4", paradigm)
    at = next(i for i, e in enumerate(ran.events) if isinstance(e, Returned)) + 1
    call = ran.events[at - 1].call  # type: ignore[union-attr]
    value = "HB-9.9 The handbook says nothing of that."
    using = rig("larkspur-4", paradigm)
    forked = fork(ran, at, using, Edit(target="observation", value=value))
    change = forked.events[at]
    assert isinstance(change, Edited)
    assert change.call_id == call.id
    texts = ["".join(link.body for link in wire) for wire in forked.wires[at + 1 :] if wire]
    assert texts
    asked = [t for t in texts if value in t]
    assert asked, "no request holds the new observation"
    original = ran.events[at - 1].output[:60]  # type: ignore[union-attr]
    assert not any(original in t for t in asked)


@pytest.mark.parametrize("paradigm", PARADIGMS)
def test_a_result_may_be_written_before_its_tool_has_run(paradigm: str) -> None:
    ran = play_scenario("larkspur-2", paradigm)
    at = next(i for i, e in enumerate(ran.events) if isinstance(e, Returned))
    edit = Edit(target="observation", value="HB-1 Written by hand.")
    forked = fork(ran, at, rig("larkspur-2", paradigm), edit)
    written = forked.events[at]
    assert isinstance(written, Returned)
    assert (written.origin, written.output) == ("edited", "HB-1 Written by hand.")
    ids = [e.call.id for e in forked.events if isinstance(e, Returned)]
    assert len(ids) == len(set(ids)), "a call has two results"


@pytest.mark.parametrize("paradigm", PARADIGMS)
def test_another_reply_is_read_by_the_policy_like_any_other(paradigm: str) -> None:
    ran = play_scenario("larkspur-4", paradigm)
    at = next(i for i, e in enumerate(ran.events) if isinstance(e, Replied))
    using = rig("larkspur-4", paradigm)
    forked = fork(ran, at, using, Edit(target="reply", value="Final Answer: forty-two"))
    reply = forked.events[at]
    assert isinstance(reply, Replied)
    assert reply.origin == "edited"
    assert reply.request == ran.events[at].request, "it answers the same request"  # type: ignore[union-attr]
    if paradigm in ("react", "function-calling"):
        assert forked.state.stopped is not None
        assert "forty-two" in str(forked.state.stopped.answer)
    else:
        assert reply.reading.fault is not None
        assert any(e.origin == "simulated" for e in forked.events[at + 1 :])


def test_a_reply_of_tool_calls_is_written_as_a_provider_writes_it() -> None:
    ran = play_scenario("larkspur-4", "function-calling")
    call = {"name": "search_handbook", "arguments": {"query": "trial"}}
    value = json.dumps({"content": "look", "tool_calls": [call]})
    using = rig("larkspur-4", "function-calling")
    forked = fork(ran, 1, using, Edit(target="reply", value=value))
    reply, result = forked.events[1:3]
    assert isinstance(reply, Replied)
    assert isinstance(result, Returned)
    assert [c.name for c in reply.reading.calls] == ["search_handbook"]
    assert result.call.arguments == {"query": "trial"}
    assert forked.state.stopped is not None


@pytest.mark.parametrize("paradigm", PARADIGMS)
def test_another_system_prompt_is_sent_from_there_on(paradigm: str) -> None:
    ran = play_scenario("larkspur-4", paradigm)
    last = len(ran.events)
    for at in (1, 2, last):
        edit = Edit(target="system", value="Be brief. {tools}")
        forked = fork(ran, at, rig("larkspur-4", paradigm), edit)
        sent = [wire for wire in forked.wires[at + 1 :] if wire]
        assert sent, at
        assert all("Be brief." in wire[0].body or "Be brief." in wire[-2].body
                   or any("Be brief." in link.body for link in wire) for wire in sent)  # fmt: skip


def test_a_cut_outside_of_the_run_and_an_edit_that_does_not_fit_are_refused() -> None:
    ran = play_scenario("larkspur-2", "react")
    using = rig("larkspur-2", "react")
    for at in (0, -1, len(ran.events) + 1):
        with pytest.raises(BadInput, match="can be forked at 1 to"):
            prefix(ran.events, at)
    with pytest.raises(BadInput, match="first events of this run are missing"):
        prefix(ran.events[1:], 1)
    with pytest.raises(BadInput, match="no result of a call to change"):
        edited(state_at(ran.events, 1), [Edit(target="observation", value="x")], using)
    with pytest.raises(BadInput, match="no result of the call nobody"):
        wrong = Edit(target="observation", value="x", call_id="nobody")
        edited(state_at(ran.events, 3), [wrong], using)
    with pytest.raises(BadInput, match="No model is asked at this place"):
        edited(state_at(ran.events, 2), [Edit(target="reply", value="x")], using)
    with pytest.raises(BadInput, match="new question is empty"):
        edited(state_at(ran.events, 2), [Edit(target="question", value=" ")], using)
    with pytest.raises(BadInput, match="needs a name and arguments"):
        bad = Edit(target="reply", value='{"tool_calls": [{"arguments": "no"}]}')
        edited(state_at(ran.events, 1), [bad], using)


def test_a_deadline_counts_the_time_a_run_has_used_and_not_how_long_ago_that_was() -> None:
    using = rig("larkspur-4", "react", limits=Limits(deadline_s=60))
    ran = play(using, "How long is a Larkspur trial?", "larkspur-4")
    first = ran.events[0]
    assert isinstance(first, Started)
    a_day_ago = [first.__class__(first.at - 86_400, first.question, first.rig), *ran.events[1:3]]
    state = fold(a_day_ago)
    assert isinstance(next_move(state, onwards(using, a_day_ago)), Ask)
    assert not isinstance(next_move(state, using), Ask)


def test_what_the_user_wrote_stays_when_a_result_comes_late() -> None:
    """In a foreign trace a person may write while a tool is still at work."""
    ran = play_scenario("larkspur-4", "react")
    seq = next(i for i, e in enumerate(ran.events) if isinstance(e, Returned))
    word = Edited(0.0, "follow_up", "Hurry.", origin="imported")
    state = fold([*ran.events[:seq], word, ran.events[seq]])
    assert state.turn is not None
    assert (state.turn.followed, len(state.turn.results)) == ("Hurry.", 1)
