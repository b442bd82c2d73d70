"""A lane: one run of a comparison with its steps, and the name it bears beside the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from dashboard.formats import paradigm_name
from dashboard.words import t
from data.rows import RunRow, StepRow


@dataclass(frozen=True, slots=True)
class Lane:
    run: RunRow
    steps: Sequence[StepRow] = field(default_factory=tuple)
    """In the order of their events."""

    @property
    def model_calls(self) -> list[StepRow]:
        return [step for step in self.steps if step.kind == "model"]


def lane_titles(runs: Sequence[RunRow]) -> list[tuple[str, str]]:
    """Paradigm and model; lanes alike in both are numbered: (`ReAct (2)`, `scripted`). A reflected
    run's paradigm is followed by `+ review`.

    Paradigm and model of an imported run are text from outside: show them as text.
    """
    pairs = [(_name(run), run.model) for run in runs]
    total, seen = Counter(pairs), Counter[tuple[str, str]]()
    titles = []
    for pair in pairs:
        seen[pair] += 1
        number = f" ({seen[pair]})" if total[pair] > 1 else ""
        titles.append((pair[0] + number, pair[1]))
    return titles


def lane_names(runs: Sequence[RunRow]) -> list[str]:
    """One name a lane, as short as tells them apart: `ReAct`, `ReAct on openai:…`, `ReAct (2)`."""
    titles = lane_titles(runs)
    total = Counter(name for name, _ in titles)
    return [
        t("format.on", name=name, model=model) if total[name] > 1 else name
        for name, model in titles
    ]


def _name(run: RunRow) -> str:
    name = paradigm_name(run.paradigm)
    return t("format.reviewed", name=name) if run.rig.get("reflect") is True else name
