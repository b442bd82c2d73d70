"""Arguments as models really write them: JSON, nearly JSON, or Python (AGENT_RULES R5, R6)."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

CLOSES = {"{": "}", "[": "]", "(": ")"}
QUOTES = {'"': '"', "'": "'", "“": "”"}
_MET = {quote: re.compile(f"[{quote}\\\\]") for quote in QUOTES.values()}
FULL_WIDTH = {"：": ":", "，": ",", "｛": "{", "｝": "}", "［": "[", "］": "]"}
WORDS = {"true": "True", "false": "False", "null": "None"}


class Unbalanced(ValueError):
    """The object was opened and never closed: it was cut off."""


def balanced(text: str, start: int = 0) -> str:
    """The bracketed text that opens at `start`, aware of strings. Raises Unbalanced."""
    closing: list[str] = []
    quote = ""
    before = ""
    i = start
    while i < len(text):
        if quote and (met := _MET[quote].search(text, i)) is not None:
            i = met.start()  # whatever else stands in a string means nothing here
        char = text[i]
        if quote:
            if char == "\\":
                i += 1
            elif char == quote:
                quote = ""
        elif char in QUOTES and (char != "'" or before in "{[(,:=：，"):
            # an apostrophe opens a string only where a value or key may stand
            quote = QUOTES[char]
        elif char in CLOSES:
            closing.append(CLOSES[char])
        elif closing and char == closing[-1]:
            closing.pop()
            if not closing:
                return text[start : i + 1]
        if not char.isspace():
            before = char
        i += 1
    raise Unbalanced(text[start:])


def parse(text: str) -> Any:
    """A JSON value, a Python literal, or either of them after repair. Raises ValueError."""
    for attempt in (_json, _literal, _repaired):
        try:
            return attempt(text)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
    raise ValueError(text)


def _json(text: str) -> Any:
    return json.loads(text, strict=False)


def _literal(text: str) -> Any:
    value = ast.literal_eval(text.strip())
    json.dumps(value)  # sets, bytes and complex numbers are no arguments
    return value


def _repaired(text: str) -> Any:
    mended = outside_strings(text.replace("“", '"').replace("”", '"'), _mend)
    mended = mended.replace("\\'", "'")
    try:
        return _json(mended)
    except ValueError:
        return _literal(outside_strings(mended, _pythonic))


def _mend(text: str) -> str:
    for wide, plain in FULL_WIDTH.items():
        text = text.replace(wide, plain)
    return re.sub(r",(\s*[}\]])", r"\1", text)


def _pythonic(text: str) -> str:
    return re.sub(r"\b(true|false|null)\b", lambda m: WORDS[m[1]], text)


def outside_strings(text: str, change: Any) -> str:
    """`change` applied to what stands outside quotes. A trailing comma and its bracket may be
    in one piece only, which they are: no string stands between them."""
    pieces = re.split(r"(\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')", text, flags=re.DOTALL)
    return "".join(piece if i % 2 else change(piece) for i, piece in enumerate(pieces))
