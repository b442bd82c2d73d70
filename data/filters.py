"""Which runs are asked for, and in what order; and the SQL for it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal, get_args

from agents.errors import BadInput
from data.kinship.lineage import LINE
from data.writing.codec import plain

SortKey = Literal[
    "time", "question", "paradigm", "model", "scenario", "origin", "status", "passed",
    "duration", "events", "model_calls", "tool_calls", "tool_errors",
    "input_tokens", "output_tokens", "tokens", "cost",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class RunFilter:
    """Every field narrows; an empty one does not. Values of one field are alternatives."""

    paradigms: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    """See data.rows.RunStatus."""
    origins: tuple[str, ...] = ()
    passed: bool | None = None
    comparison_id: str | None = None
    label: str | None = None
    sub_runs: bool = False
    """Also those that only carried out a call of another run."""
    text: str = ""
    """Stands somewhere in the question or the answer, in whatever case."""
    sort: SortKey = "time"
    descending: bool = True


_STOPS = """stops AS (
    SELECT run_id, arg_max(status, seq) AS status, arg_max(answer, seq) AS answer,
        max(ended_at) AS ended_at
    FROM events WHERE kind = 'stopped' GROUP BY run_id)"""

_JUDGED = """judged AS (
    SELECT run_id, arg_max(struct_pack(passed := passed), judged_at).passed AS passed
    FROM verdicts GROUP BY run_id)"""

_TOTALS = """totals AS (
    SELECT l.target AS run_id, count(*) AS events,
        count(*) FILTER (WHERE e.kind = 'replied') AS model_calls,
        count(*) FILTER (WHERE e.kind = 'returned') AS tool_calls,
        count(*) FILTER (WHERE e.kind = 'returned' AND e.status NOT IN ('ok', 'refused'))
            AS tool_errors,
        sum(e.input_tokens) AS input_tokens, sum(e.output_tokens) AS output_tokens,
        sum(coalesce(e.input_tokens, 0) + coalesce(e.output_tokens, 0))
            FILTER (WHERE e.input_tokens IS NOT NULL OR e.output_tokens IS NOT NULL) AS tokens,
        sum(e.cost_usd) AS cost
    FROM line l JOIN events e ON e.run_id = l.run_id AND e.seq < l.below GROUP BY l.target)"""

_STATUS = (
    "CASE WHEN list_contains($active::TEXT[], runs.run_id) THEN 'running' "
    "WHEN stops.status IS NULL AND contains(runs.rig, '\"live\": true') THEN 'stale' "
    "ELSE coalesce(stops.status, 'interrupted') END"
)

_SORTS: dict[str, str] = {
    "time": "runs.created_at",
    "question": "lower(runs.question)",
    "paradigm": "runs.paradigm",
    "model": "runs.model",
    "scenario": "runs.scenario",
    "origin": "runs.origin",
    "status": _STATUS,
    "passed": "judged.passed",
    "duration": "stops.ended_at - runs.created_at",
} | {
    name: f"totals.{name}"
    for name in (
        "events", "model_calls", "tool_calls", "tool_errors",
        "input_tokens", "output_tokens", "tokens", "cost",
    )
}  # fmt: skip


def page_query(
    chosen: RunFilter, active: Collection[str], limit: int, offset: int
) -> tuple[str, dict[str, Any]]:
    """SQL and named parameters for a page of run ids in order. Unknown values come last."""
    if chosen.sort not in get_args(SortKey):
        raise BadInput(f"Runs cannot be sorted by {chosen.sort}.")
    key = _SORTS[chosen.sort]
    way = "DESC" if chosen.descending else "ASC"
    sql, values = _query("runs.run_id", chosen, active, key)
    sql += f" ORDER BY {key} {way} NULLS LAST, runs.created_at {way}, runs.run_id {way}"
    return f"{sql} LIMIT {limit:d} OFFSET {offset:d}", values


def count_query(chosen: RunFilter, active: Collection[str]) -> tuple[str, dict[str, Any]]:
    return _query("count(*)", chosen, active)


def _query(
    columns: str, chosen: RunFilter, active: Collection[str], key: str = ""
) -> tuple[str, dict[str, Any]]:
    """Joins only what the question needs: the first page by time reads nothing but `runs`."""
    conditions, values = _conditions(chosen)
    used = " ".join([key, *conditions])
    needed = [
        (name, cte)
        for name, cte in (("stops", _STOPS), ("judged", _JUDGED), ("totals", _TOTALS))
        if f"{name}." in used
    ]
    ctes = [cte for _, cte in needed]
    if "totals." in used:
        ctes.insert(0, LINE.format(chosen="TRUE"))
    if "$active" in used:
        values["active"] = list(active)
    sql = f"WITH RECURSIVE {', '.join(ctes)} " if ctes else ""
    sql += f"SELECT {columns} FROM runs"
    for name, _ in needed:
        sql += f" LEFT JOIN {name} ON {name}.run_id = runs.run_id"
    if conditions:
        sql += " WHERE " + " AND ".join(conditions)
    return sql, values


def _conditions(chosen: RunFilter) -> tuple[list[str], dict[str, Any]]:
    conditions: list[str] = []
    values: dict[str, Any] = {}
    for name, column, wanted in (
        ("paradigms", "runs.paradigm", chosen.paradigms),
        ("models", "runs.model", chosen.models),
        ("scenarios", "runs.scenario", chosen.scenarios),
        ("origins", "runs.origin", chosen.origins),
        ("statuses", _STATUS, chosen.statuses),
    ):
        if wanted:
            conditions.append(f"list_contains(${name}::TEXT[], {column})")
            values[name] = [plain(value) for value in wanted]
    for name, column, value in (
        ("comparison", "runs.comparison_id", chosen.comparison_id),
        ("label", "runs.label", chosen.label),
        ("passed", "judged.passed", chosen.passed),
    ):
        if value is not None:
            conditions.append(f"{column} = ${name}")
            values[name] = plain(value) if isinstance(value, str) else value
    if not chosen.sub_runs:
        conditions.append("runs.called_by IS NULL")
    if chosen.text:
        conditions.append(
            "(contains(lower(runs.question), lower($text)) "
            "OR contains(lower(stops.answer), lower($text)))"
        )
        values["text"] = plain(chosen.text)
    return conditions, values
