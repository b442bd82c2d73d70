"""What is told to programs, as JSON: the same objects from the verbs and from the API."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from threading import Lock
from typing import Any

from agents.errors import BadInput
from agents.events import Replied, Stopped, to_json
from agents.planned import PlanCounts
from dashboard.alerts import Alert, Thresholds, alerts
from dashboard.axes import axes
from dashboard.finding_words import finding_words
from dashboard.kinship import family_object
from dashboard.outcomes import outcomes
from dashboard.service import Service
from dashboard.words import spoken, t
from data.bundled import names, scenario
from data.filters import RunFilter
from data.rows import RunRow, StepRow

Json = dict[str, Any]


def comparison_object(service: Service, comparison: str) -> Json:
    rows = service.comparison(comparison)
    return {
        "comparison": comparison,
        "runs": run_objects(service, rows, findings=True),
        "running": [row.run_id for row in rows if row.status == "running"],
    }


def run_objects(service: Service, rows: list[RunRow], *, findings: bool = False) -> list[Json]:
    steps = service.steps_of(rows)
    plans = service.plans.of(rows)
    found = [
        {**run_object(service, row, steps[row.run_id]), "plan": plan_object(plans[row.run_id])}
        for row in rows
    ]
    if findings:
        pairs = zip(found, rows, strict=True)
        found = [{**one, **_read_through(service, row, steps[row.run_id])} for one, row in pairs]
    return found


def _read_through(service: Service, row: RunRow, steps: Sequence[StepRow]) -> Json:
    verdict = service.store.verdict(row.run_id)
    found = outcomes(row, steps, verdict)
    return {
        "outcomes": found,
        "findings": findings_of(service, row),
        "retold": _retold(service, row),
    }


def _retold(service: Service, row: RunRow) -> list[str] | None:
    """As the scenario's own source prints it; None where it prints nothing."""
    retell = scenario(row.scenario).retell if row.scenario in names() else None
    return retell(service.events(row.run_id)) if retell else None


def findings_of(service: Service, row: RunRow) -> list[Json]:
    """Read from all of a run's events, so only where single runs are shown, not in their list."""
    with _reading.setdefault(row.run_id, Lock()):
        found = service.findings.of(row)
    return [
        {"kind": f.kind, "level": f.level, "text": finding_words(f.text), "steps": list(f.seqs)}
        for f in found
    ]


_reading: dict[str, Lock] = {}
"""A long run that two pages open is read through once, and not by both at the same time."""


def marks_object(service: Service, run_id: str) -> Json:
    """All that is noteworthy of a run, in one list: findings first, then its alerts, each of which
    is told at the first step that shows it (too many calls would mark every call)."""
    row = service.run(run_id)
    found = findings_of(service, row)
    with _reading.setdefault(run_id, Lock()):
        kept = row.events, row.status, service.thresholds(), spoken()
        crossed = _alerts(service, run_id, *kept)
    told = [
        {"kind": a.kind, "level": a.level, "text": a.text, "steps": list(a.seqs[:1])}
        for a in crossed
    ]
    return {"events": row.events, "marks": found + told}


@lru_cache(maxsize=128)
def _alerts(
    service: Service, run_id: str, events: int, status: str, thresholds: Thresholds, language: str
) -> tuple[Alert, ...]:
    return tuple(alerts(service.run(run_id), service.steps([run_id]), thresholds))


def run_object(service: Service, row: RunRow, steps: Sequence[StepRow]) -> Json:
    """The run of issue 2's `triptych run --json`; None is unknown. `problem` says why it could
    not be recorded to its end (a full disk), which is no outcome of the agent's."""
    found = alerts(row, steps, service.thresholds())
    return {
        "run": row.run_id,
        "comparison": row.comparison_id,
        "paradigm": row.paradigm,
        "axes": axes(row.paradigm, row.rig),
        "model": row.model,
        "planner_model": row.planner_model,
        "question": row.question,
        "scenario": row.scenario or None,
        "started_at": row.started_at,
        "status": row.status,
        "reason": row.reason,
        "answer": row.answer,
        "passed": row.passed,
        "model_calls": row.model_calls,
        "tool_calls": row.tool_calls,
        "tool_errors": row.tool_errors,
        "input_tokens": row.input_tokens,
        "cached_tokens": row.cached_tokens,
        "output_tokens": row.output_tokens,
        "peak_input_tokens": row.peak_input_tokens,
        "usage_source": row.usage_source,
        "cost_usd": row.cost_usd,
        "cost_why": row.cost_why,
        "duration_ms": None if row.duration_ms is None else round(row.duration_ms),
        "origin": row.origin,
        "inner": _inner(row),
        "called_by": row.called_by,
        "called_as": row.called_as or None,
        "parent": row.parent_run_id,
        "forked_at": row.forked_at,
        "events": row.events,
        "problem": service.problem(row.run_id) or None,
        "alerts": [
            {"kind": a.kind, "level": a.level, "text": a.text, "steps": list(a.seqs)} for a in found
        ],
    }


def plan_object(counts: PlanCounts | None) -> Json | None:
    """Planned, executed and rejected steps (S2-32); None for a run without a plan."""
    return asdict(counts) | {"replan_rate": counts.replan_rate} if counts else None


def _inner(row: RunRow) -> Json | None:
    """What its sub-runs took, which is in none of its own totals; None where it has none."""
    if not row.sub_runs:
        return None
    return {
        "runs": row.sub_runs,
        "model_calls": row.inner_model_calls,
        "tool_calls": row.inner_tool_calls,
        "input_tokens": row.inner_input_tokens,
        "output_tokens": row.inner_output_tokens,
        "cost_usd": row.inner_cost_usd,
    }


def sub_run_objects(service: Service, run_id: str, steps: list[StepRow]) -> list[Json]:
    """`step` is the number of the call that it carried out; None where the caller died in it."""
    rows = service.sub_runs(run_id)
    step_of = {step.sub_run: step.seq for step in steps if step.sub_run}
    return [{**one, "step": step_of.get(one["run"])} for one in run_objects(service, rows)]


def runs_object(service: Service, wanted: RunFilter, limit: int, offset: int) -> Json:
    rows = service.runs(wanted, limit, offset)
    return {"total": service.count(wanted), "runs": run_objects(service, rows)}


def show_object(service: Service, run_id: str) -> Json:
    row = service.run(run_id)
    steps = service.steps([run_id])
    return {
        **run_object(service, row, steps),
        "plan": plan_object(service.plans.of([row])[run_id]),
        "family": family_object(service, run_id),
        **_read_through(service, row, steps),
        **reviews_of(service, run_id),
        "rig": dict(row.rig),
        "sub_runs": sub_run_objects(service, run_id, steps),
        "steps": [{**asdict(step), "parts": dict(step.parts)} for step in steps],
    }


def reviews_of(service: Service, run_id: str) -> Json:
    """What reviews of the answer found, step by step, and what is remembered of it."""
    events = service.events(run_id)
    stopped = next((e for e in reversed(events) if isinstance(e, Stopped)), None)
    learned = stopped.reflection if stopped else None
    return {
        "reviews": [
            {"step": seq, "by": "model" if event.actor == "reflector" else "code",
             **asdict(event.reading.review)}
            for seq, event in enumerate(events)
            if isinstance(event, Replied) and event.reading.review is not None
        ],
        "reflection": asdict(learned) if learned else None,
    }  # fmt: skip


def step_object(service: Service, run_id: str, seq: int) -> Json:
    """One event whole; for a model call with the request as sent, its new links marked."""
    row = service.run(run_id)
    events = service.events(run_id)
    if not 0 <= seq < len(events):
        last = len(events) - 1
        raise BadInput(t("wrong.no-step", run=row.run_id, step=seq, last=last))
    event = events[seq]
    found: Json = {"run": run_id, "step": seq, "event": json.loads(to_json(event))}
    if isinstance(event, Replied) and event.request:
        before = next(
            (e.request for e in reversed(events[:seq]) if isinstance(e, Replied) and e.request),
            None,
        )
        shared = service.store.new_links(event.request, before)
        found["request"] = [
            {
                "part": link.part,
                "role": link.role,
                "body": json.loads(link.body),
                "new": number >= shared,
            }
            for number, link in enumerate(service.store.request(event.request))
        ]
    return found
