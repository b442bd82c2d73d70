"""Reads server-sent events off a byte stream.

By bytes, because splitting text into lines would also break JSON at U+2028 and the like, which
servers do not escape. The event's name is not needed: each API puts it into the data as `type`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

DONE = "[DONE]"


async def events(chunks: AsyncIterator[bytes]) -> AsyncIterator[str]:
    """The data of each event, in order, `[DONE]` included."""
    data: list[str] = []
    async for line in _lines(chunks):
        if line.startswith(b"data:"):
            data.append(line[5:].removeprefix(b" ").decode("utf-8", "replace"))
        elif not line and data:
            yield "\n".join(data)
            data = []
    if data:
        yield "\n".join(data)


async def _lines(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    pending = b""
    async for chunk in chunks:
        *whole, pending = (pending + chunk).split(b"\n")
        for line in whole:
            yield line.removesuffix(b"\r")
    if pending:
        yield pending.removesuffix(b"\r")
