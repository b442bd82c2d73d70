"""A run can go on from any of its events: the same way, or as any other paradigm."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from agents.messages import Request
from agents.policies.registry import PARADIGMS
from agents.rig import Limits, Rig
from data.bundled import faults as bundled_faults
from data.bundled import scenario
from tests.mixing import TIGHT
from tests.playbook import playbook_rig
from tests.rigs import play, play_scenario, rig
from tests.valid import valid_for_every_provider


@pytest.mark.parametrize("paradigm", list(PARADIGMS))
@pytest.mark.parametrize("next_one", list(PARADIGMS))
def test_a_run_of_any_paradigm_can_go_on_as_any_other_at_any_provider(
    paradigm: str, next_one: str
) -> None:
    whole = play_scenario("larkspur-2", paradigm, faults=("temporary-error",)).events
    asked: list[Request] = []
    for k in range(1, len(whole)):
        chosen, model = playbook_rig(["Final: yes"], [], using=next_one, repeats=True)
        play(chosen, before=whole[:k])
        asked += model.requests
    assert asked
    for request in asked:
        valid_for_every_provider(request)


def faults_of(name: str) -> list[tuple[str, ...]]:
    return [(), *((fault,) for fault in scenario(name).faults if fault != "slow")]


@pytest.mark.parametrize("paradigm", list(PARADIGMS))
@pytest.mark.parametrize("name", ["larkspur-4", "project-x"])
def test_going_on_from_any_event_is_the_same_run_under_faults_and_limits(
    name: str, paradigm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a tool that hangs for ever is given up as surely after less, and this does so 350 times
    monkeypatch.setattr(bundled_faults, "PATIENCE_S", 0.01)
    for place, faults in enumerate(faults_of(name)):
        for turn, limits in enumerate(TIGHT):
            using = rig(name, paradigm, faults=faults, limits=limits)
            whole = play(using, scenario(name).question, name).events
            # a fault that passes by itself is a state of the world, which is made anew here
            # every event where nothing is wrong; else every third, another third each time
            first, each = (1 + (place + turn) % 3, 3) if faults else (1, 1)
            for k in range(first, len(whole) + 1, each) if not_stateful(faults) else ():
                again = play(fresh(using, name, faults, limits), before=whole[:k]).events
                assert again == whole, f"{faults}, {limits}: went another way after event {k}"


def not_stateful(faults: Iterable[str]) -> bool:
    return "temporary-error" not in faults


def fresh(using: Rig, name: str, faults: tuple[str, ...], limits: Limits) -> Rig:
    return rig(name, using.spec.paradigm, faults=faults, limits=limits)
