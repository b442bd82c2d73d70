"""Waiting that ends: by the result, by a time limit, or because the run was cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Cancelled(Exception):
    """The run was cancelled while this was waited for."""


class TimedOut(Exception):
    """The time limit passed first."""


async def until(work: Coroutine[Any, Any, T], cancel: asyncio.Event, timeout: float | None) -> T:
    """The result of `work`, unless `cancel` is set or `timeout` seconds pass first.

    Then `work` is cancelled and given a moment to clean up, but is not waited for beyond that:
    a run must stop within 2 s whatever its tools and servers do.
    """
    task = asyncio.ensure_future(work)
    stop = asyncio.ensure_future(cancel.wait())
    try:
        done, _ = await asyncio.wait(
            {task, stop}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED
        )
        if task in done:
            return task.result()
        raise Cancelled if stop in done else TimedOut
    finally:
        stop.cancel()
        if not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=0.2)
            if task.done() and not task.cancelled():
                task.exception()


async def in_thread(function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Runs a blocking function in a daemon thread of its own.

    A pool would be used up by tools that hang; these threads are abandoned when nobody waits
    for them any more, and never keep the process alive.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def work() -> None:
        result: T | None = None
        error: BaseException | None = None
        try:
            result = function(*args, **kwargs)
        except StopIteration as caught:  # a future refuses it
            error = RuntimeError(f"the tool raised {caught!r}")
        except BaseException as caught:
            error = caught
        with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=work, daemon=True, name=f"tool {function}").start()
    return await future
