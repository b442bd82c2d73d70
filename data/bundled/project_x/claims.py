"""What an answer says of single tickets, whoever wrote it."""

from __future__ import annotations

from agents.evidence.clauses import TICKET, clauses


def about_ticket(answer: str, ticket: str) -> list[str]:
    return [clause for clause, about in clauses(answer) if ticket in about]


def named(answer: str) -> list[str]:
    return list(dict.fromkeys(TICKET.findall(answer)))
