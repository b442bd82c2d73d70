"""Checks values against a JSON schema that a stranger wrote, at a bounded cost.

A schema can be a trap: a pattern that never ends, references that double at every step, an
address to be fetched. Nothing is fetched, and what would take too long is left to the server.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from functools import cache
from typing import Any

MAX_DEPTH = 60
MAX_SECONDS = 1.0
MAX_PROBLEMS = 10
MAX_TEXT = 300
"""Characters of one problem; a message of jsonschema quotes the whole value."""
_SAFE_LENGTH = 200
_SAFE_ITEMS = 1_000

_until: ContextVar[float] = ContextVar("until")
_REPEATS = re.compile(r"(?<!\()[*+?]|\{\d*,\d*\}")
_GROUP_REPEATS = re.compile(r"\)[*+?{]|\\\d")


class Unusable(Exception):
    """The schema is none, or cannot be applied; the text says why."""


class Schema:
    """Raises Unusable for what is no JSON schema."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        from jsonschema.exceptions import SchemaError, UnknownType  # type: ignore[import-untyped]
        from jsonschema.validators import (  # type: ignore[import-untyped]
            Draft202012Validator,
            validator_for,
        )
        from referencing import Registry

        try:
            draft = validator_for(schema, default=Draft202012Validator)
            tame = _tame(schema, 0)
            self._run(lambda: draft.check_schema(tame))
            registry: Registry[Any] = Registry()  # one that fetches nothing
            self._validator = _bounded(draft)(tame, registry=registry)
        except (SchemaError, UnknownType) as error:
            raise Unusable(_short(getattr(error, "message", str(error)))) from None

    def problems(self, value: object) -> list[tuple[tuple[str | int, ...], str]]:
        """(place, what is wrong) of each problem, the first few. Raises Unusable where the
        schema itself fails, as one with a reference to nowhere does."""
        found: list[tuple[tuple[str | int, ...], str]] = []

        def look() -> None:
            for error in self._validator.iter_errors(value):
                found.append((tuple(error.absolute_path), _short(error.message)))
                if len(found) == MAX_PROBLEMS:
                    break

        self._run(look)
        return found

    @staticmethod
    def _run(work: Callable[[], None]) -> None:
        from jsonschema.exceptions import SchemaError

        token = _until.set(time.monotonic() + MAX_SECONDS)
        try:
            work()
        except (Unusable, SchemaError):
            raise
        except RecursionError:
            raise Unusable("it refers to itself without end") from None
        except Exception as error:  # a reference to nowhere, a pattern that is none, ...
            raise Unusable(_short(f"{type(error).__name__}: {error}")) from None
        finally:
            _until.reset(token)


@cache
def _bounded(draft: Any) -> Any:
    """The same draft, with every keyword under the time limit."""
    from jsonschema.validators import extend

    def timed(keyword: str, check: Any) -> Any:
        def checked(validator: Any, rule: Any, value: Any, schema: Any) -> Iterator[Any]:
            if time.monotonic() > _until.get():
                raise Unusable("it takes too long to be applied")
            if keyword == "pattern" and isinstance(value, str) and len(value) > _SAFE_LENGTH:
                return
            if keyword == "uniqueItems" and isinstance(value, list) and len(value) > _SAFE_ITEMS:
                return
            yield from check(validator, rule, value, schema) or ()

        return checked

    return extend(draft, {name: timed(name, check) for name, check in draft.VALIDATORS.items()})


def _tame(schema: Any, depth: int) -> Any:
    """A copy without patterns that may never end, and without a change of draft inside (which
    would lead out of the time limit)."""
    if depth > MAX_DEPTH:
        raise Unusable(f"it is nested more than {MAX_DEPTH} levels deep")
    if isinstance(schema, list):
        return [_tame(item, depth + 1) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = dict(schema)
    if isinstance(kept.get("$schema"), str):
        del kept["$schema"]
    if isinstance(kept.get("pattern"), str) and not _ends(kept["pattern"]):
        del kept["pattern"]
    named = kept.get("patternProperties")
    if isinstance(named, dict) and not all(map(_ends, named)):
        for keyword in ("patternProperties", "additionalProperties", "unevaluatedProperties"):
            kept.pop(keyword, None)
    return {key: _tame(value, depth + 1) for key, value in kept.items()}


def _ends(pattern: str) -> bool:
    """Whether it surely ends soon on a short text: no repeated group, at most two repetitions."""
    plain = re.sub(r"\\[^\d]|\[(?:\\.|[^\]\\])*\]", "x", pattern)
    return not _GROUP_REPEATS.search(plain) and len(_REPEATS.findall(plain)) <= 2


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_TEXT else f"{line[:MAX_TEXT]}… ({len(line):,} characters)"
