"""Reading ReAct text: which action, with which arguments, or which answer.

The rules R0 to R12 are those of public bug reports; each case id in the tests names one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from agents.messages import ToolSpec
from agents.reading import react_actions
from agents.reading.react_actions import Action

Kind = Literal["thought", "action", "input", "observation", "final"]

LABELS: dict[str, Kind] = {
    "thought": "thought", "思考": "thought",
    "action input": "input", "action_input": "input", "行动输入": "input", "input": "input",
    "action": "action", "行动": "action",
    "observation": "observation", "观察": "observation",
    "final answer": "final", "finalanswer": "final", "final_answer": "final",
    "final": "final", "最终答案": "final",
}  # fmt: skip
MARKER = re.compile(
    r"^[ \t>*_`#\-]*(?P<label>"
    + "|".join(re.escape(label) for label in sorted(LABELS, key=len, reverse=True))
    + r")[ \t]*\d*[ \t]*[*_`]*[ \t]*[:：][*_`]*",
    re.IGNORECASE,
)
FENCE = re.compile(r"^\s*```")


@dataclass(frozen=True, slots=True)
class Marker:
    kind: Kind
    start: int
    """Where its line begins."""
    end: int
    """Where its text begins."""


@dataclass(frozen=True, slots=True)
class ReactReading:
    type: Literal["action", "final", "retry"]
    thought: str = ""
    tool: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
    answer: str = ""
    reason: str = ""
    """Why it has to be asked again: empty, thought_only, action_none, truncated_args,
    missing_action_input."""
    dropped: str = ""


def read(text: str, tools: Mapping[str, ToolSpec]) -> ReactReading:
    """Never raises, whatever the text."""
    text = _unfenced(_without_thinking(text))
    if not text.strip():
        return ReactReading("retry", reason="empty")
    marks = markers(text)
    first = next((m for m in marks if m.kind in ("action", "final")), None)
    thought = _thought(text, marks, first)
    if first is None:
        return _without_action(text, marks, thought, tools)
    if first.kind == "final":
        answer = text[first.end :].strip()
        if not answer:
            return ReactReading("retry", thought, reason="empty")
        return ReactReading("final", thought, answer=answer)
    action = _action(text, marks, first, tools)
    return _reading(action, thought)


def markers(text: str) -> list[Marker]:
    """The labels that stand at the start of a line and outside fences (R2)."""
    found: list[Marker] = []
    fenced = False
    offset = 0
    for line in text.splitlines(keepends=True):
        match = MARKER.match(line)
        if FENCE.match(line):
            fenced = not fenced
        elif match and not fenced:
            kind = LABELS[re.sub(r"\s+", " ", match["label"].lower())]
            found.append(Marker(kind, offset, offset + match.end()))
        offset += len(line)
    return found


def _action(text: str, marks: list[Marker], first: Marker, tools: Mapping[str, ToolSpec]) -> Action:
    later = [m for m in marks if m.start > first.start]
    following = later[0] if later else None
    name_end = following.start if following else len(text)
    if following is None or following.kind != "input":
        action = react_actions.from_name(text[first.end : name_end], tools)
        return action.with_dropped(text[name_end:])
    after = next((m.start for m in later[1:]), len(text))
    return react_actions.from_name_and_input(
        text[first.end : name_end], text[following.end :], text[following.end : after], tools
    )


def _without_action(
    text: str, marks: list[Marker], thought: str, tools: Mapping[str, ToolSpec]
) -> ReactReading:
    action = react_actions.from_blob(text, tools)
    if action is not None:
        return _reading(action, thought)
    if any(m.kind in ("thought", "observation", "input") for m in marks):
        return ReactReading("retry", thought, reason="thought_only")
    return ReactReading("final", "", answer=text.strip())


def _reading(action: Action, thought: str) -> ReactReading:
    if action.reason:
        return ReactReading("retry", thought, action.tool, reason=action.reason)
    if action.answer is not None:
        return ReactReading("final", thought, answer=action.answer)
    return ReactReading("action", thought, action.tool, action.args, dropped=action.dropped)


def _thought(text: str, marks: list[Marker], first: Marker | None) -> str:
    end = first.start if first else len(text)
    opening = next((m for m in marks if m.kind == "thought" and m.start < end), None)
    if opening:
        stop = next((m.start for m in marks if m.start > opening.start), end)
        return text[opening.end : min(stop, end)].strip()
    return text[:end].strip() if first else ""


def _without_thinking(text: str) -> str:
    """Reasoning blocks are no part of the reply, unless they hold all of it (R1)."""
    if "<think" not in text and "</think" not in text:
        return text
    kept: list[str] = []
    inside: list[str] = []
    depth = 0
    for piece in re.split(r"(</?think(?:ing)?>)", text):
        if re.fullmatch(r"<think(?:ing)?>", piece):
            depth += 1
        elif re.fullmatch(r"</think(?:ing)?>", piece):
            if depth == 0:  # only a closing tag: all before it was reasoning
                inside += kept
                kept = []
            depth = max(0, depth - 1)
        else:
            (inside if depth else kept).append(piece)
    visible = "".join(kept)
    if visible.strip():
        return visible
    hidden = "".join(inside)
    speaks = any(m.kind in ("action", "final") for m in markers(hidden))
    return hidden if speaks else ""


def _unfenced(text: str) -> str:
    """Removes the one fence that holds the complete reply (R0)."""
    match = re.fullmatch(r"\s*```[^\n]*\n(.*?)\n?\s*```\s*", text, re.DOTALL)
    return match[1] if match and "```" not in match[1] else text
