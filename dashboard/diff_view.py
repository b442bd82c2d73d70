"""From runs side by side to what their component is handed: plain numbers and strings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from dashboard.diffing import NAMES, aligned
from dashboard.formats import (
    at_least,
    count,
    duration,
    money,
    origin_glyph,
    origin_name,
    paradigm_name,
    run_status,
)
from dashboard.palette import ROLE_OF_ACTOR
from dashboard.service import Service
from dashboard.viewmodels import Data, tone
from dashboard.words import t
from data.diff.rig_words import rig_changes
from data.rows import RunRow

ORIGINS = ("live", "replayed", "imported", "edited", "simulated")


def diff_data(runs: Sequence[RunRow], token: str) -> Data:
    """The heads of the columns; the component asks the API for the rows itself."""
    named = ",".join(quote(run.run_id, safe="") for run in runs)
    return {
        # a run that goes on is aligned anew when it has more events
        "key": f"{named} {[run.events for run in runs]}",
        "url": f"api/diff?runs={named}&rows=only",
        "texts": "api/diff/texts",
        "token": token,
        "runs": [_column(name, run, runs[0]) for name, run in zip(NAMES, runs, strict=False)],
        "origins": {name: [origin_glyph(name), origin_name(name)] for name in ORIGINS},
        "roles": dict(ROLE_OF_ACTOR),
    }


def rows_data(service: Service, run_ids: Sequence[str]) -> Data:
    found = aligned(service, run_ids)
    return {**found, "together_said": _together(found["together"])}


def _column(name: str, run: RunRow, first: RunRow) -> Data:
    changes = rig_changes(first.rig, run.rig)
    fork, models = "", run.model or run.planner_model or ""
    if run.parent_run_id:
        fork = t("diff.fork", run=run.parent_run_id, step=run.forked_at)
    if run.model and run.planner_model:
        models = t("diff.planner", model=run.model, planner=run.planner_model)
    told = ", ".join(changes) or t("diff.same-rig")
    return {
        "name": name,
        "run": run.run_id,
        "title": paradigm_name(run.paradigm),
        "model": " · ".join(filter(None, (models, run.run_id, fork))),
        "status_text": run_status(run.status, run.passed),
        "tone": tone(run),
        "stats": _stats(run),
        "same_rig": not changes,
        "rig": "" if run is first else t("diff.beside", changes=told),
    }


def _stats(run: RunRow) -> list[tuple[str, str, str]]:
    partly, source = run.unknown_usage > 0, t(f"usage.{run.usage_source}")
    failed = t("lane.failed", n=run.tool_errors) if run.tool_errors else ""
    took = t("stat.running") if run.status == "running" else duration(run.duration_ms)
    return [
        (t("stat.model-calls"), count(run.model_calls), ""),
        (t("stat.tool-calls"), count(run.tool_calls), failed),
        (t("stat.tokens-read"), at_least(count(run.input_tokens), partly), source),
        (t("stat.tokens-written"), at_least(count(run.output_tokens), partly), source),
        (t("stat.cost"), at_least(money(run.cost_usd), run.unpriced > 0), run.cost_why),
        (t("stat.time"), took, ""),
    ]


def _together(total: dict[str, Any]) -> str:
    partly = total["unknown_usage"] > 0
    return t(
        "diff.together",
        models=count(total["model_calls"]),
        tools=count(total["tool_calls"]),
        read=at_least(count(total["input_tokens"]), partly),
        written=at_least(count(total["output_tokens"]), partly),
        cost=at_least(money(total["cost_usd"]), total["unpriced"] > 0),
    )
