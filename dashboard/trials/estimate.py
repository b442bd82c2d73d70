"""What a plan would take, before it is started: from earlier runs of the same cells, or from a
scripted run of them that is played in memory and not recorded. It is an estimate and says so."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from statistics import mean
from typing import TYPE_CHECKING, Any, Literal

from agents.events import Event, Replied, Returned
from agents.loop import begin, run
from agents.messages import Usage, Wire
from agents.models.catalog import is_scripted
from agents.models.prices import as_if
from agents.rig import Limits, RigSpec
from agents.state import fold
from dashboard.words import t
from data.bundled import scenario
from data.filters import RunFilter
from data.rigging import rig_of
from data.rows import RunRow
from data.trials.plan import Cell, CellKey, TrialPlan, parts

if TYPE_CHECKING:
    from dashboard.service import Service

EARLIER = 20
"""So many earlier runs of a cell are looked at."""
PATIENCE_S = 5.0
"""After which a scripted run in memory is given up, and its cell is unknown."""
ONLY_WAITS = frozenset({"slow", "timeout"})
"""Faults that change nothing but the time, which a scripted run does not tell anyway."""
Source = Literal["earlier runs", "a scripted run", "unknown"]


@dataclass(frozen=True, slots=True)
class Taken:
    """By one run, in the mean; None is unknown."""

    source: Source
    model_calls: float | None = None
    tool_calls: float | None = None
    input_tokens: float | None = None
    output_tokens: float | None = None
    cost_usd: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """Of the whole plan. A sum is None where one of its parts is unknown."""

    runs: int
    model_calls: int | None
    tool_calls: int | None
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None
    """Of the cells that call a provider; None where there is none, or a price is missing."""
    cost_why: str
    seconds: float | None
    over_cap: bool | None
    """None without a cap, or where the cost is unknown."""
    sources: dict[str, int]
    """How many cells of the matrix each source told of."""

    def told(self) -> dict[str, Any]:
        return {"estimate": True, **asdict(self)}


def estimate(service: Service, plan: TrialPlan, language: str = "") -> Estimate:
    """Why the cost is what it is, is said in that language. Takes as long as a scripted run of
    each cell that was never run before."""
    first = [cell for cell in plan.cells() if cell.trial == 0]
    taken = [_taken(service, cell) for cell in first]
    each = plan.trials
    paying = [t for t, cell in zip(taken, first, strict=True) if not is_scripted(cell.key.model)]
    cost = _sum((t.cost_usd for t in paying), each) if paying else None
    seconds = _sum((t.seconds for t in taken), each)
    sources: dict[str, int] = {}
    for one in taken:
        sources[one.source] = sources.get(one.source, 0) + 1
    return Estimate(
        plan.size,
        _whole(_sum((t.model_calls for t in taken), each)),
        _whole(_sum((t.tool_calls for t in taken), each)),
        _whole(_sum((t.input_tokens for t in taken), each)),
        _whole(_sum((t.output_tokens for t in taken), each)),
        cost,
        _why(plan, paying, cost, language),
        None if seconds is None else seconds / min(plan.concurrency, plan.size),
        None if plan.budget_usd is None or cost is None else cost > plan.budget_usd,
        sources,
    )


def _taken(service: Service, cell: Cell) -> Taken:
    spec, key = cell.spec(), cell.key
    spec = spec.model_copy(update={"model": key.model, "faults": parts(key.fault)})
    wanted = RunFilter(scenarios=(key.scenario,), paradigms=(key.paradigm,), models=(key.model,))
    alike = [row for row in service.runs(wanted, EARLIER) if _same(row, spec)]
    if alike:
        return _of_runs(alike)
    return _played(key, spec.limits, spec.tools)


def _same(row: RunRow, spec: RigSpec) -> bool:
    """The same cell, and it came to its end. Imported runs and forks are none of ours."""
    told = spec.model_dump(mode="json")
    ended = row.status in ("success", "partial", "limit")
    own = row.origin in ("live", "simulated") and row.parent_run_id is None
    alike = all(row.rig.get(name) == told[name] for name in ("faults", "limits", "tools"))
    return ended and own and alike and row.rig.get("pace") == told["pace"]


def _of_runs(rows: Sequence[RunRow]) -> Taken:
    known = [row for row in rows if not row.unknown_usage]
    priced = [row.whole_cost_usd for row in rows if row.whole_cost_usd is not None]
    lasted = [row.duration_ms / 1000 for row in rows if row.duration_ms is not None]
    return Taken(
        "earlier runs",
        mean(row.model_calls + row.inner_model_calls for row in rows),
        mean(row.tool_calls + row.inner_tool_calls for row in rows),
        mean(row.whole_input_tokens or 0 for row in known) if known else None,
        mean((row.output_tokens or 0) + (row.inner_output_tokens or 0) for row in known)
        if known
        else None,
        mean(priced) if priced else None,
        mean(lasted) if lasted else None,
    )


def _played(key: CellKey, limits: Limits, tools: tuple[str, ...]) -> Taken:
    """By the scripted model in the place of the cell's own, whose tokens then are only ours."""
    model = key.model if is_scripted(key.model) else "scripted"
    faults = tuple(name for name in parts(key.fault) if name not in ONLY_WAITS)
    found = _scripted(key.scenario, key.paradigm, model, faults, limits, tools)
    if found is None:
        return Taken("unknown")
    model_calls, tool_calls, read, written, seconds = found
    if is_scripted(key.model):
        waits = len(faults) < len(parts(key.fault))
        took = None if waits else seconds
        return Taken("a scripted run", model_calls, tool_calls, read, written, None, took)
    cost = as_if(Usage(read, written, source="counted"), key.model).usd
    return Taken("a scripted run", model_calls, tool_calls, read, written, cost, None)


@lru_cache(maxsize=2_000)
def _scripted(
    name: str,
    paradigm: str,
    model: str,
    faults: tuple[str, ...],
    limits: Limits,
    tools: tuple[str, ...],
) -> tuple[int, int, int, int, float] | None:
    """Model calls, tool calls, tokens read and written, seconds; None where it took too long."""
    spec = RigSpec(paradigm=paradigm, model=model, faults=faults, limits=limits, tools=tools)
    rig = rig_of(spec, name)
    events: list[Event] = [begin(scenario(name).question, rig, name)]

    async def record(event: Event, sent: Wire) -> None:
        events.append(event)

    started = time.monotonic()
    try:
        asyncio.run(asyncio.wait_for(run(fold(events), rig, record), PATIENCE_S))
    except TimeoutError:
        return None
    replies = [event for event in events if isinstance(event, Replied)]
    return (
        len(replies),
        sum(isinstance(event, Returned) for event in events),
        sum(reply.usage.input_tokens or 0 for reply in replies),
        sum(reply.usage.output_tokens or 0 for reply in replies),
        time.monotonic() - started,
    )


def _why(plan: TrialPlan, paying: Sequence[Taken], cost: float | None, language: str) -> str:
    if not paying:
        return t("trials.why-scripted", language)
    if cost is not None:
        return t("trials.why-list-prices", language)
    unpriced = [m for m in plan.models if not is_scripted(m) and as_if(Usage(0, 0), m).usd is None]
    if unpriced:
        return f"{unpriced[0]}: {as_if(Usage(0, 0), unpriced[0]).why}"
    return t("trials.why-not-all", language)


def _sum(values: Iterable[float | None], times: int) -> float | None:
    found = list(values)
    known = [value for value in found if value is not None]
    return sum(known) * times if len(known) == len(found) else None


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)
