"""What exporters read of the store."""

from __future__ import annotations

from collections.abc import Iterable

from agents.errors import NotThere
from agents.messages import Link
from data.rows import RunRow
from data.store import Store


def rows_of(store: Store, run_ids: Iterable[str]) -> list[RunRow]:
    """In the order asked for. Raises NotThere where one is not there."""
    wanted = list(run_ids)
    rows = store.these(wanted)
    if missing := set(wanted) - {row.run_id for row in rows}:
        raise NotThere(f"There is no run “{min(missing)}” to export.")
    return rows


class Requests:
    """All requests of a run, read at once: one by one they are a query each."""

    def __init__(self, store: Store, run_id: str) -> None:
        self._nodes, self._bodies = store.requests_whole(run_id)
        self._links: dict[str, Link] = {}

    def links(self, digest: str) -> list[Link]:
        """From the tools to the settings; empty where the request is not on record."""
        found: list[Link] = []
        at: str | None = digest
        while at is not None and (node := self._nodes.get(at)) is not None:
            if at not in self._links:
                self._links[at] = Link(node.part, *self._bodies[node.message])  # type: ignore[arg-type]
            found.append(self._links[at])
            at = node.parent
        return found[::-1]
