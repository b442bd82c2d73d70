"""Puts the tool calls of a stream together again, as servers really send them.

The API says: pieces of one call bear one index. Servers also send every call with index 0, repeat
id and name on each piece, leave the id out, or send the name in pieces. What decides here: a new
id starts a new call, and so does a name after arguments that are complete JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agents.models.arguments import is_complete


@dataclass(slots=True)
class Partial:
    id: str = ""
    name: str = ""
    arguments: str = ""
    extra: dict[str, Any] = field(default_factory=dict)
    """Fields that we do not know and that must travel back (a thought signature)."""
    renamed: bool = False
    """Its name came again after complete arguments: what follows belongs to a new call."""


@dataclass(slots=True)
class CallMerger:
    known: frozenset[str] = frozenset()
    """Names of tools, which tell a name sent in pieces from two names."""
    calls: list[Partial] = field(default_factory=list)
    _open: dict[Any, Partial] = field(default_factory=dict)
    _named: dict[tuple[Any, str], Partial] = field(default_factory=dict)

    def feed(self, deltas: Iterable[Any]) -> None:
        for delta in deltas:
            if isinstance(delta, Mapping):
                self._one(delta)

    def _one(self, delta: Mapping[str, Any]) -> None:
        function = delta.get("function")
        function = function if isinstance(function, Mapping) else {}
        call_id, name = _text(delta.get("id")), _text(function.get("name"))
        arguments = _written(function.get("arguments"))
        key = self._key(delta.get("index"), call_id)
        call = self._named.get((key, call_id)) or self._open.get(key)
        if call is None or self._starts_anew(call, call_id, name, arguments):
            call = Partial()
            self.calls.append(call)
        self._open[key] = call
        call.id = call.id or call_id
        if call.id:
            self._named[key, call.id] = call
        call.extra.update(
            {k: v for k, v in delta.items() if k not in ("index", "id", "type", "function")}
        )
        self._name(call, name, arguments)
        self._append(call, arguments)

    def _key(self, index: Any, call_id: str) -> Any:
        """Without an index: the call of that id, or else the one that was written to last."""
        if isinstance(index, int):
            return index
        return call_id or next(reversed(self._open), "")

    def _starts_anew(self, call: Partial, call_id: str, name: str, arguments: str) -> bool:
        if call_id and call.id:
            if call_id != call.id:
                return True
            # the same id for two calls, each whole
            return bool(name and arguments.strip() and arguments != call.arguments) and (
                is_complete(call.arguments) and is_complete(arguments)
            )
        if call.renamed and arguments.strip():
            return True
        if not name:
            return False
        if not call.arguments.strip():
            return (
                name != call.name
                and {name, call.name} <= self.known
                and call.name + name not in self.known
            )
        if not is_complete(call.arguments):
            return name != call.name
        return name != call.name or bool(arguments.strip())

    def _name(self, call: Partial, name: str, arguments: str) -> None:
        if not name or name == call.name:
            call.renamed = bool(name) and is_complete(call.arguments) and not arguments.strip()
        elif name.startswith(call.name):
            call.name = name
        elif not call.arguments:
            call.name += name

    def _append(self, call: Partial, arguments: str) -> None:
        if is_complete(call.arguments) and arguments.strip():
            if call.arguments.strip() == "{}":
                # proxies put the empty input of a block's start before the pieces of it
                call.arguments = arguments
            elif arguments.strip() == call.arguments.strip():
                return  # the whole once more, as a summary
            else:
                call.arguments += arguments
        else:
            call.arguments += arguments


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _written(value: Any) -> str:
    """Arguments as text; servers also send them as an object or as null."""
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)
