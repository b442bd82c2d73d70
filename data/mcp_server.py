"""A scenario's tools as an MCP server on standard input and output."""

from __future__ import annotations

import asyncio
from typing import Any

from pydantic import ValidationError

from agents.tools import Tool, ToolError, as_text, explain
from agents.waiting import in_thread
from data.bundled import scenario
from data.toolbox.mcp_results import RETRYABLE


def serve(name: str) -> None:
    """Until standard input ends. Raises BadInput for an unknown scenario."""
    world = scenario(name)
    asyncio.run(_serve(name, {tool.name: tool for tool in world.tools}))


async def _serve(name: str, tools: dict[str, Tool]) -> None:
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server

    async def listed(context: Any, params: Any) -> Any:
        from mcp.types import ListToolsResult

        return ListToolsResult(tools=[_described(tool) for tool in tools.values()])

    async def called(context: Any, params: Any) -> Any:
        from mcp import MCPError
        from mcp.types import INVALID_PARAMS

        if params.name not in tools:
            raise MCPError(INVALID_PARAMS, f"Unknown tool: {params.name}")
        return await _result(tools[params.name], params.arguments or {})

    server: Server[Any] = Server(name, on_list_tools=listed, on_call_tool=called)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def _described(tool: Tool) -> Any:
    from mcp.types import Tool as Described
    from mcp.types import ToolAnnotations

    return Described(
        name=tool.name,
        description=tool.spec.description,
        input_schema=dict(tool.spec.parameters),
        annotations=ToolAnnotations(read_only_hint=tool.effect == "reads"),
    )


async def _result(tool: Tool, arguments: dict[str, Any]) -> Any:
    """The text is what a local caller's model would read; an object also stands as one."""
    try:
        checked = tool.check(arguments)
        if tool.is_async:
            value = await tool.invoke(**checked)
        else:
            value = await in_thread(tool.invoke, **checked)
        text = as_text(value)
    except ValidationError as error:
        return _answer(explain(error), failed=True)
    except ToolError as error:
        return _answer(str(error), failed=True, meta={RETRYABLE: error.retryable})
    except Exception as error:
        return _answer(f"{type(error).__name__}: {error}", failed=True)
    return _answer(text, structured=value if isinstance(value, dict) else None)


def _answer(
    text: str,
    *,
    structured: dict[str, Any] | None = None,
    failed: bool = False,
    meta: dict[str, Any] | None = None,
) -> Any:
    from mcp.types import CallToolResult, TextContent

    return CallToolResult(
        content=[TextContent(type="text", text=text)],
        structured_content=structured,
        is_error=failed,
        _meta=meta,
    )
