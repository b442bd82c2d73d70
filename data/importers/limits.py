"""How much an imported file may hold; each limit is named in the message that refuses it."""

from __future__ import annotations

MAX_FILE = 4_000_000_000
"""Bytes of a file once it is unpacked."""
MAX_DOCUMENT = 400_000_000
"""Bytes of a file that can only be read whole (JSON that is not line by line, plain text)."""
MAX_LINE = 64_000_000
"""Bytes of one line; a longer one costs that line."""
MAX_DEPTH = 200
"""Levels of nesting in JSON."""
MAX_MEMBERS = 20_000
"""Files in an archive or a folder."""
MAX_RATIO = 1_000
"""Unpacked bytes a packed byte; only asked of what unpacks to more than RATIO_FROM."""
RATIO_FROM = 50_000_000
MAX_DIGITS = 4_000
"""Digits of a whole number; a longer one is kept as text."""


def amount(size: int) -> str:
    """`400 MB`, for a message."""
    return f"{size / 1e9:g} GB" if size >= 1e9 else f"{size / 1e6:g} MB"
