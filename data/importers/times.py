"""Times as traces write them, to seconds since the epoch, UTC."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any

UNKNOWN = "unknown"
NO_ZONE = "none (read as UTC)"
EARLIEST, LATEST = 0.0, 253_402_300_799.0
"""1970 to 9999: what every calendar holds."""


def moment(value: Any) -> tuple[float, str] | None:
    """Seconds and the zone that the source names (`UTC`, `-08:00`, NO_ZONE); None for no time.

    Takes ISO 8601 with or without a zone, a datetime, and numbers (also as text) of seconds,
    milli-, micro- or nanoseconds, told apart by their size.
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return _number(value)
    if isinstance(value, datetime):
        return _dated(value)
    if not isinstance(value, str) or not 4 < len(value) <= 64:
        return None
    if value[4] == "-":  # a date, as nearly all are, and no number
        try:
            return _dated(datetime.fromisoformat(value))
        except ValueError:
            pass
    text = value.strip()
    if text.replace(".", "", 1).isascii() and text.replace(".", "", 1).isdigit() and len(text) > 8:
        return _number(float(text)) if "." in text else _number(int(text))
    try:
        return _dated(datetime.fromisoformat(text))
    except ValueError:
        return None


def seconds(value: Any) -> float | None:
    found = moment(value)
    return None if found is None else found[0]


def _dated(when: datetime) -> tuple[float, str] | None:
    offset = None if when.tzinfo is UTC else when.utcoffset()
    if when.tzinfo is UTC:
        zone = "UTC"
    elif offset is None:
        when, zone = when.replace(tzinfo=UTC), NO_ZONE
    else:
        zone = _offset(when) if offset else "UTC"
    try:
        at = when.timestamp()
    except (OverflowError, ValueError, OSError):
        return None
    return (at, zone) if EARLIEST <= at <= LATEST else None


def _offset(when: datetime) -> str:
    text = when.strftime("%z")
    return f"{text[:3]}:{text[3:5]}"


def _number(value: float) -> tuple[float, str] | None:
    if not math.isfinite(value) or value <= 0:
        return None
    for scale, below in ((1, 1e11), (1e3, 1e14), (1e6, 1e17), (1e9, 1e20)):
        if value < below:
            return value / scale, "UTC"
    return None
