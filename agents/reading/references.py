"""`@id.field` in a step's arguments: a value taken from an earlier step's result (seed 003)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

REFERENCE = re.compile(r"(?<![\w.@+-])@(?P<id>\w+)\.(?P<field>\w+(?:\.\w+)*)")
"""Only at the start of a token, so that an e-mail address is none (case P17)."""


class Unresolved(ValueError):
    """A reference names a field that the result does not have."""


def references(args: Any, known: Iterable[str]) -> list[str]:
    """Ids of the steps that the arguments refer to, in order, each once. Only `known` ids count."""
    ids = set(known)
    found: dict[str, None] = {}
    for text in _texts(args):
        for match in REFERENCE.finditer(text):
            if match["id"] in ids:
                found[match["id"]] = None
    return list(found)


def resolve(args: Any, results: Mapping[str, Any]) -> Any:
    """Arguments with references replaced. A lone reference keeps the value's type; one inside a
    text becomes text. Raises Unresolved."""
    if isinstance(args, Mapping):
        return {key: resolve(value, results) for key, value in args.items()}
    if isinstance(args, list | tuple):
        return [resolve(value, results) for value in args]
    if not isinstance(args, str):
        return args
    lone = REFERENCE.fullmatch(args)
    if lone and lone["id"] in results:
        return _lookup(lone, results)

    def text_of(match: re.Match[str]) -> str:
        if match["id"] not in results:
            return match[0]
        value = _lookup(match, results)
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    return REFERENCE.sub(text_of, args)


def value_of(output: str) -> Any:
    """A result as data: JSON where it is JSON, else the text under the name `text`."""
    try:
        return json.loads(output)
    except ValueError:
        return {"text": output}


def _lookup(match: re.Match[str], results: Mapping[str, Any]) -> Any:
    value = results[match["id"]]
    for name in match["field"].split("."):
        if isinstance(value, Mapping) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isdigit() and int(name) < len(value):
            value = value[int(name)]
        else:
            raise Unresolved(f"{match[0]}: the result of step {match['id']} has no field {name!r}")
    return value


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
