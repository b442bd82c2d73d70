"""The tour: where somebody is in it, and what each step does. No Streamlit.

A step is done by pressing Next or by doing the real thing on the real page: `seen` tells which it
was from what is there. All of it is kept with the database, so that it can be gone on with.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from pydantic import TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from agents.errors import BadInput
from agents.events import Returned
from agents.forking import Edit
from agents.rig import RigSpec
from agents.tools import as_text
from dashboard import going_on
from dashboard.forks import Change
from dashboard.launch import Launch
from dashboard.service import Service
from dashboard.words import t
from data.bundled import scenario
from data.rows import RunRow

SETTING = "tour"
SCENARIO, FAULT = "larkspur-4", "wrong-passage"
CARELESS = "plan-execute"
"""The paradigm that writes what it found into its answer, unchecked."""
PACE = 150.0
LAUNCH = Launch(
    scenario=SCENARIO,
    lanes=tuple(
        RigSpec(paradigm=name, faults=(FAULT,), pace=PACE)
        for name in ("react", "function-calling", CARELESS)
    ),
)
LAST = 5
"""The four steps, and a word of farewell."""

Place = tuple[str, dict[str, str]]
"""A page's path and what its address names."""


@dataclass(frozen=True)
class Tour:
    state: Literal["new", "on", "left", "done"] = "new"
    step: int = 1
    comparison: str = ""
    run: str = ""
    fork: str = ""


_json = TypeAdapter(Tour)


def tour_of(service: Service) -> Tour:
    """One whose runs were deleted meanwhile begins anew."""
    kept = service.store.get_setting(SETTING)
    try:
        found = _json.validate_json(kept) if kept else Tour()
    except ValidationError:
        return Tour()
    if found.state != "on":
        return found
    needed = [name for name in (found.run, found.fork) if name]
    if found.comparison and not service.store.comparison(found.comparison):
        return Tour("on")
    if len(service.store.these(needed)) < len(needed):
        return Tour("on")
    return found


def keep(service: Service, tour: Tour) -> Tour:
    service.store.set_setting(SETTING, _json.dump_json(tour).decode())
    return tour


def begin(service: Service) -> Tour:
    """Where it was left it goes on; one that was taken begins anew."""
    before = tour_of(service)
    going = replace(before, state="on") if before.state == "left" else Tour("on")
    keep(service, going)
    return keep(service, tour_of(service))


def leave(service: Service) -> None:
    keep(service, replace(tour_of(service), state="left"))


def finish(service: Service) -> None:
    keep(service, Tour("done"))


def seen(service: Service, tour: Tour, place: Place, forked: Mapping[str, Sequence[str]]) -> Tour:
    """On from the step whose real thing was done by hand. `forked` are the forks that were just
    started, by their parents."""
    page, query = place
    after = tour
    if tour.step == 1 and page == "" and (comparison := query.get("comparison")):
        run = _careless(service.store.comparison(comparison))
        if run is not None:
            after = replace(tour, step=2, comparison=comparison)
    elif tour.step == 2 and page == "replay" and query.get("run"):
        run = _careless(service.store.comparison(tour.comparison))
        if run is not None and query["run"] == run.run_id:
            after = replace(tour, step=3, run=run.run_id)
    elif tour.step == 3 and (made := forked.get(tour.run)):
        after = replace(tour, step=4, fork=made[0])
    elif tour.step == 4 and page == "diff" and tour.fork in query.get("runs", "").split(","):
        after = replace(tour, step=LAST)
    return after if after == tour else keep(service, after)


def do(service: Service, tour: Tour) -> tuple[Tour, Place]:
    """What the step asks for, done; and where to go. Raises BadInput where it cannot be."""
    match tour.step:
        case 1:
            comparison = service.compare(LAUNCH)
            after = replace(tour, step=2, comparison=comparison)
            place: Place = ("", {"comparison": comparison})
        case 2:
            service.wait(tour.comparison)
            run = _careless(service.comparison(tour.comparison))
            if run is None:
                raise BadInput(t("tour.wrong-gone"))
            after = replace(tour, step=3, run=run.run_id)
            seq, _, _ = _wrong_result(service, run.run_id)
            place = ("replay", {"run": run.run_id, "step": str(seq)})
        case 3:
            seq, result, right = _wrong_result(service, tour.run)
            edit = Edit(target="observation", value=right, call_id=result.call.id)
            (fork,) = going_on.fork(service, tour.run, Change(at=seq + 1, edits=(edit,)))
            after = replace(tour, step=4, fork=fork)
            place = ("replay", {"run": tour.run, "step": str(seq), "fork": str(seq)})
        case _:
            service.wait(tour.fork)
            after = replace(tour, step=LAST)
            place = ("diff", {"runs": f"{tour.run},{tour.fork}"})
    return keep(service, after), place


def _careless(lanes: Sequence[RunRow]) -> RunRow | None:
    return next(
        (
            lane
            for lane in lanes
            if lane.paradigm == CARELESS
            and lane.scenario == SCENARIO
            and FAULT in (lane.rig.get("faults") or ())
        ),
        None,
    )


def _wrong_result(service: Service, run_id: str) -> tuple[int, Returned, str]:
    """The first that is not what its call should have found, and what that would have been."""
    for seq, event in enumerate(service.events(run_id)):
        if isinstance(event, Returned) and (right := _right(event)) != event.output:
            return seq, event, right
    raise BadInput(t("tour.wrong-result"))


def _right(result: Returned) -> str:
    """What the same call finds where nothing is switched on to go wrong."""
    tool = next(one for one in scenario(SCENARIO).tools if one.name == result.call.name)

    async def find() -> object:
        return await tool.invoke(**tool.check(result.call.arguments))

    return as_text(asyncio.run(find()))
