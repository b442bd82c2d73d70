"""The requests of observed model calls, each given whole, and what stands in their messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from data.importers.chains import EMPTY, Chain
from data.importers.heard import OBSERVED
from data.importers.items import is_call, is_output, output_of
from data.importers.request_forms import body
from data.importers.spoken import by_another, from_user, role_of, said, speaker
from data.importers.spoken_parts import Result


@dataclass
class Requests:
    """Requests that mostly continue one another, each costing what is new in it."""

    _before: list[tuple[str, Chain]] = field(default_factory=list)

    def of(self, links: list[tuple[Any, str, str]]) -> Chain:
        at, now = EMPTY, []
        for place, link in enumerate(links):
            key = f"{link[0]} {link[1]} {link[2]}"
            if place < len(self._before) and self._before[place][0] == key:
                at = self._before[place][1]
            else:
                self._before = self._before[:place]
                at = at.add(*link)
            now.append((key, at))
        self._before = now
        return at


def results_of(message: Any) -> list[Result]:
    if is_output(message):
        return [output_of(message)]
    if not isinstance(message, dict) or role_of(message) is None:
        return []
    return said(message).results


def tool_links(tools: list[Any]) -> list[tuple[Any, str, str]]:
    return [("tools", "tools", body(tool)) for tool in tools]


def links(tools: list[Any], messages: list[Any]) -> list[tuple[Any, str, str]]:
    """Part, role and body of each piece of a request."""
    found = tool_links(tools)
    asker = speaker(next(filter(from_user, messages), None))
    for message in messages:
        if is_output(message):
            found.append(("observation", "tool", body(message)))
        elif is_call(message) or role_of(message) is None:
            found.append(("reasoning", "assistant", body(message)))
        else:
            told = said(message)
            part = {"system": "system", "user": "question", "assistant": "reasoning",
                    "tool": "observation"}[told.role]  # fmt: skip
            if told.role == "user" and (told.results or OBSERVED.match(told.text)):
                part = "observation"
            elif told.role == "user" and (not from_user(message) or by_another(message, asker)):
                part = "note"
            found.append((part, told.role, body(message)))
    return found
