"""Reads the arguments of a tool call, in every form that models and servers write them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

INVALID = "invalid_json"
TRUNCATED = "truncated_arguments"


class NotAnObject(ValueError):
    """The arguments are no JSON object, whatever was tried."""


def read_arguments(written: Any, schema: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """None, blank and `null` are no arguments; JSON that was encoded twice is decoded.

    `schema` is the tool's: where it wants an object or a list and finds one encoded in a string,
    that is decoded too. Raises NotAnObject.
    """
    value = written
    for _ in range(3):
        if not isinstance(value, str):
            break
        value = _decoded(value)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise NotAnObject
    return _by_schema(dict(value), schema or {})


def is_complete(text: str) -> bool:
    """A whole JSON object stands there, so nothing more of it can come."""
    if not text.rstrip().endswith("}"):
        return False
    try:
        return isinstance(_decoded(text), dict)
    except NotAnObject:
        return False


def _decoded(text: str) -> Any:
    if text.strip() in ("", "None"):
        return None
    try:
        # strict=False: a line break inside a string is common, and its meaning is plain
        return json.loads(text, strict=False, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise NotAnObject from None


def _refuse(constant: str) -> None:
    """NaN and Infinity are no JSON: a provider would refuse the history that holds them."""
    raise ValueError(constant)


def _by_schema(arguments: dict[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        return arguments
    return {
        name: _as_wanted(value, _types(properties.get(name), schema))
        for name, value in arguments.items()
    }


def _as_wanted(value: Any, types: set[str]) -> Any:
    if not isinstance(value, str) or "string" in types or not types & {"object", "array"}:
        return value
    try:
        decoded = _decoded(value)
    except NotAnObject:
        return value
    wanted = {"object": dict, "array": list}
    return decoded if any(isinstance(decoded, wanted[t]) for t in types & set(wanted)) else value


def _types(spec: Any, schema: Mapping[str, Any]) -> set[str]:
    """The JSON types that a property may have; empty when the schema does not say."""
    if not isinstance(spec, Mapping):
        return set()
    reference = spec.get("$ref")
    if isinstance(reference, str):
        definitions = schema.get("$defs")
        named = reference.rpartition("/")[2]
        found = definitions.get(named) if isinstance(definitions, Mapping) else None
        # a definition that refers on is rare, and one that refers to itself must not hang us
        spec = found if isinstance(found, Mapping) and "$ref" not in found else {}
    stated = spec.get("type")
    types = {stated} if isinstance(stated, str) else set(stated or ())
    for choice in (*(spec.get("anyOf") or ()), *(spec.get("oneOf") or ())):
        types |= _types(choice, schema) if choice is not spec else set()
    return types
