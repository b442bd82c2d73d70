"""Usage as traces keep it: said several times for one call, or only as a running total."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from agents.messages import Usage
from data.importers.hostile import count_of


def usage_of(
    input_tokens: Any,
    output_tokens: Any,
    cached: Any = None,
    written: Any = None,
    reasoning: Any = None,
) -> Usage:
    """`input_tokens` with the cached ones in it. What is no count is unknown."""
    whole, output = count_of(input_tokens), count_of(output_tokens)
    if whole is None and output is None:
        return Usage()
    return Usage(
        whole, output, count_of(cached), count_of(written), count_of(reasoning), "reported"
    )


class Once:
    """Tells whether a call's usage was counted already, by whatever names the call."""

    def __init__(self) -> None:
        self._seen: set[Hashable] = set()

    def first(self, name: Hashable) -> bool:
        fresh = name not in self._seen
        self._seen.add(name)
        return fresh


class RunningTotal:
    """Single calls out of totals that only grow, where each may be said again and again."""

    def __init__(self) -> None:
        self._before: dict[str, int] = {}

    def step(self, total: Mapping[str, Any]) -> dict[str, int] | None:
        """What came since the total before; None where it is the same total again. A total that
        shrinks begins anew, as after a restart."""
        now = {name: n for name, value in total.items() if (n := count_of(value)) is not None}
        if not now or now == self._before:
            return None
        before, self._before = self._before, now
        if any(n < before.get(name, 0) for name, n in now.items()):
            return now
        return {name: n - before.get(name, 0) for name, n in now.items()}
