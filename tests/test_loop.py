"""The one idea: a run is its events, state is their fold, and going on from any of them is the
same run."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.events import Replied, Returned, Stopped, from_json, to_json
from agents.log import Log
from agents.policies.registry import PARADIGMS
from agents.rig import Limits
from agents.state import State, apply, fold
from data.bundled import names, scenario
from tests.rigs import ALIKE, play, play_scenario, rig

EVERY = [(name, p) for name in names() if name not in ALIKE for p in PARADIGMS]


@pytest.mark.parametrize(("name", "paradigm"), EVERY)
def test_resuming_from_any_event_gives_the_same_run(name: str, paradigm: str) -> None:
    whole = play_scenario(name, paradigm).events
    for k in range(1, len(whole) + 1):
        again = play(rig(name, paradigm), before=whole[:k]).events
        assert again == whole, f"went another way after event {k}"


@pytest.mark.parametrize(("name", "paradigm"), EVERY)
def test_every_event_survives_being_written_and_read(name: str, paradigm: str) -> None:
    whole = play_scenario(name, paradigm).events
    assert [from_json(to_json(event)) for event in whole] == whole


@pytest.mark.parametrize("paradigm", list(PARADIGMS))
def test_a_run_ends_with_its_one_last_event(paradigm: str) -> None:
    events = play_scenario("larkspur-4", paradigm).events
    assert [isinstance(event, Stopped) for event in events].index(True) == len(events) - 1
    assert not fold(events).open


@pytest.mark.parametrize("paradigm", list(PARADIGMS))
def test_every_call_gets_exactly_one_result_and_a_later_reply_reads_it(paradigm: str) -> None:
    events = play_scenario("larkspur-6", paradigm, faults=("temporary-error",)).events
    wished = [c.id for e in events if isinstance(e, Replied) for c in e.reading.calls]
    results = [e.call.id for e in events if isinstance(e, Returned)]
    assert len(results) == len(set(results))
    assert set(wished) <= set(results)
    last_result = max(i for i, e in enumerate(events) if isinstance(e, Returned))
    assert any(isinstance(e, Replied) for e in events[last_result:])


def test_states_of_the_past_stay_as_they_were() -> None:
    events = play_scenario("larkspur-6", "react").events
    states = [State()]
    for event in events:
        states.append(apply(states[-1], event))
    for k, state in enumerate(states):
        assert fold(events[:k]) == state


@given(st.lists(st.tuples(st.integers(0, 20), st.integers())))
@settings(max_examples=200)
def test_a_log_grown_from_any_of_its_versions_keeps_them_apart(
    grown: list[tuple[int, int]],
) -> None:
    versions: list[tuple[Log[int], list[int]]] = [(Log(), [])]
    for place, item in grown:
        log, items = versions[place % len(versions)]
        versions.append((log.append(item), [*items, item]))
    for log, items in versions:
        assert list(log) == items
        assert len(log) == len(items)


def test_the_question_is_in_every_agent_request_S3_09() -> None:
    ran = play_scenario("larkspur-6", "react")
    question = scenario("larkspur-6").question
    for event, wire in zip(ran.events, ran.wires, strict=True):
        if isinstance(event, Replied):
            assert any(question in link.body for link in wire)


def test_growing_requests_share_their_beginning() -> None:
    """Each request of a ReAct run is the one before it plus what is new, settings apart."""
    ran = play_scenario("larkspur-6", "react")
    wires = [wire for wire in ran.wires if wire]
    for before, after in itertools.pairwise(wires):
        assert after[: len(before) - 1] == before[:-1]


@pytest.mark.parametrize("paradigm", list(PARADIGMS))
def test_observations_reach_the_model_byte_for_byte_S3_06(paradigm: str) -> None:
    import json

    ran = play_scenario("larkspur-4", paradigm)
    sent = "\n".join(
        json.loads(link.body).get("content") or ""
        for wire in ran.wires
        for link in wire
        if link.part == "observation"
    )
    for event in ran.events:
        if isinstance(event, Returned):
            told = event.output if not paradigm.startswith("plan") else json.dumps(
                event.output, ensure_ascii=False
            )  # fmt: skip
            assert told in sent


def test_limits_are_refused_when_they_make_no_sense() -> None:
    with pytest.raises(ValueError, match="max_iterations"):
        Limits(max_iterations=0)
