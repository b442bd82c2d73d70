"""Thresholds that a run crossed: computed from its steps whenever asked, and never stored."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agents.planned import CHECKED
from agents.repeats import REFRESHED
from dashboard.formats import at_least, count, money
from dashboard.palette import ROLE_OF_ACTOR
from dashboard.words import t
from dashboard.words.many import many
from data.rows import RunRow, StepRow
from data.writing.codec import NO_REPLY

Level = Literal["error", "warning", "info"]
Kind = Literal[
    "limit",
    "high_cost",
    "high_iterations",
    "repeated_call",
    "tool_error",
    "malformed",
    "unchecked",
    "no_criterion",
    "unknown_usage",
    "no_price",
]

FAILED = ("error", "timeout", "unknown_tool", "invalid")
"""Outcomes of a tool call that count as its error; `refused` was our guard, not the tool."""


class Thresholds(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    high_iterations: int = Field(
        default=8,
        ge=1,
        title="Model calls",
        description="An alert from this many model calls in a run (agent.high_iterations).",
    )
    cost_usd: float = Field(
        default=0.5, ge=0, title="Dollars", description="An alert when a run costs more than this."
    )
    identical_calls: int = Field(
        default=3,
        ge=2,
        title="Same call again",
        description="An alert when a tool is called this often with the same arguments.",
    )
    tool_errors: int = Field(
        default=1, ge=1, title="Tool errors", description="An alert from this many failed calls."
    )
    malformed: int = Field(
        default=1,
        ge=1,
        title="Unusable replies",
        description="An alert from this many replies that could not be read as asked.",
    )


@dataclass(frozen=True, slots=True)
class Alert:
    kind: Kind
    level: Level
    text: str
    """Plain text; it may quote the trace, so it is shown as text."""
    seqs: tuple[int, ...] = ()
    """The steps that show it, in order."""


DEFAULT = Thresholds()


def alerts(run: RunRow, steps: Sequence[StepRow], thresholds: Thresholds = DEFAULT) -> list[Alert]:
    """What matters most first."""
    return [
        *_limit(run, steps),
        *_cost(run, steps, thresholds),
        *_iterations(run, steps, thresholds),
        *_repeated(steps, thresholds),
        *_tool_errors(steps, thresholds),
        *_malformed(steps, thresholds),
        *_unchecked(run, steps),
        *_no_criterion(run, steps),
        *_unknown(run, steps),
    ]


def _limit(run: RunRow, steps: Sequence[StepRow]) -> Iterable[Alert]:
    forced = [step for step in steps if step.forced]
    if run.status != "limit" and not forced:
        return
    told = run.reason and run.status in ("limit", "partial")
    why = t("alert.why", reason=run.reason) if told else ""
    level: Level = "error" if run.status == "limit" and not run.answer else "warning"
    seqs = _seqs(forced) or _seqs(steps[-1:])
    text = t("alert.limit-forced" if forced else "alert.limit", why=why)
    yield Alert("limit", level, text, seqs)


def _cost(run: RunRow, steps: Sequence[StepRow], thresholds: Thresholds) -> Iterable[Alert]:
    cost = run.whole_cost_usd
    if cost is None or cost <= thresholds.cost_usd:
        return
    spent, most = money(cost), money(thresholds.cost_usd)
    if spent == most:  # $0.50007 is above $0.50: show by how much
        spent = f"${cost:.6g}"
    spent = at_least(spent, run.unpriced > 0)
    dearest = sorted((s for s in steps if s.cost_usd), key=lambda s: -(s.cost_usd or 0))[:3]
    text = t("alert.cost", spent=spent, most=most)
    yield Alert("high_cost", "warning", text, _seqs(dearest))


def _iterations(run: RunRow, steps: Sequence[StepRow], thresholds: Thresholds) -> Iterable[Alert]:
    calls = [step for step in steps if step.kind == "model"]
    made = max(len(calls), run.model_calls)
    if made >= thresholds.high_iterations:
        most = count(thresholds.high_iterations)
        text = t("alert.iterations", n=count(made), most=most)
        yield Alert("high_iterations", "warning", text, _seqs(calls))


def _repeated(steps: Sequence[StepRow], thresholds: Thresholds) -> Iterable[Alert]:
    by_key: dict[str, list[StepRow]] = defaultdict(list)
    for step in steps:
        if step.kind == "tool" and step.call_key and not _noted(step, REFRESHED):
            by_key[step.call_key].append(step)
    for same in by_key.values():
        refused = sum(step.status == "refused" for step in same[1:])
        if len(same) >= thresholds.identical_calls or refused:
            told = {"tool": same[0].name, "often": _often(len(same)), "refused": _often(refused)}
            text = t("alert.repeated-refused" if refused else "alert.repeated", **told)
            yield Alert("repeated_call", "warning", text, _seqs(same))


def _tool_errors(steps: Sequence[StepRow], thresholds: Thresholds) -> Iterable[Alert]:
    tools = [step for step in steps if step.kind == "tool"]
    failed = [step for step in tools if step.status in FAILED]
    if len(failed) >= thresholds.tool_errors:
        names = Counter(step.name for step in failed)
        which = ", ".join(
            t("alert.tool-failed", tool=name, often=_often(often))
            for name, often in names.most_common()
        )
        calls = many("calls.tool", len(tools), n=count(len(tools)))
        text = t("alert.tool-errors", failed=count(len(failed)), calls=calls, which=which)
        yield Alert("tool_error", "warning", text, _seqs(failed))


def _malformed(steps: Sequence[StepRow], thresholds: Thresholds) -> Iterable[Alert]:
    calls = [step for step in steps if step.kind == "model"]
    faulty = [step for step in calls if step.fault and step.fault not in NO_REPLY]
    if len(faulty) >= thresholds.malformed:
        kinds = ", ".join(sorted({step.fault.replace("_", " ") for step in faulty}))
        told = {"failed": count(len(faulty)), "n": count(len(calls)), "kinds": kinds}
        text = many("alert.malformed", len(calls), **told)
        yield Alert("malformed", "warning", text, _seqs(faulty))


def _unchecked(run: RunRow, steps: Sequence[StepRow]) -> Iterable[Alert]:
    """A plan was carried out and nobody looked at what came back: no evaluator, and no code."""
    roles = [ROLE_OF_ACTOR.get(step.actor) for step in steps]
    if "planner" not in roles or "evaluator" in roles or run.status == "running":
        return
    tools = [step for step in steps[roles.index("planner") :] if step.kind == "tool"]
    blind = [step for step in tools if step.status == "ok" and not _noted(step, CHECKED)]
    if blind:
        told = {"blind": count(len(blind)), "all": count(len(tools)), "n": count(len(tools))}
        key = "alert.unchecked" if len(blind) == len(tools) else "alert.unchecked-some"
        yield Alert("unchecked", "info", many(key, len(blind), **told), _seqs(blind))


def _no_criterion(run: RunRow, steps: Sequence[StepRow]) -> Iterable[Alert]:
    """Seed 003: without a criterion a pattern only costs more, and nobody can tell (S3-33)."""
    if run.scenario or run.origin == "imported" or run.answer is None or run.passed is not None:
        return
    yield Alert("no_criterion", "info", t("alert.no-criterion"), _seqs(steps[-1:]))


def _unknown(run: RunRow, steps: Sequence[StepRow]) -> Iterable[Alert]:
    """Of the scripted model and of a call that was broken off there is nothing to report."""
    asked = [step for step in steps if step.kind == "model" and step.origin != "simulated"]
    calls = [step for step in asked if step.fault not in NO_REPLY]
    if run.status == "running" or not calls:
        return
    blank = [s for s in calls if s.input_tokens is None and s.output_tokens is None]
    if blank:
        text = t("alert.tokens", calls=_of(len(blank), len(calls)))
        yield Alert("unknown_usage", "info", text, _seqs(blank))
    unpriced = [s for s in calls if s.cost_usd is None and s not in blank]
    if unpriced:
        why = unpriced[0].cost_why
        told = {"calls": _of(len(unpriced), len(calls)), "why": why}
        text = t("alert.no-price-why" if why else "alert.no-price", **told)
        yield Alert("no_price", "info", text, _seqs(unpriced))


def _noted(step: StepRow, note: str) -> bool:
    return any(one.startswith(note) for one in step.notes.split("; "))


def _seqs(steps: Iterable[StepRow]) -> tuple[int, ...]:
    return tuple(sorted(step.seq for step in steps))


def _often(times: int) -> str:
    return t("alert.twice") if times == 2 else many("alert.often", times, n=count(times))


def _of(number: int, calls: int) -> str:
    if number == calls:
        return many("alert.all-calls", calls, n=count(calls))
    return t("alert.some-calls", some=count(number), all=count(calls))
