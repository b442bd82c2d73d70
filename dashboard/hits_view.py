"""From what a search found to its page and to programs: plain numbers and strings."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from dashboard.formats import local_time, short
from dashboard.palette import ROLE_OF_ACTOR, part_name
from dashboard.viewmodels import Data
from dashboard.words import t
from dashboard.words.many import many
from data.search.find import Found, Hit

WHO = ("question", "person", "end")
"""Who has no name of their own; the text is `search.who.WHO`."""


def hits_data(found: Found) -> Data:
    """Run by run, as they come."""
    runs = [
        (run_id, list(some)) for run_id, some in groupby(found.hits, key=lambda hit: hit.run_id)
    ]
    return {
        "runs": [
            {
                "run": run_id,
                "question": short(some[0].question, 200) or t("search.no-question"),
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
        return t("search.who.sent", part=part_name(hit.name))
    if hit.who == "tool":
        return t("search.who.tool", name=hit.name)
    return t(f"search.who.{hit.who}") if hit.who in WHO else hit.who


def _tone(hit: Hit) -> str:
    if hit.who == "sent":
        return f"part-{hit.name}"
    own = {"tool": "tool", "person": "edit"}
    return own.get(hit.who) or ROLE_OF_ACTOR.get(hit.who) or "muted"


def how_many(found: Found, offset: int) -> str:
    """`51 to 100 of 1,234 places`; honest where the number is not exact."""
    if not found.hits:
        whole = not offset and found.next is None
        return t("search.nowhere" if whole else "search.nothing-here")
    if not offset and found.next is None:
        return many("search.places", len(found.hits))
    if offset:
        key = "search.from" if found.exact else "search.from-most"
    else:
        key = "search.first" if found.exact else "search.first-most"
    here, all_, start = f"{len(found.hits):,}", f"{found.total:,}", f"{offset + 1:,}"
    return many(key, found.total, n=here, total=all_, start=start)


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
