"""Values of attributes as plain ones. Numbers of 64 bits may be texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from data.importers.hostile import Unreadable, finite, parse
from data.importers.otlp_raw import Attributes


def loose(value: Any) -> Attributes:
    return (
        {str(k): v for k, v in value.items()} if isinstance(value, dict) else attributes_of(value)
    )


def attributes_of(pairs: Any) -> Attributes:
    if isinstance(pairs, dict):  # some writers make an object of them
        return {str(key): value for key, value in pairs.items()}
    found: Attributes = {}
    for pair in pairs if isinstance(pairs, list) else ():
        if isinstance(pair, dict) and isinstance(pair.get("key"), str):
            found[pair["key"]] = value_of(pair.get("value"))
    return found


def value_of(value: Any) -> Any:
    """OTLP's AnyValue as a plain value."""
    if not isinstance(value, dict) or len(value) != 1:
        return value if not isinstance(value, dict) else (finite(value) or None)
    kind, inner = next(iter(value.items()))
    if kind in ("intValue", "int_value"):
        try:
            return int(inner)
        except (ValueError, TypeError, OverflowError):
            return inner
    if kind in ("arrayValue", "array_value"):
        values = object_of(inner).get("values")
        return [value_of(one) for one in values] if isinstance(values, list) else []
    if kind in ("kvlistValue", "kvlist_value"):
        return attributes_of(object_of(inner).get("values"))
    if kind.endswith(("Value", "_value")):
        return inner
    return value


def loaded(value: Any) -> Any:
    """The value of a text of JSON; any other value as it is."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "[", '"'):
        try:
            return parse(value)
        except Unreadable:
            return value
    return value


def object_of(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def lists_of(record: dict[str, Any], *names: str) -> Iterator[dict[str, Any]]:
    for name in names:
        found = record.get(name)
        for one in found if isinstance(found, list) else ():
            if isinstance(one, dict):
                yield one
