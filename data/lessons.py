"""What earlier reflected runs of a scenario learned, for the next attempt at it (Reflexion)."""

from __future__ import annotations

import duckdb

from agents.events import Stopped, from_json
from agents.reviews import Reflection

MOST = 3
LOOKED_AT = 50
"""Of so many runs, newest first; the same lesson is told once."""
LONGEST = 300
"""Characters of each of a lesson's three parts. The whole stands in the run it came from."""

_REFLECTED = """SELECT e.body FROM events e JOIN runs r ON r.run_id = e.run_id
WHERE e.kind = 'stopped' AND r.scenario = $scenario AND (r.scenario <> '' OR r.question = $question)
    AND r.origin <> 'imported' AND coalesce(r.source, '') = ''
    AND (contains(e.body, '"reflection":{') OR contains(e.body, '"reflection": {'))
ORDER BY e.ended_at DESC, r.run_id LIMIT $most"""


def lessons(cur: duckdb.DuckDBPyConnection, scenario: str, question: str) -> tuple[str, ...]:
    """Newest first; without a scenario, of runs that were asked the same. Imported runs teach
    nothing, because what they say would come to stand in a system prompt."""
    given = {"scenario": scenario, "question": question, "most": LOOKED_AT}
    found: dict[str, None] = {}
    for (body,) in cur.execute(_REFLECTED, given).fetchall():
        event = from_json(body)
        if isinstance(event, Stopped) and event.reflection is not None:
            found.setdefault(_told(event.reflection))
    return tuple(found)[:MOST]


def _told(one: Reflection) -> str:
    parts = (
        ("why it failed", one.why),
        ("what changed", one.changed),
        ("what came of it", one.outcome),
    )
    return " | ".join(f"{name}: {_short(text)}" for name, text in parts)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}… ({len(text):,} characters in all)"
