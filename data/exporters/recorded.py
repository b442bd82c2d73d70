"""What exporters read of the store."""

from __future__ import annotations

from collections.abc import Iterable

from agents.errors import NotThere
from data.rows import RunRow
from data.store import Store


def rows_of(store: Store, run_ids: Iterable[str]) -> list[RunRow]:
    """In the order asked for. Raises NotThere where one is not there."""
    wanted = list(run_ids)
    rows = store.these(wanted)
    if missing := set(wanted) - {row.run_id for row in rows}:
        raise NotThere(f"There is no run “{min(missing)}” to export.")
    return rows
