"""Attributes of a span by their names: each is looked at once, however many ask for it.

The spans of a trace repeat the same few hundred names.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from data.importers.otlp_raw import Attributes, Raw

MOST_MESSAGES = 100_000
READ = ("llm.", "gen_ai.", "input.", "output.", "openinference.span.kind", "tool.", "tool_call.",
        "traceloop.", "message.", "ai.")  # fmt: skip
FLATTENED = re.compile(
    r"(llm\.input_messages|llm\.output_messages|llm\.tools|llm\.prompts|llm\.request\.functions"
    r"|gen_ai\.prompt|gen_ai\.completion)\.(\d{1,6})\.(.+)"
)
Flat = dict[int, dict[str, Any]]


@dataclass(slots=True)
class Layout:
    flat: dict[str, Flat] = field(default_factory=dict)
    """`PREFIX.0.message.role` … as {PREFIX: {0: {"message.role": …}}}, in order."""
    rest: list[str] = field(default_factory=list)
    """The names that no rule reads."""


def laid(raw: Raw) -> Layout:
    """Of the attributes as they were when it was first asked for."""
    if raw.laid is None:
        raw.laid = _lay(raw.attributes)
    layout: Layout = raw.laid
    return layout


def flat_of(raw: Raw, prefix: str) -> Flat:
    return laid(raw).flat.get(prefix) or {}


def _lay(attributes: Attributes) -> Layout:
    layout = Layout()
    flat = layout.flat
    for key, value in attributes.items():
        place = _place(key)
        if place is None:
            continue
        prefix, number, name = place
        if not prefix:
            layout.rest.append(key)
        elif prefix not in flat:
            flat[prefix] = {number: {name: value}}
        elif number in flat[prefix]:
            flat[prefix][number][name] = value
        else:
            flat[prefix][number] = {name: value}
    for prefix, found in flat.items():
        if len(found) > 1 and (len(found) > MOST_MESSAGES or sorted(found) != list(found)):
            flat[prefix] = dict(sorted(found.items())[:MOST_MESSAGES])
    return layout


@lru_cache(maxsize=20_000)
def _place(key: str) -> tuple[str, int, str] | None:
    """Prefix, number and name of a flattened one; three times nothing for one that is not read."""
    if not key.startswith(READ):
        return "", 0, ""
    match = FLATTENED.match(key)
    return (match[1], int(match[2]), sys.intern(match[3])) if match else None
