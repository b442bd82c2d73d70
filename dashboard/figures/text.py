"""Text of a trace inside a figure: inert, wrapped, and never cut without saying so."""

from __future__ import annotations

import re
import textwrap

from dashboard.formats import (
    UNKNOWN,
    count,
    duration,
    money,
    origin_glyph,
    origin_name,
    step_status,
)
from data.rows import StepRow

HOVER_CHARS = 600
HOVER_WIDTH = 78

# plotly reads tags and entities, TeX between dollars, and templates in braces after a percent sign
_SPECIAL = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;", "%": "&#37;"})
# what would be invisible, or turn the text around
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def inert(text: str) -> str:
    """Shown by plotly letter for letter; what would be invisible is named."""
    text = _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text.replace("\r\n", "\n"))
    return text.encode("utf-8", "backslashreplace").decode().translate(_SPECIAL)


def hover(*lines: str) -> str:
    """Lines of plain text, each made inert and wrapped; says how much it leaves out."""
    shown: list[str] = []
    for line in lines:
        rest = len(line) - HOVER_CHARS
        if rest > 0:
            line = f"{line[:HOVER_CHARS]}… ({count(rest)} more characters: click to open)"
        for part in line.splitlines():
            # textwrap is the slow part of a figure of 2,000 steps
            shown += textwrap.wrap(part, HOVER_WIDTH) if len(part) > HOVER_WIDTH else [part]
    return "<br>".join(inert(part) for part in shown)


def step_lines(step: StepRow, lane: str) -> list[str]:
    """All that is known of a step in a few lines of plain text, for `hover`."""
    who = f"model call ({step.actor})" if step.kind == "model" else "tool call"
    took = duration((step.ended_at - step.started_at) * 1000)
    origin = f"{origin_glyph(step.origin)} {origin_name(step.origin)}"
    lines = [
        f"{lane} · step {step.seq}: {who} · {step.name or UNKNOWN}",
        f"{origin} · {step_status(step.status)} · {took}",
    ]
    if step.first_token_at is not None:
        first = duration((step.first_token_at - step.started_at) * 1000)
        lines[1] += f", first token after {first}"
    if step.kind == "model":
        lines.append(usage_line(step))
        lines.append(money(step.cost_usd) + (f" ({step.cost_why})" if step.cost_why else ""))
    if step.forced:
        lines.append("asked for a final answer because a limit was reached")
    if step.fault:
        lines.append(f"could not be read: {step.fault}")
    if step.summary:
        lines.append(step.summary)
    return lines


def usage_line(step: StepRow) -> str:
    if step.input_tokens is None and step.output_tokens is None:
        return "usage unknown"
    cached = "" if step.cached_tokens is None else f" ({count(step.cached_tokens)} from the cache)"
    said = "" if step.usage_source == UNKNOWN else f", {step.usage_source}"
    return f"{count(step.input_tokens)} tokens in{cached}, {count(step.output_tokens)} out{said}"
