"""Results of calls from a run's own record, and from nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from agents.errors import RecordingMismatch
from agents.events import Event, Replied, Returned, Stopped
from agents.messages import Call, canonical


class RecordedCalls:
    """Answers calls by name and arguments, and by how often the same call was made before. Only
    the last round of a run that broke off may lack results."""

    def __init__(self, events: Sequence[Event], first: int = 0, upto: int | None = None) -> None:
        """Only results from number `first` to before `upto` are given."""
        upto = len(events) if upto is None else upto
        self._results: dict[str, list[tuple[int, Returned]]] = defaultdict(list)
        self._asked: dict[str, int] = defaultdict(int)
        written: dict[str, Call] = {}
        for place, event in enumerate(events):
            if isinstance(event, Replied):
                written = {call.id: call for call in event.reading.calls}
            elif isinstance(event, Returned) and first <= place < upto:
                # the result names the tool that was meant, the reply what the model wrote
                call = written.get(event.call.id, event.call)
                self._results[_key(call)].append((place, event))
        self._left = sum(map(len, self._results.values()))
        self._complete = 0 < upto <= len(events) and isinstance(events[upto - 1], Stopped)

    def __call__(self, calls: tuple[Call, ...]) -> list[Returned]:
        found: list[tuple[int, Returned]] = []
        missing: list[Call] = []
        for call in calls:
            one = self._found(call)
            if one is None:
                missing.append(call)
            else:
                found.append(one)
        self._left -= len(found)
        broke_off = not self._complete and self._left == 0 and bool(found)
        if missing and not broke_off:
            raise self._mismatch(missing[0])
        return [result for _, result in sorted(found, key=lambda one: one[0])]

    def _mismatch(self, call: Call) -> RecordingMismatch:
        arguments = canonical(dict(call.arguments))
        held = _key(call) in self._results
        what = "was made more often than" if held else "is not in"
        return RecordingMismatch(
            f"The call {call.name} {arguments} {what} the record: fork the run to run the tool.",
            ("times",) if held else ("calls",),
        )

    def _found(self, call: Call) -> tuple[int, Returned] | None:
        key = _key(call)
        held = self._results.get(key, [])
        times = self._asked[key]
        if times >= len(held):
            return None
        self._asked[key] += 1
        place, result = held[times]
        return place, replace(result, call=replace(result.call, id=call.id), origin="replayed")


def _key(call: Call) -> str:
    return f"{call.name}\x00{canonical(dict(call.arguments))}\x00{call.fault}"
