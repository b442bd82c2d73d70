"""Two lines that record the model calls of your own loop in a running Triptych dashboard.

    from triptych.capture import capture
    client = capture(OpenAI())          # AsyncOpenAI, Anthropic, AsyncAnthropic too

The client stays the same object and behaves as before: chat completions, Responses and Messages
are recorded, streamed or not, failed ones too; keys and headers never. Spans are sent in the
background to `TRIPTYCH_URL` (http://127.0.0.1:8420 if it is not set; from another machine with the
token in `TRIPTYCH_TOKEN`), and what cannot be sent is given up with one warning.

Calls that go on with one conversation are one run: those whose first message of the user is the
same, until one begins it anew. To put others together, name the run:

    with run("my agent"):
        ...

This package imports nothing but Python's own library, and nothing else of Triptych: it runs in
your program, beside whatever is installed there.
"""

from __future__ import annotations

import os
from typing import TypeVar

from .calls import watch
from .grouping import Grouping, run
from .sending import Sender

__all__ = ["capture", "flush", "run"]

Client = TypeVar("Client")
URL = "http://127.0.0.1:8420"

_senders: dict[tuple[str, str], Sender] = {}


def capture(client: Client, *, url: str | None = None, name: str = "capture") -> Client:
    """The same client, recorded from now on; one that is recorded already stays as it is. `name`
    is told as the service's. Raises TypeError for what is no OpenAI or Anthropic client."""
    to = url or os.environ.get("TRIPTYCH_URL") or URL
    sender = _senders.get((to, name))
    if sender is None:
        token = os.environ.get("TRIPTYCH_TOKEN", "")
        sender = _senders[to, name] = Sender(to, name, token)
    watch(client, Grouping(sender))
    return client


def flush(seconds: float = 5.0) -> bool:
    """Waits until what was recorded so far is sent; whether it was. At the end of the program this
    happens by itself."""
    sent = [sender.flush(seconds) for sender in _senders.values()]
    return all(sent)
