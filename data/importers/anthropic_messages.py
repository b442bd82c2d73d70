"""Anthropic's messages: requests, responses, streams, batches (see exchanges.py)."""

from __future__ import annotations

from data.importers import exchange_forms, exchanges
from data.importers.head import Head
from data.importers.source import Source
from data.importers.writing import Out

name = "anthropic_messages"


def looks_like(head: Head) -> float:
    return exchange_forms.sure_of(head, "anthropic")


def read(source: Source, out: Out) -> None:
    exchanges.read(source, out, "anthropic")
