"""OpenAI's chat completions: requests, responses, streams, batches (see exchanges.py)."""

from __future__ import annotations

from data.importers import exchange_forms, exchanges
from data.importers.head import Head
from data.importers.source import Source
from data.importers.writing import Out

name = "openai_chat"


def looks_like(head: Head) -> float:
    return exchange_forms.sure_of(head, "chat")


def read(source: Source, out: Out) -> None:
    exchanges.read(source, out, "chat")
