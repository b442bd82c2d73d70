"""One greeting of an MCP server, the tools it listed then, and calls until it is over."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AbstractAsyncContextManager
from typing import Any

from agents.errors import BadInput, NotReady, TriptychError
from agents.tools import ToolError
from data.toolbox.mcp_pipe import Fate, http, stdio
from data.toolbox.mcp_target import Target

MAX_PAGES = 100
MAX_TEXT = 300


class Session:
    """Lives on the loop that opened it."""

    def __init__(self, target: Target, client: Any, tools: dict[str, Any], fate: Fate) -> None:
        self._target = target
        self._client = client
        self._fate = fate
        self.tools = tools
        self.closing = asyncio.Event()

    @property
    def over(self) -> str:
        """Why it cannot be used any more; empty while it can."""
        return self._fate.why

    def close(self, why: str) -> None:
        self._fate.why = self._fate.why or why
        self.closing.set()

    async def list_again(self) -> None:
        await _listed(self._client, self._target)

    async def call(self, name: str, arguments: dict[str, Any], reads: bool) -> Any:
        """Raises ToolError. The result is not checked against its schema here: that is done
        where a trap in it can be borne (mcp_schema), which the library's own check cannot."""
        from mcp import MCPError
        from mcp.types import (
            CONNECTION_CLOSED,
            CallToolRequest,
            CallToolRequestParams,
            CallToolResult,
            InputRequiredResult,
        )
        from pydantic import TypeAdapter, ValidationError

        request = CallToolRequest(params=CallToolRequestParams(name=name, arguments=arguments))
        either: TypeAdapter[Any] = TypeAdapter(CallToolResult | InputRequiredResult)
        try:
            result = await self._client.session.send_request(request, either)
        except MCPError as error:
            if error.code != CONNECTION_CLOSED and error.message != "Session terminated":
                raise ToolError(_short(error.message) or f"{name} was refused.") from None
            self.close("closed the connection")
        except ValidationError:
            raise ToolError(f"{name} returned what is no MCP result.") from None
        except Exception as error:
            self.close(f"broke the connection ({_short(str(error) or type(error).__name__)})")
        else:
            if isinstance(result, InputRequiredResult):
                raise ToolError(f"{name} asks for input from a person, which cannot be given here.")
            return result
        after = "It may be tried again." if reads else "Whether the call took effect is not known."
        raise ToolError(
            f"The MCP server {self._target.label} {self.over} during the call. {after}",
            retryable=reads,
        )


async def reached(target: Target, opened: asyncio.Future[Session], patience_s: float) -> None:
    """Settles `opened` with a session or with BadInput or NotReady, and then holds the session
    open until it is closed; the library wants both in one task."""
    # what a server says badly is logged with a traceback by the library, else to our stderr
    for name in ("mcp", "client"):
        logging.getLogger(name).addHandler(logging.NullHandler())
        logging.getLogger(name).propagate = False
    modes = ["legacy", "auto"]
    while modes and not opened.done():
        # the handshake that every server of today knows comes first; a server that refuses it
        # may be one of those that only know the newer way
        mode = modes.pop(0)
        fate = Fate()
        session: Session | None = None
        try:
            async with asyncio.timeout(patience_s) as limit:
                async with _client(target, fate, mode) as client:
                    session = Session(target, client, await _listed(client, target), fate)
                    limit.reschedule(None)
                    opened.set_result(session)
                    await session.closing.wait()
        except BaseException as error:
            if not opened.done() and not (modes and _refused(error)):
                # the end of the process may also be our own doing, after another failure
                ended = fate.why if _cut_off(error) else ""
                opened.set_exception(_sentence(target, ended or error, patience_s))
        finally:
            fate.why = fate.why or "closed the connection"


def explained(target: Target, error: BaseException, patience_s: float) -> str:
    return str(_sentence(target, error, patience_s))


def _client(target: Target, fate: Fate, mode: str) -> AbstractAsyncContextManager[Any]:
    from mcp import Client
    from mcp.types import Implementation

    way = http(target, fate) if target.url else stdio(target, fate)
    return Client(
        way, mode=mode, cache=None, client_info=Implementation(name="triptych", version="0")
    )


async def _listed(client: Any, target: Target) -> dict[str, Any]:
    """Raises BadInput where the list has no end, or two tools of one name."""
    found: dict[str, Any] = {}
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = await client.list_tools(cursor=cursor)
        for tool in page.tools:
            if tool.name in found:
                raise BadInput(
                    f"The MCP server {target.label} lists two tools called "
                    f"“{_short(tool.name)}”, which could not be told apart."
                )
            found[tool.name] = tool
        cursor = page.next_cursor
        if not cursor:
            return found
    raise BadInput(f"The MCP server {target.label} lists tools without end.")


def _leaf(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _refused(error: BaseException) -> bool:
    from mcp import MCPError

    return isinstance(_leaf(error), MCPError) and not _cut_off(error)


def _cut_off(error: BaseException) -> bool:
    import httpx2
    from mcp import MCPError
    from mcp.types import CONNECTION_CLOSED

    match _leaf(error):
        case MCPError(code=code):
            return code == CONNECTION_CLOSED
        case cause:
            return isinstance(cause, httpx2.ReadError | asyncio.CancelledError)


def _sentence(target: Target, error: BaseException | str, patience_s: float) -> TriptychError:
    import httpx2
    from mcp import MCPError
    from pydantic import ValidationError

    server = f"The MCP server {target.label}"
    if isinstance(error, str):
        return NotReady(f"{server} {error} before it listed its tools.")
    match _leaf(error):
        case TriptychError() as known:
            return known
        case FileNotFoundError() | PermissionError() | NotADirectoryError():
            return BadInput(f"mcp: there is no program “{target.command[0]}” that can be started.")
        case TimeoutError():
            return NotReady(f"{server} did not list its tools within {patience_s:g} s.")
        case httpx2.ConnectError():
            return NotReady(f"{server} cannot be reached; start it, or correct the address.")
        case ValidationError():
            return BadInput(f"{server} does not describe its tools as MCP demands.")
        case MCPError() as refused:
            said = _short(refused.message).rstrip(".")
            return NotReady(f"{server} does not list its tools: {said}.")
        case asyncio.CancelledError():
            return NotReady(f"{server} closed the connection before it listed its tools.")
        case other:
            said = _short(str(other)).rstrip(".") or type(other).__name__
            return NotReady(f"{server} cannot be used: {said}.")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_TEXT else f"{line[:MAX_TEXT]}… ({len(line):,} characters)"
