"""Which result belongs to which call: by id, and where ids repeat or are missing, by occurrence."""

from __future__ import annotations

from collections import deque
from typing import Any

from agents.messages import Call
from data.importers.hostile import Unreadable, finite, parse, text_of


class Pairing:
    """The calls of one run. Every call gets an id that is its own in the run: the trace's, and
    `ID#2` where the trace gives that id a second time."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}
        self._open: dict[str, deque[Call]] = {}
        """By the trace's own id; calls without one are under the empty id."""
        self._answered: dict[str, Call] = {}
        self.untold: set[str] = set()
        """Ids of calls of which the trace tells no arguments."""

    def wish(self, native_id: str, name: str, arguments: Any, step: str = "") -> Call:
        """A call as a model wished for it, open until it is answered. Arguments may be an object,
        a text of JSON, or anything else, which makes the call one with a fault."""
        call = make_call(self._own(native_id), name, arguments, step)
        self._open.setdefault(native_id, deque()).append(call)
        return call

    def answer(self, native_id: str, name: str = "") -> Call | None:
        """The oldest open call of that id; for a result without an id the oldest open call without
        one, of that name where a name is given. None for an orphan."""
        waiting = self._open.get(native_id)
        if not waiting:
            return self._oldest(name) if not native_id else None
        call = next((c for c in waiting if not native_id and name and c.name == name), waiting[0])
        waiting.remove(call)
        if not waiting:
            del self._open[native_id]
        self._answered[native_id] = call
        return call

    def answered(self, native_id: str) -> Call | None:
        """The last call of that id that has its result."""
        return self._answered.get(native_id)

    def waiting(self, native_id: str) -> int:
        """How many calls of that id are open."""
        return len(self._open.get(native_id, ()))

    def open(self) -> list[Call]:
        return [call for waiting in self._open.values() for call in waiting]

    def lone(self) -> bool:
        """Whether one call is open, and no other."""
        return len(self._open) == 1 and len(next(iter(self._open.values()))) == 1

    def orphan(self, native_id: str, name: str = "") -> Call:
        """A call made up for a result that has none."""
        call = Call(self._own(native_id), name or "unknown")
        self.untold.add(call.id)
        return call

    def _oldest(self, name: str) -> Call | None:
        """For results that do not say their id although the calls had one."""
        for native_id, waiting in self._open.items():
            if not name or waiting[0].name == name:
                return self.answer(native_id)
        return None

    def _own(self, native_id: str) -> str:
        base = native_id or "call"
        number = self._used[base] = self._used.get(base, 0) + 1
        return base if number == 1 and native_id else f"{base}#{number}"


def make_call(call_id: str, name: str, arguments: Any, step: str = "") -> Call:
    if isinstance(arguments, str):
        try:
            read = parse(arguments) if arguments.strip() else {}
        except Unreadable:
            return Call(call_id, name, {}, "invalid_json", arguments, step)
        if not isinstance(read, dict):
            return Call(call_id, name, {}, "invalid_json", arguments, step)
        return Call(call_id, name, finite(read), step=step)
    if arguments is None:
        return Call(call_id, name, step=step)
    if not isinstance(arguments, dict):
        return Call(call_id, name, {}, "invalid_json", text_of(arguments), step)
    return Call(call_id, name, finite(arguments), step=step)
