"""Values of a result as JSON can hold them, losing nothing on the way."""

from __future__ import annotations

import datetime as dt
import math
from decimal import Decimal
from typing import Any


def plain(value: Any) -> Any:
    """NULL stays None; what JSON has no form for becomes text (decimals keep every digit)."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case Decimal():
            return str(value)
        case dt.datetime() | dt.date() | dt.time():
            return value.isoformat()
        case bytes() | bytearray() | memoryview():
            return "0x" + bytes(value).hex()
        case dict():
            return {str(key): plain(held) for key, held in value.items()}
        case list() | tuple() | set() | frozenset():
            return [plain(held) for held in value]
    return str(value)
