"""Names for runs and comparisons: short, sorted by the time they were made, never twice."""

from __future__ import annotations

import secrets
import threading
import time

# Crockford's alphabet: no i, l, o, u, so that an id can be read aloud and typed
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
TIME_DIGITS, CHANCE_DIGITS = 9, 5
"""45 bits of milliseconds last until the year 3084; 25 bits of chance tell processes apart."""

_lock = threading.Lock()
_last = 0


def new_id(prefix: str) -> str:
    """`prefix` and 14 characters. Ids of one process ascend strictly, whatever its clock does."""
    global _last
    now = (time.time_ns() // 1_000_000) << (5 * CHANCE_DIGITS)
    with _lock:
        _last = max(now | secrets.randbits(5 * CHANCE_DIGITS), _last + 1)
        number = _last
    digits = (
        number >> shift & 31 for shift in range(5 * (TIME_DIGITS + CHANCE_DIGITS - 1), -1, -5)
    )
    return prefix + "".join(ALPHABET[digit] for digit in digits)
