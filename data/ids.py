"""Names for runs and comparisons: short, sorted by the time they were made, never twice."""

from __future__ import annotations

import hashlib
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
    return prefix + _spelled(number)


def sub_run_id(run_id: str, call_id: str, time: int = 1) -> str:
    """Always the same for the same call of the same run, and another for every other one; `time`
    counts how often that call was begun, since a process may have died in it."""
    return named_id("s", run_id, call_id, str(time))


def named_id(prefix: str, *parts: str) -> str:
    """Always the same for the same parts, in their order."""
    named = "\x00".join(parts).encode("utf-8", "surrogatepass")
    digest = hashlib.blake2b(named, digest_size=9).digest()
    return prefix + _spelled(int.from_bytes(digest))


def _spelled(number: int) -> str:
    digits = (
        number >> shift & 31 for shift in range(5 * (TIME_DIGITS + CHANCE_DIGITS - 1), -1, -5)
    )
    return "".join(ALPHABET[digit] for digit in digits)
