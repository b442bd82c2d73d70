"""What one's own trial sets say of a paradigm, over all of them."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.formats import count
from dashboard.service import Service
from dashboard.trials.results import CellResult, Group, results
from dashboard.trials.words import interval_words, percent
from dashboard.words import t
from data.trials import sets
from data.trials.statistics import Interval


@dataclass(frozen=True, slots=True)
class Tried:
    paradigm: str
    rate: float
    """The mean over settings (scenario, fault and model), each of the same weight."""
    interval: Interval | None
    deterministic: bool
    """All of it is the scripted model repeating itself, which has no interval."""
    tokens: float | None
    """A run, in the mean."""
    trials: int
    tasks: int
    sets: int


def tried(service: Service) -> dict[str, Tried]:
    """Paradigm -> what was found. A paradigm that was never tried, or judged, is not in it."""
    cells: dict[str, list[CellResult]] = {}
    seen: dict[str, set[str]] = {}
    for name in sets.names(service.store):
        for cell in results(service, name).cells:
            if cell.tally.trials:
                cells.setdefault(cell.key.paradigm, []).append(cell)
                seen.setdefault(cell.key.paradigm, set()).add(name)
    return {name: _told(name, found, len(seen[name])) for name, found in cells.items()}


def _told(paradigm: str, cells: list[CellResult], number: int) -> Tried:
    group = Group("", "", paradigm, tuple(cells))
    first = group.pass_hat()[0]
    tokens = [one.tokens for one in group.measured if one.tokens is not None]
    return Tried(
        paradigm,
        first.value,
        first.interval,
        group.deterministic,
        sum(tokens) / len(tokens) if tokens else None,
        sum(tally.trials for tally in group.tallies),
        len(group.tallies),
        number,
    )


def tried_words(found: Tried, language: str = "") -> str:
    if found.interval is not None:
        between = t("guide.trials-interval", language, interval=interval_words(found.interval))
    else:
        alike = "guide.trials-sure" if found.deterministic else "guide.trials-one"
        between = t(alike, language)
    return t(
        "guide.trials-said",
        language,
        rate=percent(found.rate),
        interval=between,
        tokens="–" if found.tokens is None else count(round(found.tokens)),
        trials=found.trials,
        tasks=found.tasks,
        sets=found.sets,
    )
