"""What data.exporters.otlp writes beside the conventions, read back: attributes under `triptych.`.

Anybody may write these names: what is no word of ours is left to the conventions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from agents.events import Cost, Outcome, Status
from data.importers.hostile import word
from data.importers.run_facts import RunFacts

OUTCOMES: dict[str, Outcome] = {name: name for name in get_args(Outcome)}
ENDS: dict[str, Status] = {
    name: name for name in ("success", "partial", "limit", "error", "cancelled")
}

EVALUATION, VERDICT, CHECK, SCORE = "triptych.evaluation", "verdict", "check", "score"
"""Of an event `gen_ai.evaluation.result`: the verdict on a run, one thing that it stands on, or a
score that had been imported and decided nothing."""

READ = frozenset(
    f"triptych.{name}" for name in ("usage.source", "forced", "notes", "tool.outcome", "cost.why",
    "cost.as_of", "status", "reason", "question", "paradigm", "model", "label", "run.id")
)  # fmt: skip
"""Attributes of ours that the events tell when they are read, so that they need not be kept."""

Rest = Mapping[str, Any]
"""Attributes of a span that no convention names."""


def usage_source(rest: Rest) -> Literal["reported", "counted"]:
    return "counted" if rest.get("triptych.usage.source") == "counted" else "reported"


def forced(rest: Rest) -> bool:
    return rest.get("triptych.forced") is True


def notes(rest: Rest) -> tuple[str, ...]:
    found = rest.get("triptych.notes")
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()


def outcome(rest: Rest, failed: bool) -> Outcome:
    return OUTCOMES.get(word(rest.get("triptych.tool.outcome")), "error" if failed else "ok")


def cost(rest: Rest, usd: float | None) -> Cost | None:
    """None where the span does not say how `usd`, which it tells, came about."""
    why = word(rest.get("triptych.cost.why"))
    return Cost(usd, why, word(rest.get("triptych.cost.as_of"))) if why else None


def evaluation(attributes: Rest) -> str:
    """VERDICT, CHECK, SCORE, or nothing for what others say."""
    found = word(attributes.get(EVALUATION))
    return found if found in (VERDICT, CHECK, SCORE) else ""


def is_run(rest: Rest) -> bool:
    """Whether the span stands for a run of ours, or for what there is of one that has not ended."""
    return bool(word(rest.get("triptych.run.id")))


def is_open(rest: Rest) -> bool:
    return is_run(rest) and rest.get("triptych.open") is True


def retell(run: RunFacts, rest: Rest, question: str, start: float | None) -> None:
    """The run as it was, where what others' spans tell has to be guessed."""
    if not is_run(rest):
        return
    run.question = word(rest.get("triptych.question")) or question
    run.paradigm = word(rest.get("triptych.paradigm")) or run.paradigm
    run.model = word(rest.get("triptych.model")) or run.model
    run.label = word(rest.get("triptych.label"))
    if start is not None:
        run.started_at = start if run.started_at is None else min(start, run.started_at)
