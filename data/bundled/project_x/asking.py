"""What a question about tickets asks: which project, which status or tickets, and whether why."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.evidence.clauses import TICKET
from data.bundled.project_x.tracker import load, projects

STATUSES = ("blocked", "open", "closed")


@dataclass(frozen=True, slots=True)
class Asked:
    project: str
    """An id, or the words used where they name no project exactly; empty if none is named."""
    statuses: tuple[str, ...]
    tickets: tuple[str, ...]
    """Single tickets that the question is about; empty for all of the project's."""
    why: bool

    @property
    def known(self) -> bool:
        return self.project in projects()


def asked(question: str) -> Asked:
    tickets = tuple(dict.fromkeys(TICKET.findall(question)))
    statuses = tuple(s for s in STATUSES if re.search(rf"\b{s}\b", question, re.IGNORECASE))
    why = bool(re.search(r"\bwhy\b|reason|expla|meeting|notes|cause", question, re.IGNORECASE))
    default = STATUSES if tickets else ("blocked",)
    return Asked(_project(question, tickets), statuses or default, tickets, why)


def expected(one: Asked) -> list[dict[str, str]]:
    """The tickets that a right answer reports."""
    return [
        t
        for t in load("tracker")["tickets"]
        if t["project"] == one.project
        and (t["id"] in one.tickets if one.tickets else t["status"] in one.statuses)
    ]


def _project(question: str, tickets: tuple[str, ...]) -> str:
    longest_first = sorted(projects().items(), key=lambda p: -len(p[1]))
    for id_, name in longest_first:
        if re.search(rf"\b({re.escape(name)}|{id_})\b(?!-)", question, re.IGNORECASE):
            return id_
    if tickets:
        return tickets[0].partition("-")[0]
    for pattern in (r"\bproject (?!tickets?\b)([\w-]+)", r"\b([\w-]+) project\b"):
        if loose := re.search(pattern, question, re.IGNORECASE):
            return loose[1]
    return ""
