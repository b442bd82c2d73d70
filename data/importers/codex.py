"""Codex's rollouts: `~/.codex/sessions/…/rollout-….jsonl`, lines of `{timestamp, type, payload}`.

What is said stands there twice, as `response_item` (as the API has it, read here) and as
`event_msg` (for the screen, skipped). Usage is a running total that is often logged twice: a call
is what came between two different totals. The request is rebuilt from the items before it; the
instructions stand in the file in newer versions, the tools' definitions never.
"""

from __future__ import annotations

from data.importers.codex_rollout import Rollout
from data.importers.head import Head
from data.importers.source import Source
from data.importers.writing import Out

name = "codex"

OUTER = frozenset(
    {"session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state"}
)
NO_TOOLS = "tool definitions: the file does not hold them"


def looks_like(head: Head) -> float:
    best = 0.0
    for record in head.objects():
        kind = record.get("type")
        if isinstance(kind, str) and kind in OUTER and isinstance(record.get("payload"), dict):
            best = max(best, 0.9 if "timestamp" in record else 0.6)
    return best


def read(source: Source, out: Out) -> None:
    rollout = Rollout(out)
    for _, record in source.records(out.report):
        rollout.take(record)
    rollout.end()
    out.report.lose(NO_TOOLS)
