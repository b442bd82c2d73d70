"""What a finding is: a failure pattern that a run's events prove, with the events that prove it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Level = Literal["error", "warning", "info"]
Kind = Literal[
    "repeated_action",
    "ping_pong",
    "local_optimum",
    "failure_streak",
    "ignored_observation",
    "unkept_promise",
    "format_drift",
    "hallucinated_tool",
    "invalid_arguments",
    "stale_plan",
    "silent_wrong_fact",
    "short_cap",
    "goal_drift",
    "unsupported_answer",
    "outdated_evidence",
    "followed_injection",
]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Finding:
    kind: Kind
    text: str
    """One sentence of plain text; it may quote the trace, so it is shown as text."""
    seqs: tuple[int, ...]
    """Numbers of the events that prove it, in order."""
    level: Level = "warning"


def finding(kind: Kind, text: str, seqs: set[int] | list[int], level: Level = "warning") -> Finding:
    return Finding(kind, text, tuple(sorted(set(seqs))), level)
