"""What a run's time depends on (seed 001): which work had to wait for which, and the longest chain.

The latency model of the seed, T ≈ T_model + T_discover + max(T17, T24) + T_reconcile, is the length
of that chain; with the maximum replaced by a sum it is the sum of all work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agents.events import Event, Replied, Returned
from agents.planned import Planned
from agents.state import State, apply


@dataclass(frozen=True, slots=True)
class Work:
    """A model or tool call. `needs` are the numbers of the work it could not begin before."""

    seq: int
    kind: str
    """`model` or `tool`."""
    name: str
    """Who was asked, or the tool."""
    label: str
    """The arguments of a tool call, for a reader."""
    started_at: float
    ended_at: float
    needs: tuple[int, ...]

    @property
    def seconds(self) -> float:
        return max(0.0, self.ended_at - self.started_at)


@dataclass(frozen=True, slots=True)
class Path:
    """Seconds. `along` is the longest chain; nothing that waits for the same work can be faster.
    `in_sequence` is everything one after the other."""

    steps: tuple[int, ...]
    along: float
    in_sequence: float
    model: float
    """What of `along` are model turns: each waits for the one before it."""


def work_of(events: Sequence[Event]) -> list[Work]:
    """A reply waits for the one before it and for all results since. A result waits for the reply
    that led to it and, in a plan, for the steps whose results its own refers to."""
    found: list[Work] = []
    state = State()
    last: int | None = None
    since: list[int] = []
    done: dict[tuple[int, str], int] = {}
    for seq, event in enumerate(events):
        if isinstance(event, Replied):
            needs = (*(() if last is None else (last,)), *since)
            found.append(
                Work(seq, "model", event.actor, "", event.started_at, event.ended_at, needs)
            )
            last, since = seq, []
        elif isinstance(event, Returned):
            needs = () if last is None else (last,)
            if (step := _step_of(state, event)) is not None:
                inputs = ((step.round, needed) for needed in step.step.inputs)
                needs += tuple(done[key] for key in inputs if key in done)
                done[step.round, step.step.id] = seq
            label = ", ".join(str(value) for value in event.call.arguments.values())
            found.append(
                Work(seq, "tool", event.call.name, label, event.started_at, event.ended_at, needs)
            )
            since.append(seq)
        state = apply(state, event)
    return found


def critical_path(work: Sequence[Work]) -> Path:
    """Of equally long chains, the one through the earlier work. Empty for no work."""
    best: dict[int, float] = {}
    through: dict[int, int | None] = {}
    for one in work:
        before = max(one.needs, key=lambda seq: (best[seq], -seq), default=None)
        best[one.seq] = one.seconds + (best[before] if before is not None else 0.0)
        through[one.seq] = before
    at = max(best, key=lambda seq: (best[seq], -seq), default=None)
    along = 0.0 if at is None else best[at]
    steps: list[int] = []
    while at is not None:
        steps.append(at)
        at = through[at]
    on = set(steps)
    model = sum(one.seconds for one in work if one.seq in on and one.kind == "model")
    return Path(tuple(reversed(steps)), along, sum(one.seconds for one in work), model)


def stages(work: Sequence[Work]) -> list[tuple[float, ...]]:
    """The seconds of the tool calls that could run together: those that wait for the same work.
    In the order in which they began."""
    together: dict[tuple[int, ...], list[float]] = {}
    for one in work:
        if one.kind == "tool":
            together.setdefault(one.needs, []).append(one.seconds)
    return [tuple(seconds) for seconds in together.values()]


def _step_of(state: State, event: Returned) -> Planned | None:
    steps = (p for p in state.plan or () if event.call.step and p.key == event.call.step)
    return next(steps, None)
