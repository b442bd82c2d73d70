"""The many spellings of one ReAct action: two lines, a JSON blob, or an inline call."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from agents.messages import ToolSpec
from agents.reading import loose_json

NONE = re.compile(r"(none|n/?a|null|nothing|no action|无|没有)[.。]?", re.IGNORECASE)
FINAL = re.compile(r"(final[ _]?answer|finish|最终答案)", re.IGNORECASE)
NAME_KEYS = ("action", "tool", "tool_name", "name")
INPUT_KEYS = ("action_input", "tool_input", "input", "arguments", "args", "parameters")
INLINE = re.compile(r"(?P<name>[^\s(\[{]+)\s*(?P<open>[(\[])", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Action:
    """A tool with arguments, or an `answer`, or the `reason` why it must be asked again."""

    tool: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
    answer: str | None = None
    reason: str = ""
    dropped: str = ""

    def with_dropped(self, text: str) -> Action:
        return replace(self, dropped=self.dropped + text)


def from_name_and_input(
    name_text: str, rest: str, until_marker: str, tools: Mapping[str, ToolSpec]
) -> Action:
    """`Action:` and `Action Input:`. `rest` runs to the end of the reply, because a JSON string
    may hold lines that look like markers; `until_marker` is for text that is no JSON."""
    name = _name(name_text, tools)
    if NONE.fullmatch(name):
        return Action(name, reason="action_none")
    if FINAL.fullmatch(name):
        return Action(answer=_plain(until_marker))
    try:
        args, dropped = arguments(rest, until_marker)
    except loose_json.Unbalanced:
        return Action(name, reason="truncated_args")
    return _checked(Action(name, args, dropped=dropped), tools, had_input=bool(_plain(rest)))


def from_name(text: str, tools: Mapping[str, ToolSpec]) -> Action:
    """`Action:` alone: a JSON blob, an inline call, or just a name."""
    stripped = text.strip()
    blob = from_blob(stripped, tools, must_know=False)
    if blob is not None:
        return blob
    if _opens_object(stripped):
        return Action(reason="truncated_args")
    plain = stripped.strip("`*_ \n")
    match = INLINE.match(plain)
    if match and (tool := _inline_name(match["name"], tools)):
        return _inline(tool, plain, match, tools)
    name = _name(stripped, tools)
    if not name:
        return Action(reason="empty")
    if NONE.fullmatch(name):
        return Action(name, reason="action_none")
    if FINAL.match(name):
        return Action(answer=_plain(FINAL.sub("", plain, count=1).lstrip(" :：\n")))
    return _checked(Action(name), tools, had_input=False)


def from_blob(text: str, tools: Mapping[str, ToolSpec], *, must_know: bool = True) -> Action | None:
    """`{"action": …, "action_input": …}`, also in a fence, a one-element list or one wrapper key
    (R10). `must_know`: only where the action is a known tool or the final answer, so that JSON
    in an answer is not taken for a call."""
    start = _blob_start(text)
    if start is None:
        return None
    try:
        blob = loose_json.parse(loose_json.balanced(text, start))
    except ValueError:
        return None
    if isinstance(blob, list) and len(blob) == 1:
        blob = blob[0]
    if isinstance(blob, dict) and len(blob) == 1:
        (inner,) = blob.values()
        blob = inner if isinstance(inner, dict) else blob
    if not isinstance(blob, dict):
        return None
    key = next((k for k in NAME_KEYS if isinstance(blob.get(k), str)), None)
    if key is None:
        return None
    name = blob[key].strip()
    given = next((blob[k] for k in INPUT_KEYS if k in blob and k != key), None)
    if FINAL.fullmatch(name):
        return Action(answer=given if isinstance(given, str) else str(given or ""))
    if must_know and name not in tools:
        return None
    if NONE.fullmatch(name):
        return Action(name, reason="action_none")
    args = given if isinstance(given, dict) else {} if given is None else {"input": given}
    return _checked(Action(name, args), tools, had_input=given is not None)


def arguments(rest: str, until_marker: str) -> tuple[dict[str, Any], str]:
    """The arguments and what was written after them. Raises Unbalanced where they were cut."""
    text = _fence_opened(rest.lstrip())
    wide = text.startswith(("｛", "［"))
    if text.startswith(("{", "[")) or wide:
        source = text if not wide else loose_json.outside_strings(text, loose_json._mend)
        body = loose_json.balanced(source)
        try:
            value = loose_json.parse(body)
        except ValueError:
            return {"input": body}, source[len(body) :]
        return (value if isinstance(value, dict) else {"input": value}), source[len(body) :]
    plain = _plain(until_marker)
    dropped = rest[len(until_marker) :]
    if plain[:1] in "\"'" and plain[:1]:
        try:
            value = loose_json.parse(plain)
        except ValueError:
            return {"input": plain}, dropped
        return ({"input": value} if not isinstance(value, dict) else value), dropped
    return ({"input": plain} if plain else {}), dropped


def bind(args: Mapping[str, Any], spec: ToolSpec | None) -> dict[str, Any]:
    """`{"input": x}` becomes the tool's only required parameter, where it has just one."""
    if spec is None or set(args) != {"input"}:
        return dict(args)
    known = spec.parameters.get("properties", {})
    required = spec.parameters.get("required", [])
    if "input" in known or len(required) != 1:
        return dict(args)
    return {required[0]: args["input"]}


def _checked(action: Action, tools: Mapping[str, ToolSpec], *, had_input: bool) -> Action:
    spec = tools.get(action.tool)
    if not had_input and spec is not None and spec.parameters.get("required"):
        return Action(action.tool, reason="missing_action_input")
    return action


def _inline(tool: str, text: str, match: re.Match[str], tools: Mapping[str, ToolSpec]) -> Action:
    start = match.start("open")
    try:
        body = loose_json.balanced(text, start)
    except loose_json.Unbalanced:
        return Action(tool, reason="truncated_args")
    inner, dropped = body[1:-1].strip(), text[start + len(body) :]
    if FINAL.fullmatch(tool):
        return Action(answer=_unquoted(inner))
    spec = tools.get(tool)
    if match["open"] == "[":
        args: dict[str, Any] = {"input": inner} if inner else {}
    else:
        args = _inline_arguments(inner, spec)
    return _checked(Action(tool, args, dropped=dropped), tools, had_input=bool(inner))


def _inline_arguments(inner: str, spec: ToolSpec | None) -> dict[str, Any]:
    if not inner:
        return {}
    if inner.startswith("{"):
        try:
            value = loose_json.parse(inner)
        except ValueError:
            return {"input": inner}
        return value if isinstance(value, dict) else {"input": value}
    try:
        call = ast.parse(f"f({inner})", mode="eval").body
        if not isinstance(call, ast.Call):
            return {"input": inner}
        named = {k.arg: loose_json.parse(ast.unparse(k.value)) for k in call.keywords if k.arg}
        placed = [loose_json.parse(ast.unparse(value)) for value in call.args]
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return {"input": _unquoted(inner)}
    if len(placed) == 1 and not named:
        return placed[0] if isinstance(placed[0], dict) else {"input": placed[0]}
    names = list(spec.parameters.get("properties", {})) if spec else []
    if len(placed) > len(names):
        return {"input": inner}
    return {**dict(zip(names, placed, strict=False)), **named}


def _inline_name(text: str, tools: Mapping[str, ToolSpec]) -> str:
    name = text.strip("`*_ \"'")
    if name in tools or FINAL.fullmatch(name) or re.fullmatch(r"[\w.-]+", name):
        return name
    return ""


def _name(text: str, tools: Mapping[str, ToolSpec]) -> str:
    """The tool's name without decoration and without words of explanation after it."""
    line = next((part for part in text.strip().splitlines() if part.strip()), "")
    name = line.strip().strip("`*_\"' ").strip()
    if name in tools or FINAL.fullmatch(name) or NONE.fullmatch(name):
        return name
    first = re.split(r"[\s(（\[,，;]", name, maxsplit=1)[0].strip("`*_\"'.:")
    return first if first in tools or " " in name or "(" in name else name


def _blob_start(text: str) -> int | None:
    match = re.search(r"[{\[]", text)
    return match.start() if match else None


def _opens_object(text: str) -> bool:
    return _fence_opened(text).startswith("{")


def _fence_opened(text: str) -> str:
    """Without the opening line of a fence; its closing one falls to what is dropped."""
    return re.sub(r"\A`{1,3}(?:json|python|\w+\n)?\s*", "", text)


def _plain(text: str) -> str:
    text = text.strip()
    match = re.fullmatch(r"```[^\n]*\n(.*?)\n?```", text, re.DOTALL)
    if match:
        text = match[1]
    return text.strip().strip("`").strip()


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
