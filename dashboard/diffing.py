"""What is told of runs set side by side, and of two of their steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from agents.errors import BadInput
from agents.events import Edited, Event, Replied, Returned, Stopped, end_of, start_of
from dashboard.answers import Json, run_objects
from dashboard.formats import listed, spaced
from dashboard.service import Service
from dashboard.words import t
from dashboard.words.many import many
from data.diff.aligning import Row, align, first_difference
from data.diff.rig_words import rig_changes
from data.rows import RunRow, lasted
from data.totals import together
from data.writing.codec import one_line, plain, spoken, summary

NAMES = "ABCDEF"
"""How the runs are called in a diff, in the order they were given in."""

BAD = frozenset(
    {"error", "timeout", "unknown_tool", "invalid", "refused", "cancelled", "length", "limit"}
)


def checked(run_ids: Sequence[str]) -> list[str]:
    """Raises BadInput unless there are two to six."""
    if not 2 <= len(run_ids) <= len(NAMES):
        raise BadInput(many("diff.wrong-many", len(run_ids)))
    return list(run_ids)


def diff_object(service: Service, run_ids: Sequence[str]) -> Json:
    """The runs aligned. Raises BadInput for a run that is not there, or too few or many."""
    runs = service.these(checked(run_ids))
    return {
        "runs": run_objects(service, runs),
        "rigs": [rig_changes(runs[0].rig, run.rig) for run in runs],
        "totals": [totals_of(run) for run in runs],
        **aligned(service, run_ids),
    }


def aligned(service: Service, run_ids: Sequence[str]) -> Json:
    """The rows alone, for the page, which has the rest already."""
    found = service.store.histories(checked(run_ids))
    histories = [found[run_id] for run_id in run_ids]
    rows = align(histories)
    different = sum(row.differs for row in rows)
    return {
        "together": asdict(together(histories)),
        "first_divergence": _where(rows, histories, first_difference(rows)),
        "first_other_act": _where(rows, histories, first_difference(rows, of_acts=True)),
        "rows": [_row(row, histories) for row in rows],
        "equal": len(rows) - different,
        "different": different,
    }


def totals_of(run: RunRow) -> Json:
    """With what a fork inherits, as everywhere; `together` counts what is shared once."""
    return {
        "run": run.run_id,
        "status": run.status,
        "passed": run.passed,
        "model_calls": run.model_calls,
        "tool_calls": run.tool_calls,
        "tool_errors": run.tool_errors,
        "input_tokens": run.input_tokens,
        "output_tokens": run.output_tokens,
        "unknown_usage": run.unknown_usage,
        "cost_usd": run.cost_usd,
        "unpriced": run.unpriced,
        "duration_ms": None if run.duration_ms is None else round(run.duration_ms),
    }


def _where(rows: Sequence[Row], histories: list[list[Event]], place: int | None) -> Json | None:
    if place is None:
        return None
    row = rows[place]
    return {
        "row": place,
        "state": row.state,
        "says": says(row, histories),
        "steps": list(row.cells),
    }


def _row(row: Row, histories: list[list[Event]]) -> Json:
    return {
        "state": row.state,
        "says": says(row, histories),
        "same_act": row.same_act,
        "cells": [
            None if place is None else _cell(history[place], place, number)
            for history, place, number in zip(histories, row.cells, row.alike, strict=True)
        ],
    }


def _cell(event: Event, place: int, alike: int | None) -> Json:
    text, result = _lines(event)
    took = lasted(start_of(event), end_of(event), event.origin)
    kind = {"replied": "model", "returned": "tool"}.get(event.kind, event.kind)
    return {
        "step": place,
        "kind": kind,
        "who": plain(who(event)),
        "origin": event.origin,
        "status": status_of(event),
        "bad": status_of(event) in BAD or _is_faulty(event),
        "text": text,
        "result": result,
        "duration_ms": None if took is None else round(took),
        "alike": alike,
    }


def who(event: Event) -> str:
    if isinstance(event, Replied):
        return event.actor
    if isinstance(event, Returned):
        return event.call.name
    return event.target if isinstance(event, Edited) else ""


def status_of(event: Event) -> str:
    if isinstance(event, Replied):
        return event.finish
    if isinstance(event, Returned):
        return event.outcome
    return event.status if isinstance(event, Stopped) else ""


def _is_faulty(event: Event) -> bool:
    return isinstance(event, Replied) and event.reading.fault is not None


def _lines(event: Event) -> tuple[str, str]:
    """One line of what it is about, and one of what came of it."""
    if isinstance(event, Returned):
        failed = "" if event.outcome == "ok" else f"{event.outcome}: "
        return one_line(spoken(event.call)), one_line(failed + event.output)
    if isinstance(event, Replied):
        return summary(event), one_line(_decided(event))
    if isinstance(event, Stopped):
        return summary(event), one_line(f"{event.status}: {event.reason}")
    return summary(event), ""


def _decided(event: Replied) -> str:
    """What stands beside the thought that is its summary."""
    reading = event.reading
    if reading.fault or not (reading.thought.strip() or reading.calls):
        return ""
    if reading.calls:
        return "; ".join(map(spoken, reading.calls))
    return reading.answer or ""


def says(row: Row, histories: list[list[Event]]) -> str:
    """How the cells of a row differ, in words."""
    there = [number for number, place in enumerate(row.cells) if place is not None]
    event = histories[there[0]][row.cells[there[0]] or 0]
    if row.state == "only":
        runs = listed([NAMES[number] for number in there])
        by_hand = isinstance(event, Edited) and event.origin == "edited"
        return spaced(t("diff.says.only-edit" if by_hand else "diff.says.only", runs=runs))
    if row.state == "equal":
        return t("diff.says.equal")
    known = (row.state, event.kind) in _SAID
    return t(f"diff.says.{row.state}-{event.kind}" if known else "diff.says.other")


_SAID = frozenset(
    {
        ("asked", "replied"),
        ("answered", "replied"),
        ("changed", "replied"),
        ("asked", "returned"),
        ("answered", "returned"),
        ("changed", "returned"),
        ("answered", "edited"),
        ("answered", "stopped"),
        ("changed", "started"),
        ("asked", "started"),
    }
)
