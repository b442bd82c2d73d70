"""JSON from anybody: read quickly where it is well formed, and with care where it is not."""

from __future__ import annotations

import json
import math
from typing import Any

import pydantic_core

from agents.messages import as_json
from data.importers.limits import MAX_DEPTH, MAX_DIGITS

BOM = b"\xef\xbb\xbf"


class Unreadable(ValueError):
    """Its text says what is wrong with the JSON."""


def parse(data: bytes | str) -> Any:
    """The last of equal keys counts. Lone surrogates stay as they are, bytes that are no UTF-8
    become U+FFFD, a number that no computer holds becomes its own text. Raises Unreadable."""
    try:
        # this reader refuses more than MAX_DEPTH levels by itself
        return pydantic_core.from_json(data)
    except (ValueError, TypeError) as error:  # TypeError for a text with a lone surrogate
        return _with_care(data, error)


def parse_start(data: bytes) -> Any:
    """What can be read of a document of which only the beginning is at hand. Raises Unreadable."""
    try:
        return pydantic_core.from_json(data, allow_partial="trailing-strings")
    except ValueError as error:
        raise Unreadable(str(error)) from None


def _with_care(data: bytes | str, first: Exception) -> Any:
    text = data if isinstance(data, str) else data.removeprefix(BOM).decode("utf-8", "replace")
    try:
        value = json.loads(text, parse_int=_whole, parse_float=_real)
    except RecursionError:
        raise Unreadable(f"it is nested deeper than {MAX_DEPTH} levels") from None
    except ValueError:
        if str(first).startswith("EOF"):  # so the reader begins where there is no more of it
            raise Unreadable(f"it breaks off in the middle of its JSON ({first})") from None
        raise Unreadable(f"it is no JSON ({first})") from None
    if deeper(value, MAX_DEPTH):
        raise Unreadable(f"it is nested deeper than {MAX_DEPTH} levels")
    return value


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= MAX_DIGITS else digits


def _real(digits: str) -> float | str:
    number = float(digits)
    return number if math.isfinite(number) else digits


def deeper(value: Any, limit: int) -> bool:
    """Whether lists and objects stand in each other at more than `limit` levels."""
    layer = [value] if isinstance(value, dict | list) else []
    for _ in range(limit):
        if not layer:
            return False
        layer = [
            inner
            for outer in layer
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
    return bool(layer)


def finite(value: Any) -> Any:
    """The same value with NaN and infinities as text, fit for JSON that anything can read."""
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {str(key): finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [finite(inner) for inner in value]
    return value


def body_of(value: Any) -> str:
    """JSON for a link: readable text, lone surrogates as escapes, NaN and infinities as text."""
    return bytes_of(value).decode()


def bytes_of(value: Any) -> bytes:
    """The same in UTF-8."""
    try:
        return pydantic_core.to_json(value, inf_nan_mode="strings")
    except (ValueError, TypeError):
        return as_json(finite(value)).encode()


def encodable(text: str) -> bool:
    """Whether it is text that UTF-8 can hold: no lone surrogate."""
    if text.isascii():  # which it knows of itself
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def text_of(value: Any) -> str:
    """A text as it is, anything else as JSON, nothing as nothing."""
    if value is None:
        return ""
    return value if isinstance(value, str) else body_of(value)


def word(value: Any) -> str:
    """A text, to be looked up; anything else, which may not even be hashable, is no word."""
    return value if isinstance(value, str) else ""


def count_of(value: Any) -> int | None:
    """A number of tokens; None for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if math.isfinite(value) and value >= 0 else None


def sound(name: str) -> str:
    """A name that a database takes: lone surrogates, which are no characters, as escapes."""
    return name if name.isascii() else name.encode("utf-8", "backslashreplace").decode()
