"""Messages as Gemini's API has them: a list of parts, here and in what builds on it (Qwen Code)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agents.messages import Usage
from data.importers.hostile import count_of, text_of
from data.importers.usages import usage_of


def parts_of(content: Any) -> Iterator[dict[str, Any]]:
    if isinstance(content, str):
        yield {"text": content}
    elif isinstance(content, dict):
        yield content
    elif isinstance(content, list):
        for part in content:
            if isinstance(part, dict):
                yield part
            elif isinstance(part, str):
                yield {"text": part}


def text_in(content: Any) -> str:
    return "".join(
        text_of(part["text"])
        for part in parts_of(content)
        if part.get("text") is not None and not part.get("thought")
    )


def thoughts_in(content: Any) -> str:
    return "".join(text_of(part.get("text")) for part in parts_of(content) if part.get("thought"))


def calls_in(content: Any) -> list[dict[str, Any]]:
    found = (part.get("functionCall") for part in parts_of(content))
    return [call for call in found if isinstance(call, dict)]


def responses_in(content: Any) -> list[dict[str, Any]]:
    found = (part.get("functionResponse") for part in parts_of(content))
    return [response for response in found if isinstance(response, dict)]


def output_of(response: dict[str, Any]) -> tuple[str, bool]:
    """Of a functionResponse: its text, and whether it is an error."""
    told = response.get("response")
    if not isinstance(told, dict):
        return text_of(told), False
    error = told.get("error")
    if error:
        return text_of(error), True
    return text_of(told.get("output", told)), False


def usage_metadata(told: Any) -> Usage:
    """Thoughts are counted beside the candidates' tokens, and are output all the same."""
    if not isinstance(told, dict):
        return Usage()
    output = count_of(told.get("candidatesTokenCount"))
    thoughts = count_of(told.get("thoughtsTokenCount"))
    whole = None if output is None and thoughts is None else (output or 0) + (thoughts or 0)
    return usage_of(
        told.get("promptTokenCount"), whole, told.get("cachedContentTokenCount"), None, thoughts
    )
