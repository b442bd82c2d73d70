"""Text of a trace inside a figure: inert, wrapped, and never cut without saying so."""

from __future__ import annotations

import re
import textwrap

from dashboard.formats import (
    count,
    duration,
    money,
    origin_glyph,
    origin_name,
    step_status,
    unknown,
)
from dashboard.palette import actor_name
from dashboard.words import t
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
            line = t("hover.more", text=line[:HOVER_CHARS], n=count(rest))
        for part in line.splitlines():
            # textwrap is the slow part of a figure of 2,000 steps
            shown += textwrap.wrap(part, HOVER_WIDTH) if len(part) > HOVER_WIDTH else [part]
    return "<br>".join(inert(part) for part in shown)


def step_lines(step: StepRow, lane: str) -> list[str]:
    """All that is known of a step in a few lines of plain text, for `hover`."""
    who = t("hover.tool")
    if step.kind == "model":
        who = t("hover.model", actor=actor_name(step.actor))
    took = duration(step.duration_ms)
    origin = f"{origin_glyph(step.origin)} {origin_name(step.origin)}"
    lines = [
        t("hover.step", lane=lane, step=step.seq, who=who, name=step.name or unknown()),
        f"{origin} · {step_status(step.status)} · {took}",
    ]
    if step.first_token_at is not None:
        first = duration((step.first_token_at - step.started_at) * 1000)
        lines[1] += t("summary.also") + t("hover.first-token", time=first)
    if step.kind == "model":
        lines.append(usage_line(step))
        lines.append(money(step.cost_usd) + (f" ({step.cost_why})" if step.cost_why else ""))
    if step.forced:
        lines.append(t("hover.forced"))
    if step.fault:
        lines.append(t("hover.fault", kind=step.fault))
    if step.summary:
        lines.append(step.summary)
    return lines


def usage_line(step: StepRow) -> str:
    if step.input_tokens is None and step.output_tokens is None:
        return t("hover.usage-unknown")
    known = step.usage_source in ("counted", "reported")
    source = t(f"usage.{step.usage_source}") if known else step.usage_source
    return t(
        "hover.usage",
        read=count(step.input_tokens),
        written=count(step.output_tokens),
        cached="" if step.cached_tokens is None else t("hover.cached", n=count(step.cached_tokens)),
        source="" if step.usage_source == "unknown" else t("hover.source", source=source),
    )
