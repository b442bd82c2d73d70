"""A connection to one MCP server, in a thread and an event loop of its own.

Whatever the server does there, a caller gets a result, a ToolError, or its own timeout.
"""

from __future__ import annotations

import asyncio
import atexit
import threading
import weakref
from collections.abc import Mapping
from typing import Any

from agents.tools import ToolError
from data.toolbox.mcp_session import Session, explained, reached
from data.toolbox.mcp_target import Target

PATIENCE_S = 30.0
"""For starting a server, greeting it and listing its tools; `npx` may have to download it."""
PROBE_S = 3.0
CLOSE_S = 8.0


class Link:
    """Opened at the first need, closed when nobody holds it any more, or with the process."""

    def __init__(self, target: Target, patience_s: float = PATIENCE_S) -> None:
        self.target = target
        self._engine = _Engine(target, patience_s)
        self._closing = weakref.finalize(self, self._engine.stop)

    def start(self) -> None:
        """Begins to connect and returns at once; what goes wrong is told to the first caller."""
        self._engine.submit(self._engine.ready())

    def tools(self) -> Mapping[str, Any]:
        """Name -> `mcp.types.Tool`. Blocks; raises BadInput or NotReady."""
        session: Session = self._engine.submit(self._engine.ready()).result()
        return session.tools

    async def call(
        self, name: str, arguments: Mapping[str, Any], schema: Mapping[str, Any], reads: bool
    ) -> Any:
        """`mcp.types.CallToolResult`. Raises ToolError where the server does not give one, or no
        longer has the tool with this schema."""
        work = self._engine.call(name, arguments, schema, reads)
        try:
            return await asyncio.wrap_future(self._engine.submit(work))
        except asyncio.CancelledError:
            self._engine.doubted = True
            raise

    def close(self) -> None:
        """Stops the server without waiting for its end."""
        self._closing()


class _Engine:
    """What runs in the thread. Knows nothing of `Link`, so that an unused one can go."""

    def __init__(self, target: Target, patience_s: float) -> None:
        self._target = target
        self._patience_s = patience_s
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._lock = asyncio.Lock()
        self._opened: asyncio.Future[Session] | None = None
        self.doubted = False
        """The last call was not waited for to its end: does the server still answer?"""
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def submit(self, work: Any) -> Any:
        """The concurrent future of a coroutine on the engine's loop."""
        with self._starting:
            if self._thread is None:
                name = f"mcp {self._target.label}"
                self._thread = threading.Thread(target=self._run, daemon=True, name=name)
                self._thread.start()
                _running.add(self)
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def stop(self) -> None:
        """May be called from any thread, also this one's."""
        if self._thread is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
        elif self._thread is None:
            self._loop.close()

    def join(self, seconds: float) -> None:
        if self._thread is not None:
            self._thread.join(seconds)

    async def ready(self) -> Session:
        """The open session; a new one where there is none or the last one is over."""
        async with self._lock:
            if self.doubted and self._opened is not None:
                self.doubted = False
                await self._probe(self._opened)
            if self._opened is None or _over(self._opened):
                self._opened = self._open()
            return await asyncio.shield(self._opened)

    async def call(
        self, name: str, arguments: Mapping[str, Any], schema: Mapping[str, Any], reads: bool
    ) -> Any:
        try:
            session = await self.ready()
        except Exception as error:
            raise ToolError(explained(self._target, error, self._patience_s)) from None
        tool = session.tools.get(name)
        if tool is None or tool.input_schema != schema:
            raise ToolError(
                f"The MCP server {self._target.label} no longer has the tool {name} as it "
                "described it at first; use another tool."
            )
        return await session.call(name, dict(arguments), reads)

    def _open(self) -> asyncio.Future[Session]:
        opened: asyncio.Future[Session] = self._loop.create_future()
        opened.add_done_callback(lambda future: future.cancelled() or future.exception())
        task = self._loop.create_task(reached(self._target, opened, self._patience_s))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return opened

    async def _probe(self, opened: asyncio.Future[Session]) -> None:
        if _over(opened) or not opened.done():
            return
        session = opened.result()
        try:
            async with asyncio.timeout(PROBE_S):
                await session.list_again()
        except Exception:
            session.close("did not answer any more")

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._main())
        finally:
            self._loop.close()

    async def _main(self) -> None:
        await self._stop.wait()
        if self._opened is not None and self._opened.done() and not _over(self._opened):
            self._opened.result().close("was closed by us")
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSE_S / 2)
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left, timeout=CLOSE_S / 2)
        await self._loop.shutdown_asyncgens()


def _over(opened: asyncio.Future[Session]) -> bool:
    if not opened.done():
        return False
    return opened.cancelled() or opened.exception() is not None or bool(opened.result().over)


_running: weakref.WeakSet[_Engine] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """A server that has been asked to stop gets its time to, before the process goes."""
    engines = list(_running)
    for engine in engines:
        engine.stop()
    for engine in engines:
        engine.join(CLOSE_S)
