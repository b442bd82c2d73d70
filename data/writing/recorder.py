"""Records one run from the agent's loop: in order, off the loop's thread, never half."""

from __future__ import annotations

import asyncio

from agents.events import Event
from agents.messages import Wire
from data.store import Store


class Recorder:
    """`seq` is the number of the next event: a fork's own events go on from where it forked."""

    def __init__(self, store: Store, run_id: str, seq: int = 0) -> None:
        self.store = store
        self.run_id = run_id
        self.seq = seq
        self._turn = asyncio.Lock()

    async def record(self, event: Event, sent: Wire = ()) -> None:
        """Returns when the event is committed; events are numbered in the order of the calls.

        Raises StoreError when it could not be written; its number is then free for another try.
        A cancellation is let through only after the event is safe: a write cannot be called
        back, and the loop's next event needs the number after it.
        """
        async with self._turn:
            write = asyncio.ensure_future(
                asyncio.to_thread(self.store.append, self.run_id, self.seq, event, sent)
            )
            cancelled: asyncio.CancelledError | None = None
            while not write.done():
                try:
                    await asyncio.wait([write])
                except asyncio.CancelledError as error:
                    cancelled = error
            write.result()
            self.seq += 1
            if cancelled:
                raise cancelled
