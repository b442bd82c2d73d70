"""Tickets and meeting notes of two projects with similar names, and the two tools over them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from agents.evidence.clauses import TICKET
from agents.tools import Tool, ToolError, tool
from data.ranking import Ranking

Status = Literal["open", "blocked", "closed"]
PAGE = 3
BEST = 3
"""Passages that a meeting search returns at most."""


@cache
def load(name: str) -> Any:
    return json.loads((Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8"))


def projects() -> dict[str, str]:
    """Id -> name."""
    return {p["id"]: p["name"] for p in load("tracker")["projects"]}


def tickets(project: str, status: str) -> list[Mapping[str, Any]]:
    all_tickets = load("tracker")["tickets"]
    return [t for t in all_tickets if t["project"] == project and t["status"] == status]


def coverage() -> dict[str, Any]:
    dates = sorted(m["date"] for m in load("meetings"))
    return {"meetings": len(dates), "from": dates[0], "to": dates[-1]}


NOTHING: dict[str, dict[str, Any]] = {
    "search_tickets": {"tickets": [], "next_cursor": None},
    "search_meetings": {"passages": [], "searched": coverage(), "left_out": 0},
}


def tools() -> tuple[Tool, ...]:
    return tool(_tickets(PAGE), name="search_tickets"), tool(search_meetings)


def paged(given: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """The fault `paged`: every page of tickets holds one, so the cursor has to be followed."""
    small = _tickets(1)

    def faulty(good: Tool) -> Tool:
        async def invoke(project_id: str, status: Status, cursor: str | None = None) -> Any:
            await good.invoke(project_id=project_id, status=status)  # other faults still happen
            return await small(project_id, status, cursor)

        return replace(good, invoke=invoke)

    return tuple(faulty(t) if t.name == "search_tickets" else t for t in given)


def wrong_project(given: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """The fault `wrong-project`: the tracker mistakes the two similar projects for each other."""
    others = {"PX": "PXM", "PXM": "PX"}

    def faulty(good: Tool) -> Tool:
        async def invoke(project_id: str, status: Status, cursor: str | None = None) -> Any:
            asked = _project(project_id)
            return await good.invoke(project_id=others[asked], status=status, cursor=cursor)

        return replace(good, invoke=invoke)

    return tuple(faulty(t) if t.name == "search_tickets" else t for t in given)


def outdated_notes(given: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """The fault `outdated-notes`: every note was written before the tickets last changed."""

    def faulty(good: Tool) -> Tool:
        async def invoke(query: str, ticket_id: str | None = None) -> Any:
            found = await good.invoke(query=query, ticket_id=ticket_id)
            passages = [{**p, "date": f"2026-05{p['date'][7:]}"} for p in found["passages"]]
            return {**found, "passages": passages}

        return replace(good, invoke=invoke)

    return tuple(faulty(t) if t.name == "search_meetings" else t for t in given)


def other_ticket(given: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """The fault `wrong-passage`: a search for one ticket finds the passage on another one, which
    is a borrowed explanation to whoever does not look at its id."""
    rows = [(m, p) for m in load("meetings") for p in m["passages"] if TICKET.match(p)]

    def faulty(good: Tool) -> Tool:
        async def invoke(query: str, ticket_id: str | None = None) -> Any:
            found = await good.invoke(query=query, ticket_id=ticket_id)
            about = ticket_id or " ".join(TICKET.findall(query))
            others = [(m, p) for m, p in rows if not about or p.partition(":")[0] not in about]
            return {**found, "passages": [_shown(*others[-1])]} if about else found

        return replace(good, invoke=invoke)

    return tuple(faulty(t) if t.name == "search_meetings" else t for t in given)


def _shown(meeting: Mapping[str, Any], passage: str) -> dict[str, Any]:
    kept = {"meeting_id": meeting["id"], "date": meeting["date"], "title": meeting["title"]}
    return {**kept, "passage": passage}


def _tickets(page: int) -> Any:
    async def search_tickets(
        project_id: Annotated[str, Field(description="PX, PXM, or a project's full name")],
        status: Status,
        cursor: Annotated[
            str | None, Field(description="next_cursor of the page before; none for the first")
        ] = None,
    ) -> dict[str, Any]:
        """Lists the tickets of one project with this status now. next_cursor null: complete."""
        project = _project(project_id)
        found = tickets(project, status)
        start = _start(cursor, len(found))
        shown = [{k: t[k] for k in ("id", "title", "status", "updated_at")}
                 for t in found[start : start + page]]  # fmt: skip
        more = start + page < len(found)
        return {
            "project_id": project,
            "retrieved_at": load("tracker")["retrieved_at"],
            "tickets": shown,
            "next_cursor": str(start + page) if more else None,
        }

    return search_tickets


async def search_meetings(
    query: str,
    ticket_id: Annotated[
        str | None, Field(description="Only passages that name this ticket, such as PX-1")
    ] = None,
) -> dict[str, Any]:
    """Searches the meeting notes: the passages that fit best, and how much was searched."""
    rows = [(m, p) for m in load("meetings") for p in m["passages"]]
    if ticket_id is not None:
        named = ticket_id.strip().upper()
        chosen = [(m, p) for m, p in rows if named in _ids(p)]
    else:
        ranking = Ranking([f"{m['title']}\n{p}" for m, p in rows])
        chosen = [rows[place] for _, place in ranking.rank(query)]
    passages = [_shown(m, p) for m, p in chosen[:BEST]]
    return {
        "passages": passages,
        "searched": coverage(),
        "left_out": max(0, len(chosen) - BEST),
    }


def _ids(text: str) -> set[str]:
    return {word.strip(".,:;()").upper() for word in text.split()}


def _project(named: str) -> str:
    wanted = " ".join(named.split()).casefold()
    for id_, name in projects().items():
        if wanted in (id_.casefold(), name.casefold()):
            return id_
    listed = ", ".join(f"{id_} ({name})" for id_, name in projects().items())
    raise ToolError(f"{named!r} names no project exactly; call again with one of {listed}.")


def _start(cursor: str | None, total: int) -> int:
    if cursor is None:
        return 0
    if not cursor.isascii() or not cursor.isdigit() or not 0 < int(cursor) < max(total, 1):
        raise ToolError(f"{cursor!r} is no cursor of this list; start again without one.")
    return int(cursor)
