"""Runs for a class: what each of them does at every step, in words, to be stepped together."""

from __future__ import annotations

from collections.abc import Sequence

from agents.errors import BadInput
from agents.events import Edited, Event, Replied, Returned, Started, Stopped, end_of, start_of
from agents.state import EXECUTED, NOT_RUN
from dashboard.captions import captions
from dashboard.formats import duration, origin_glyph, origin_name, run_status
from dashboard.lanes import lane_titles
from dashboard.palette import ROLE_OF_ACTOR
from dashboard.service import Service
from dashboard.viewmodels import Data, tone
from dashboard.words import t
from data.rows import RunRow
from data.writing.codec import plain, spoken

MOST_RUNS = 6
MOST_EVENTS = 2_000
"""Of one run: nobody steps through more before a class, and all of it is in the page."""
LONG = 3_000
"""Characters of a step's text that stand in its lane; the rest is in its replay, and said so."""


def lockstep_data(service: Service, runs: Sequence[RunRow]) -> Data:
    """Raises BadInput for too many runs, or one that is too long."""
    if len(runs) > MOST_RUNS:
        raise BadInput(t("lockstep.wrong-many", most=MOST_RUNS))
    long = next((run for run in runs if run.events > MOST_EVENTS), None)
    if long is not None:
        told = {"most": f"{MOST_EVENTS:,}", "run": long.run_id, "events": f"{long.events:,}"}
        raise BadInput(t("lockstep.wrong-long", **told))
    found = service.store.histories([run.run_id for run in runs])
    return {
        "key": " ".join(f"{run.run_id}:{run.events}" for run in runs),
        "question": "\n".join(dict.fromkeys(plain(run.question) for run in runs)),
        "lanes": [
            {
                "run": run.run_id,
                "title": name,
                "model": plain(model),
                "status_text": run_status(run.status, run.passed),
                "tone": tone(run),
                "steps": _steps(found[run.run_id], run.paradigm),
            }
            for run, (name, model) in zip(runs, lane_titles(runs), strict=True)
        ],
    }


def _steps(events: Sequence[Event], paradigm: str) -> list[Data]:
    asked = called = read = 0
    known = True
    steps = []
    for seq, (event, caption) in enumerate(zip(events, captions(events, paradigm), strict=True)):
        if isinstance(event, Replied):
            asked += 1
            read += event.usage.input_tokens or 0
            known = known and event.usage.input_tokens is not None
        elif isinstance(event, Returned):
            called += event.outcome in EXECUTED and NOT_RUN not in event.notes
        label, text = _text(event)
        steps.append(
            {
                "seq": seq,
                "role": _role(event),
                "asks": caption.asks,
                "doing": plain(caption.doing),
                "why": plain(caption.why),
                "label": plain(label),
                "text": plain(text[:LONG]),
                "more": max(0, len(text) - LONG),
                "took": duration((end_of(event) - start_of(event)) * 1000),
                "glyph": origin_glyph(event.origin),
                "origin": origin_name(event.origin),
                "bad": (isinstance(event, Returned) and event.outcome != "ok")
                or (isinstance(event, Replied) and event.reading.fault is not None),
                "asked": asked,
                "called": called,
                "read": read if known else None,
            }
        )  # fmt: skip
    return steps


def _role(event: Event) -> str:
    if event.origin == "edited":
        return "edit"
    if isinstance(event, Replied):
        return ROLE_OF_ACTOR.get(event.actor, "model")
    return "tool" if isinstance(event, Returned) else "end"


def _text(event: Event) -> tuple[str, str]:
    """What stands in the lane below the caption, and what it is."""
    match event:
        case Replied():
            return t("lockstep.reply"), event.text or "\n".join(map(spoken, event.reading.calls))
        case Returned():
            return spoken(event.call), event.output
        case Started():
            return t("lockstep.question"), event.question
        case Edited():
            return t(f"lockstep.edit.{event.target}"), event.value
        case Stopped():
            if event.answer:
                return t("lockstep.answer"), event.answer
            return t("lockstep.why"), event.reason
