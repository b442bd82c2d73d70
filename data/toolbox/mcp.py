"""The tools of an MCP server, as tools of ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from agents.errors import BadInput
from agents.messages import ToolSpec
from agents.tools import Effect, Tool
from data.toolbox.mcp_link import PATIENCE_S, Link
from data.toolbox.mcp_results import observation
from data.toolbox.mcp_schema import Schema, Unusable
from data.toolbox.mcp_target import target_of

LONGEST_NAME = 64
"""What OpenAI and Anthropic accept."""


def mcp_tools(
    typed: str, *, effect: Effect = "writes", patience_s: float = PATIENCE_S
) -> tuple[Tool, ...]:
    """`typed` is a command or an address (see `target_of`). Starts or asks the server and lists
    its tools; the connection stays open while any of them is held. What the server says of its
    tools' effects is not believed: `effect` is the user's word for all of them.

    Raises BadInput or NotReady in one sentence.
    """
    link = Link(target_of(typed), patience_s)
    listed = list(link.tools().values())
    if not listed:
        raise BadInput(f"The MCP server {link.target.label} has no tools.")
    names = _names([tool.name for tool in listed])
    return tuple(_tool(link, *pair, effect) for pair in zip(names, listed, strict=True))


def _tool(link: Link, name: str, theirs: Any, effect: Effect) -> Tool:
    asked = theirs.input_schema
    declared = theirs.output_schema
    try:
        schema = Schema(asked)
    except Unusable as error:
        raise BadInput(
            f"The MCP server {link.target.label} describes the arguments of “{name}” by something "
            f"that is no JSON schema that can be used: {str(error).rstrip('.')}."
        ) from None
    if asked.get("type", "object") != "object":
        raise BadInput(
            f"The MCP server {link.target.label} wants arguments for “{name}” that are no object."
        )

    def check(arguments: Mapping[str, Any]) -> dict[str, Any]:
        given = dict(arguments)
        try:
            problems = schema.problems(given)
        except Unusable as error:
            problems = [((), f"The tool's own schema cannot be applied: {error}")]
        if problems:
            raise ValidationError.from_exception_data(name, [_detail(*p) for p in problems])
        return given

    async def invoke(**arguments: Any) -> Any:
        result = await link.call(theirs.name, arguments, asked, effect == "reads")
        return observation(name, result, declared)

    told = {"type": "object", "properties": {}, **asked}
    spec = ToolSpec(name, theirs.description or theirs.title or "", told)
    return Tool(spec, check, invoke, effect, via=f"mcp: {link.target.label}")


def _detail(place: tuple[str | int, ...], what: str) -> InitErrorDetails:
    # a brace would be taken for a place to be filled
    text = what.replace("{", "{{").replace("}", "}}")
    return InitErrorDetails(
        type=PydanticCustomError("json_schema", text),
        loc=place,
        input=None,
    )


def _names(theirs: list[str]) -> list[str]:
    """Names that every provider takes, each only once; most stay as they are."""
    taken = {name for name in theirs if _accepted(name)}
    ours = []
    for name in theirs:
        if not _accepted(name):
            stem = re.sub(r"[^A-Za-z0-9_-]+", "_", name).strip("_")[: LONGEST_NAME - 4] or "tool"
            name = next(n for n in _numbered(stem) if n not in taken)
            taken.add(name)
        ours.append(name)
    return ours


def _accepted(name: str) -> bool:
    return bool(re.fullmatch(rf"[A-Za-z0-9_-]{{1,{LONGEST_NAME}}}", name, re.ASCII))


def _numbered(stem: str) -> Any:
    yield stem
    yield from (f"{stem}_{number}" for number in range(2, 10_000))
