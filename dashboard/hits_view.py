"""From what a search found to its page and to programs: plain numbers and strings."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from dashboard.formats import local_time, short
from dashboard.palette import PART_NAMES, ROLE_OF_ACTOR
from dashboard.viewmodels import Data
from data.search import Found, Hit

WHO = {
    "question": "question",
    "tool": "tool",
    "person": "a person's edit",
    "end": "how it ended",
}


def hits_data(found: Found) -> Data:
    """Run by run, as they come."""
    runs = [
        (run_id, list(some)) for run_id, some in groupby(found.hits, key=lambda hit: hit.run_id)
    ]
    return {
        "runs": [
            {
                "run": run_id,
                "question": short(some[0].question, 200) or "a run without a question",
                "about": local_time(some[0].created_at),
                "hits": [_hit(hit) for hit in some],
            }
            for run_id, some in runs
        ]
    }


def _hit(hit: Hit) -> Data:
    return {
        "step": hit.seq,
        "who": who_said(hit),
        "tone": _tone(hit),
        "snippet": [[piece.text, piece.match] for piece in hit.snippet],
    }


def who_said(hit: Hit) -> str:
    if hit.who == "sent":
        return f"sent: {PART_NAMES.get(hit.name, hit.name)}"
    if hit.who == "tool":
        return f"tool {hit.name}"
    return WHO.get(hit.who, hit.who)


def _tone(hit: Hit) -> str:
    if hit.who == "sent":
        return f"part-{hit.name}"
    own = {"tool": "tool", "person": "edit"}
    return own.get(hit.who) or ROLE_OF_ACTOR.get(hit.who) or "muted"


def how_many(found: Found, offset: int) -> str:
    """`51 to 100 of 1,234 places`; honest where the number is not exact."""
    places = "place" if found.total == 1 else "places"
    if not found.hits:
        return "Found nowhere." if not offset and found.next is None else "Nothing on this page."
    most = "" if found.exact else "at most "
    if not offset and found.next is None:
        return f"{len(found.hits):,} {'place' if len(found.hits) == 1 else 'places'}"
    first = f"from place {offset + 1:,} on, " if offset else "the first "
    return f"{first}{len(found.hits):,} of {most}{found.total:,} {places}"


def found_object(found: Found) -> dict[str, Any]:
    """For programs; `snippet` with the matches as [from, to) in it."""
    return {
        "total": found.total,
        "exact": found.exact,
        "next": found.next,
        "hits": [_object(hit) for hit in found.hits],
    }


def _object(hit: Hit) -> dict[str, Any]:
    snippet, matches = "", []
    for piece in hit.snippet:
        if piece.match:
            matches.append([len(snippet), len(snippet) + len(piece.text)])
        snippet += piece.text
    return {
        "run": hit.run_id,
        "step": hit.seq,
        "who": hit.who,
        "name": hit.name,
        "snippet": snippet,
        "matches": matches,
        "question": hit.question,
        "started_at": hit.created_at,
    }
