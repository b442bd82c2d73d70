"""What the span of a tool tells: the tool's name, what came of it, whether it failed."""

from __future__ import annotations

import re

from data.importers.blocks import plain
from data.importers.observed import Span
from data.importers.spoken import role_of, said

RUNS_TOOL = re.compile(r"^(execute_tool|running tool:?|tool:)\s+", re.I)


def tool_name(span: Span) -> str:
    return RUNS_TOOL.sub("", span.name) or "unknown"


def outcome_of(span: Span) -> tuple[str, bool]:
    """The text of a tool's output, and whether it failed; a message of a result says it itself."""
    output = span.output
    while isinstance(output, dict) and set(output) in ({"content"}, {"output"}):
        output = next(iter(output.values()))
    if isinstance(output, dict) and role_of(output) == "tool":
        told = said(output).results
        return (told[0].output, told[0].failed or bool(span.error)) if told else ("", False)
    return plain(output) or span.error, bool(span.error)
