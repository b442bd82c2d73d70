"""Failure patterns recognised from a run's events, each with the events that prove it.

Pure: no model, no store. What cannot be told by code alone is not told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from agents.events import Event
from agents.evidence.beside import Beside
from agents.evidence.story import NOTHING, Story, story
from data.findings.evidence import outdated_evidence, unsupported_answer
from data.findings.finding import KINDS, Finding, Kind, Level
from data.findings.heeding import goal_drift, ignored_observation
from data.findings.injection import followed_injection
from data.findings.loops import failure_streak, local_optimum, ping_pong, repeated_action
from data.findings.plans import short_cap, silent_wrong_fact, stale_plan
from data.findings.slips import (
    format_drift,
    hallucinated_tool,
    invalid_arguments,
    unkept_promise,
)

__all__ = ["KINDS", "Finding", "Kind", "Level", "findings"]

DETECTORS: tuple[Callable[[Story], Iterable[Finding]], ...] = (
    followed_injection,
    ignored_observation,
    unsupported_answer,
    outdated_evidence,
    silent_wrong_fact,
    stale_plan,
    short_cap,
    unkept_promise,
    failure_streak,
    ping_pong,
    repeated_action,
    local_optimum,
    goal_drift,
    hallucinated_tool,
    invalid_arguments,
    format_drift,
)
_ORDER = {"error": 0, "warning": 1, "info": 2}


def findings(
    events: Sequence[Event], *, refreshable: Collection[str] = (), beside: Beside = NOTHING
) -> list[Finding]:
    """What matters most first. `refreshable` names the tools whose purpose is polling: a call of
    theirs made again is a new observation (an event does not know that of its tool). `beside` is
    what the requests of a foreign run hold (see `data.findings.requests`)."""
    told = story(events, refreshable, beside)
    found = [one for detector in DETECTORS for one in detector(told)]
    return sorted(found, key=lambda f: _ORDER[f.level])
