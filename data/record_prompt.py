"""What a model was told by the system prompt of a request on record, whoever sent it."""

from __future__ import annotations

import json
from collections.abc import Iterable

from agents.messages import Link
from data.importers.hostile import text_of
from data.importers.spoken import said

SAID = frozenset({"question", "reasoning", "observation"})


def system_prompt_in(request: Iterable[Link]) -> str:
    """The text of the system's messages that stand before anybody has said anything; empty where
    there is none, or nothing is on record."""
    texts: list[str] = []
    for link in request:
        if link.part in SAID:
            break
        if link.part == "system":
            texts.append(_text(link.body))
    return "\n\n".join(filter(None, texts))


def _text(body: str) -> str:
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return body
    if isinstance(message, dict) and not {"content", "parts"} & set(message):
        return text_of(message.get("text"))  # a block as Anthropic has it
    return said(message).text
