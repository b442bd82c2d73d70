"""What an import asks about the runs that are there already."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import duckdb

from data import queries


class RunsThere:
    """A part of data.writing.bulk.Bulk."""

    def _rows(self) -> duckdb.DuckDBPyConnection:
        """A cursor that sees what was told of runs so far, and that nobody else uses."""
        raise NotImplementedError

    def called_by(self, run_id: str) -> list[str]:
        """The runs that carried out its calls, and theirs."""
        found: list[str] = []
        newest = [run_id]
        while newest:
            rows = (
                self._rows()
                .execute(
                    "SELECT run_id FROM runs WHERE called_by IN (SELECT unnest(?::TEXT[]))",
                    [newest],
                )
                .fetchall()
            )
            newest = [row[0] for row in rows if row[0] not in found]
            found += newest
        return found

    def imported(self, begins: str) -> dict[str, str]:
        """Source to run id, of the runs whose source begins so."""
        rows = self._rows().execute(
            "SELECT source, run_id FROM runs WHERE starts_with(source, ?) ORDER BY run_id", [begins]
        )
        return dict(rows.fetchall())

    def has(self, run_id: str) -> bool:
        found = self._rows().execute("SELECT 1 FROM runs WHERE run_id = ?", [run_id]).fetchall()
        return bool(found)

    def of_thread(self, format: str, thread: str) -> dict[str, str]:
        """Source to run id, of the runs that tell of this thread."""
        return self._threads(format, "= ?", thread)

    def orphans(self, format: str, begins: str) -> dict[str, str]:
        """Thread to run id, of the runs of threads that begin so and that nobody has called."""
        found = self._threads(format, "LIKE ? || '%' AND called_by IS NULL", begins)
        return {source.partition("#")[2].partition(":")[2]: run_id
                for source, run_id in found.items()}  # fmt: skip

    def _threads(self, format: str, compared: str, thread: str) -> dict[str, str]:
        rows = self._rows().execute(
            "SELECT source, run_id FROM runs WHERE starts_with(source, ?) "
            f"AND regexp_replace(source, '^[^#]*#[0-9]+:', '') {compared} ORDER BY run_id",
            [f"{format}:", thread],
        )
        return dict(rows.fetchall())

    def report(self, run_id: str) -> dict[str, Any]:
        return queries.report(self._rows(), run_id)

    def reports(self, run_ids: Sequence[str]) -> dict[str, dict[str, Any]]:
        if not run_ids:
            return {}
        rows = (
            self._rows()
            .execute(
                "SELECT run_id, report FROM runs WHERE run_id IN (SELECT unnest(?::TEXT[]))",
                [list(run_ids)],
            )
            .fetchall()
        )
        return {run_id: json.loads(report or "{}") for run_id, report in rows}

    def adopt(self, parent: str, calls: dict[str, str]) -> None:
        """Runs that came before their caller: `calls` is a run's id and the call it carried out."""
        for run_id, call_id in calls.items():
            self._rows().execute(
                "UPDATE runs SET called_by = ?, called_as = ? WHERE run_id = ?",
                [parent, call_id, run_id],
            )
