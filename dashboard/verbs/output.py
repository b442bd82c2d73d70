"""Printing for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """Columns as wide as their widest cell; the columns in `numbers` stand right."""
    lines = [list(head), *(list(map(_inert, row)) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if i in numbers else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _inert(text: str) -> str:
    """One line, without control characters: a trace must not drive the reader's terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


def inert_block(text: str) -> str:
    """The same, but keeps line breaks and tabs."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\N{SYMBOL FOR ESCAPE}" for c in text)


def short(text: str, width: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1] + "…"
