"""Which calls are one run, and the spans that are sent of them."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from . import spans, words
from .sending import Ends, Sender

MOST_KNOWN = 1_000
"""Conversations and replies that are remembered to be gone on with."""
OPEN = ("", "in_progress", "queued")
"""How a reply says that it goes on."""


@dataclass
class Run:
    """A run that was given a name."""

    name: str
    trace: str
    root: str
    started: int
    sender: Sender | None = None
    question: str = ""
    answer: str = ""
    error: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)


_named: ContextVar[Run | None] = ContextVar("triptych_run", default=None)


@contextmanager
def run(name: str) -> Iterator[None]:
    """All calls inside are one run of this name, in this thread or task and in the tasks that it
    starts. An exception that leaves it is told, and goes on."""
    this = Run(name, secrets.token_hex(16), secrets.token_hex(8), time.time_ns())
    before = _named.set(this)
    try:
        yield
    except BaseException as error:
        this.error = spans.told(error)
        raise
    finally:
        _named.reset(before)
        if this.sender is not None:
            ended = time.time_ns()
            this.sender.put(lambda: _root(this, ended), 1_000)


@dataclass(frozen=True)
class Call:
    """A call that ended. `request` is its body as JSON; `replies` the reply, or the pieces of a
    stream, as the SDK has them."""

    api: str
    request: str
    replies: list[Any]
    streamed: bool
    started: int
    ended: int
    first: int | None
    error: str
    secret: str
    left: bool = False
    """Whether the program left its stream before the end."""


class Grouping:
    """Of one client."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self._traces: OrderedDict[str, str] = OrderedDict()
        self._lock = threading.Lock()

    def begun(self, ear: Ends) -> Run | None:
        """The run that the call belongs to, wherever it ends."""
        named = _named.get()
        if named is not None:
            named.sender = self._sender
        self._sender.waits.add(ear)
        return named

    def over(self, ear: Ends) -> None:
        self._sender.waits.discard(ear)

    def put(self, call: Call, named: Run | None) -> None:
        # made once: what is sent a second time is the same span
        self._sender.put(cache(lambda: self._span(call, named)), len(call.request) + 1_000)

    def _span(self, call: Call, named: Run | None) -> dict[str, Any]:
        """In the background, in the order of the calls' ends."""
        asked = words.asked(call.api, call.request)
        said = words.said(call.api, call.replies, call.streamed)
        if call.left and said.finish in OPEN:
            said.finish = "cancelled"
        if named is not None:
            with named.lock:
                named.question = named.question or asked.question
                if said.finish != "cancelled":
                    named.answer = said.text or named.answer
            trace, parent = named.trace, named.root
        else:
            trace, parent = self._trace(asked, said), ""
        return spans.chat_span(call, asked, said, trace, secrets.token_hex(8), parent)

    def _trace(self, asked: words.Asked, said: words.Said) -> str:
        with self._lock:
            key = f"reply {asked.before}" if asked.before else f"question {asked.question}"
            trace = self._traces.get(key)
            if trace is None or (asked.fresh and not asked.before):
                trace = secrets.token_hex(16)
            self._traces[key] = trace
            if said.id:
                self._traces[f"reply {said.id}"] = trace
            while len(self._traces) > MOST_KNOWN:
                self._traces.popitem(last=False)
            return trace


def _root(this: Run, ended: int) -> dict[str, Any]:
    attributes: dict[str, Any] = {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": this.name,
        "gen_ai.input.messages": spans.message("user", this.question),
        "gen_ai.output.messages": spans.message("assistant", this.answer),
    }
    name = f"invoke_agent {this.name}"
    times = (this.started, ended)
    return spans.span(this.trace, this.root, "", name, 1, *times, attributes, this.error)
