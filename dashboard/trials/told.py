"""A trial set for programs, as JSON: the same from the verb and from the API."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from dashboard.trials.compared import Side, fixed_vs_adaptive, ratios
from dashboard.trials.measure import Measured
from dashboard.trials.results import CellResult, Estimate, Group, Results, results
from dashboard.words import ENGLISH
from data.trials import sets
from data.trials.imported import imported_sets
from data.trials.statistics import Interval

if TYPE_CHECKING:
    from dashboard.service import Service

Json = dict[str, Any]


def set_object(service: Service, named: str) -> Json:
    """Raises BadInput where there is none."""
    return results_object(results(service, named))


def results_object(found: Results) -> Json:
    return {
        **head_object(found),
        "notes": found.notes_in(ENGLISH),
        "groups": [_group(group) for group in found.groups()],
        "cells": [_cell(cell) for cell in found.cells],
        "token_ratios": [asdict(ratio) for ratio in ratios(found)],
        "fixed_vs_adaptive": [
            {
                key: list(map(asdict, value)) if _sides(value) else value
                for key, value in one.items()
            }
            for one in fixed_vs_adaptive(found)
        ],
    }


def head_object(found: Results) -> Json:
    progress, stored = found.progress, found.stored
    return {
        "trials": found.set_id,
        "name": found.name,
        "imported": found.imported,
        "state": progress.state if progress else "imported",
        "reason": progress.reason if progress else "",
        "plan": stored.plan.model_dump(mode="json") if stored else None,
        "budget_usd": stored.budget_usd if stored else None,
        "created_at": stored.created_at if stored else None,
        "cells_in_all": progress.cells if progress else len(found.cells),
        "finished": progress.finished if progress else None,
        "errors": progress.errors if progress else None,
        "running": progress.running if progress else None,
        "waiting": progress.waiting if progress else None,
        "spent_usd": progress.spent_usd if progress else None,
        "runs_of_unknown_cost": progress.unpriced_runs if progress else None,
    }


def progress_object(service: Service, set_id: str) -> Json:
    """Only how far it has come: cheap enough to be asked for again and again."""
    found = sets.one(service.store, set_id)
    progress = service.trials.progress(found)
    return head_object(Results(set_id, found.plan.name, False, found, progress, ()))


def list_object(service: Service) -> Json:
    own = [progress_object(service, set_id) for set_id in sets.names(service.store)]
    found = [
        {"trials": one.set_id, "format": one.format, "runs": len(one.trials),
         "tasks": len({trial.task for trial in one.trials})}
        for one in imported_sets(service.store)
    ]  # fmt: skip
    return {"sets": own, "imported": found}


def _sides(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, Side) for one in value)


def _group(group: Group) -> Json:
    tallies = group.tallies
    return {
        "fault": group.fault,
        "model": group.model,
        "paradigm": group.paradigm,
        "tasks": len(tallies),
        "trials": sum(tally.trials for tally in tallies),
        "passed": sum(tally.passed for tally in tallies),
        "deterministic": group.deterministic,
        "interval_by": group.method,
        "pass_hat_k": [_estimate(one) for one in group.pass_hat()],
        "pass_at_k": [_estimate(one) for one in group.pass_at()],
    }


def _cell(cell: CellResult) -> Json:
    key = cell.key
    return {
        "scenario": key.scenario,
        "fault": key.fault,
        "model": key.model,
        "paradigm": key.paradigm,
        "trials": cell.tally.trials,
        "passed": cell.tally.passed,
        "without_verdict": cell.unjudged,
        "deterministic": cell.deterministic,
        "rate": cell.rate,
        "interval": _interval(cell.interval),
        "runs": [
            {"trial": trial.number, "run": trial.run_id,
             **(run_measures(trial.measured) if trial.measured else {"status": None})}
            for trial in cell.trials
        ],
    }  # fmt: skip


def run_measures(one: Measured) -> Json:
    plan = one.plan
    return {
        "status": one.status,
        "calls_accepted": one.calls_accepted,
        "information_retrieved": one.information_retrieved,
        "task_completed": one.passed,
        "unsupported_claims": one.unsupported,
        "tool_errors": one.tool_errors,
        "repeated_calls": one.repeated_calls,
        "model_calls": one.model_calls,
        "tool_calls": one.tool_calls,
        "input_tokens": one.input_tokens,
        "output_tokens": one.output_tokens,
        "tokens": one.tokens,
        "cost_usd": one.cost_usd,
        "duration_ms": None if one.duration_ms is None else round(one.duration_ms),
        "planned": plan.planned if plan else None,
        "executed": plan.executed if plan else None,
        "rejected": plan.rejected if plan else None,
        "replan_rate": plan.replan_rate if plan else None,
    }


def _estimate(one: Estimate) -> Json:
    found = {"k": one.k, "value": one.value, "tasks": one.tasks}
    return {**found, "interval": _interval(one.interval)}


def _interval(found: Interval | None) -> list[float] | None:
    return None if found is None else [found.low, found.high]
