"""A trial set as a table: a row a trial, in CSV or Parquet. Unknown is an empty cell."""

from __future__ import annotations

import csv
import io
from typing import Any

from agents.errors import BadInput
from dashboard.trials.results import Results
from dashboard.trials.told import run_measures
from dashboard.words import t

FORMATS = {"csv": "text/csv", "parquet": "application/vnd.apache.parquet"}
KEYS = ("trials", "scenario", "fault", "model", "paradigm", "trial", "run")
MEASURES: dict[str, str] = {
    "status": "string", "calls_accepted": "bool", "information_retrieved": "bool",
    "task_completed": "bool", "unsupported_claims": "int64", "tool_errors": "int64",
    "repeated_calls": "int64", "model_calls": "int64", "tool_calls": "int64",
    "input_tokens": "int64", "output_tokens": "int64", "tokens": "int64", "cost_usd": "float64",
    "duration_ms": "int64", "planned": "int64", "executed": "int64", "rejected": "int64",
    "replan_rate": "float64",
}  # fmt: skip
COLUMNS = {name: "int64" if name == "trial" else "string" for name in KEYS} | MEASURES
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def table(found: Results) -> list[dict[str, Any]]:
    return [
        {
            "trials": found.set_id,
            "scenario": cell.key.scenario,
            "fault": cell.key.fault,
            "model": cell.key.model,
            "paradigm": cell.key.paradigm,
            "trial": trial.number,
            "run": trial.run_id,
            **(run_measures(trial.measured) if trial.measured else dict.fromkeys(MEASURES)),
        }
        for cell in found.cells
        for trial in cell.trials
    ]


def exported(found: Results, format: str) -> bytes:
    """Raises BadInput for a format that there is not."""
    if format not in FORMATS:
        known = t("trials.or").join(FORMATS)
        raise BadInput(t("trials.wrong-export", known=known, format=repr(format)))
    rows = table(found)
    return _parquet(rows) if format == "parquet" else _csv(rows)


def _csv(rows: list[dict[str, Any]]) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(COLUMNS), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _plain(value) for name, value in row.items()})
    return out.getvalue().encode("utf-8", "replace")


def _plain(value: Any) -> Any:
    """A name from outside must not become a formula of a spreadsheet."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _parquet(rows: list[dict[str, Any]]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    kinds = {
        "string": pa.string(),
        "bool": pa.bool_(),
        "int64": pa.int64(),
        "float64": pa.float64(),
    }
    schema = pa.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    out = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(rows, schema=schema), out)
    return out.getvalue()
