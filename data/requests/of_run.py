"""All requests of a run, read at once: one by one they are a query each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.messages import Link

if TYPE_CHECKING:
    from data.store import Store


class RunRequests:
    def __init__(self, store: Store, run_id: str) -> None:
        self._nodes, self._bodies = store.requests_whole(run_id)
        self._links: dict[str, Link] = {}

    def links(self, digest: str) -> list[Link]:
        """From the tools to the settings; empty where the request is not on record. What two
        requests have in common is the same objects."""
        found: list[Link] = []
        at: str | None = digest
        while at is not None and (node := self._nodes.get(at)) is not None:
            if at not in self._links:
                self._links[at] = Link(node.part, *self._bodies[node.message])  # type: ignore[arg-type]
            found.append(self._links[at])
            at = node.parent
        return found[::-1]
