"""Names a conversation up to a message by what was said, so that a later request finds its run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from data.importers.hostile import text_of
from data.importers.items import call_of, is_call, is_output, output_of
from data.importers.request_forms import is_item
from data.importers.spoken import said
from data.importers.spoken_parts import Said


def facts(message: Any) -> Iterator[str]:
    """What a message says, whichever way the API has it: the same going in as it came out."""
    if is_output(message):
        result = output_of(message)
        yield f"result {text_of(result.id)} {result.output}"
        return
    if isinstance(message, dict) and is_item(message):
        if is_call(message):
            wish = call_of(message)
            yield f"call {text_of(wish.id)} {wish.name}"
        return
    yield from facts_of(said(message))


def facts_of(told: Said) -> Iterator[str]:
    if told.text:
        yield f"{told.role} {told.text}"
    for wish in told.calls:
        yield f"call {text_of(wish.id)} {wish.name}"
    for result in told.results:
        yield f"result {text_of(result.id)} {result.output}"


class Prefix:
    """Names a conversation up to a message."""

    def __init__(self) -> None:
        self._digest = hashlib.blake2b(digest_size=16)

    def add(self, told: Iterable[str]) -> str:
        for fact in told:
            self._digest.update(f"{len(fact)} {fact}".encode("utf-8", "surrogatepass"))
        return self._digest.hexdigest()
