"""The way to an MCP server and back, with a bound on what may come out of it.

The library's own stdio transport gathers a line of any length, and its HTTP client a body of any
length; a server that floods would take the process with it.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from data.toolbox.mcp_target import Target

if TYPE_CHECKING:
    from mcp.client._transport import TransportStreams

MAX_MESSAGE = 16_000_000
"""Bytes of one message."""
MAX_UNASKED = 64_000_000
"""Bytes between two messages of ours, or in one HTTP response."""


@dataclass
class Fate:
    """Why a connection is over; empty while it is not. Written by the transport."""

    why: str = ""


@asynccontextmanager
async def stdio(target: Target, fate: Fate) -> AsyncIterator[TransportStreams]:
    """Starts the program and stops it in the end, with all that it started. Its standard error
    goes nowhere. Raises OSError where it cannot be started."""
    import anyio
    from mcp.client.stdio import _stop_server_process, get_default_environment

    program = shutil.which(target.command[0]) or target.command[0]
    process = await anyio.open_process(
        [program, *target.command[1:]],
        env=get_default_environment() | dict(target.env),
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    to_us, incoming = anyio.create_memory_object_stream[Any](0)
    outgoing, to_it = anyio.create_memory_object_stream[Any](0)
    lines = _Lines(fate)

    async def read() -> None:
        async with to_us:
            with suppress(anyio.EndOfStream, anyio.ClosedResourceError, OSError):
                while not fate.why:
                    for message in lines.messages(await process.stdout.receive()):  # type: ignore[union-attr]
                        await to_us.send(message)
            if not fate.why:
                with anyio.move_on_after(0.5):
                    while process.returncode is None:
                        await anyio.sleep(0.01)
                code = process.returncode
                fate.why = "closed its output" if code is None else f"ended with exit code {code}"

    async def write() -> None:
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
            async with to_it:
                async for message in to_it:
                    lines.unasked = 0
                    line = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                    await process.stdin.send(line.encode() + b"\n")  # type: ignore[union-attr]

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_unless_closed, read)
        tasks.start_soon(write)
        try:
            yield incoming, outgoing
        finally:
            with anyio.CancelScope(shield=True):
                incoming.close()
                outgoing.close()
                # the pinned library's own: ends stdin, waits 2 s, then kills the process group
                await _stop_server_process(process)
            tasks.cancel_scope.cancel()


async def _unless_closed(read: Any) -> None:
    import anyio

    with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
        await read()


class _Lines:
    """Puts lines together from what a pipe gives, and the messages out of the lines."""

    def __init__(self, fate: Fate) -> None:
        self._fate = fate
        self._pieces: list[bytes] = []
        self._size = 0
        self.unasked = 0
        """Bytes since we last said something."""

    def messages(self, chunk: bytes) -> list[Any]:
        """Lines that are no JSON-RPC are passed over: many servers print to standard output."""
        from mcp.shared.message import SessionMessage
        from mcp_types import jsonrpc_message_adapter

        found = []
        self.unasked += len(chunk)
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            line = b"".join((*self._pieces, end))
            self._pieces, self._size = [], 0
            with suppress(ValueError, RecursionError):
                found.append(SessionMessage(jsonrpc_message_adapter.validate_json(line)))
        self._pieces.append(rest)
        self._size += len(rest)
        if self._size > MAX_MESSAGE:
            self._fate.why = f"sent more than {MAX_MESSAGE:,} bytes in one message"
        elif self.unasked > MAX_UNASKED:
            self._fate.why = f"sent more than {MAX_UNASKED:,} bytes that nobody asked for"
        return found


@asynccontextmanager
async def http(target: Target, fate: Fate) -> AsyncIterator[TransportStreams]:
    """Raises httpx2.HTTPError, often inside of an exception group."""
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    class Bounded(httpx2.AsyncByteStream):
        def __init__(self, inner: httpx2.AsyncByteStream) -> None:
            self._inner = inner

        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for chunk in self._inner:
                size += len(chunk)
                if size > MAX_UNASKED:
                    fate.why = f"sent more than {MAX_UNASKED:,} bytes in one response"
                    raise httpx2.ReadError(fate.why)
                yield chunk

        async def aclose(self) -> None:
            await self._inner.aclose()

    async def bound(response: httpx2.Response) -> None:
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            # a few packed kilobytes may unpack to gigabytes; we asked for it as it is
            raise httpx2.ReadError("the response is packed, though it was asked for unpacked")
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = Bounded(response.stream)

    client = httpx2.AsyncClient(
        headers={"Accept-Encoding": "identity", **target.headers},
        timeout=httpx2.Timeout(30, read=300),
        event_hooks={"response": [bound]},
    )
    async with (
        client,
        streamable_http_client(
            target.url, http_client=client, max_sse_event_size=MAX_MESSAGE
        ) as streams,
    ):
        yield streams
