"""An observation as records: every JSON object in it with its own plain values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from agents.evidence.words import ID

TEXT = ""
"""The key of an observation that is no JSON."""
_REMARKS = frozenset({"note", "message", "error", "reason", "hint", "detail", "status"})
_NOTHING = re.compile(
    r"\b(not found|no (results?|match\w*|passages?|records?|entr\w+|documents?|data|hits?|files?)"
    r"|nothing (was )?(found|entered)|insufficient|does not exist|could not be found"
    r"|could not find (that|any|the) \w+)\b",
    re.IGNORECASE,
)
DEEPEST = 100
_CODE = re.compile(r"^[ \t]*```.*?(?:^[ \t]*```[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)


class Record(NamedTuple):
    seq: int
    """The event that holds it."""
    fields: dict[str, Any]

    @property
    def text(self) -> str:
        return " ".join(str(v) for v in self.fields.values() if v is not None)

    @property
    def ids(self) -> set[str]:
        return set(ID.findall(self.text))


def records(seq: int, output: str) -> list[Record]:
    return [Record(seq, fields) for fields in _objects(parsed(output))]


def parsed(output: str, *, strict: bool = True) -> Any:
    """JSON as what it says, any other text as it is. Without `strict` line breaks may stand in the
    texts of JSON."""
    try:
        value = json.loads(output, strict=strict)
    except (ValueError, RecursionError):
        return output
    return output if _too_deep(output, value) else value


def _too_deep(output: str, value: Any) -> bool:
    """Whether lists and objects stand in each other deeper than can be gone through."""
    if output.count("[") + output.count("{") <= DEEPEST:
        return False
    layer = [value]
    for _ in range(DEEPEST):
        inside = (one.values() if isinstance(one, dict) else one for one in layer)
        layer = [one for inner in inside for one in inner if isinstance(one, dict | list)]
        if not layer:
            return False
    return True


def claimed(answer: str) -> str:
    """What an answer claims: of a record its values, and of a text all but the code that it gives,
    which is the agent's own work."""
    if answer.lstrip()[:1] in ("{", "["):
        return prose(parsed(answer, strict=False))
    return _CODE.sub(" ", answer) if "```" in answer else answer


def prose(value: Any, *, keys: bool = False) -> str:
    """All that a value says, as text; with the names of its fields where they tell something."""
    if isinstance(value, dict):
        parts = [(f"{k} " if keys else "") + prose(v, keys=keys) for k, v in value.items()]
        return " ".join(parts)
    if isinstance(value, list):
        return " ".join(prose(v, keys=keys) for v in value)
    return "" if value is None else str(value)


def found_nothing(output: str) -> bool:
    """Does the observation say that there is nothing? By its form; a short text by its words."""
    value = parsed(output)
    if isinstance(value, list):
        return not value
    if value is None:
        return True
    if not isinstance(value, dict):
        text = str(value).strip()
        return not text or (len(text) < 300 and bool(_NOTHING.search(text)))
    lists = [v for v in value.values() if isinstance(v, list)]
    if lists:
        return not any(lists) and not any(
            isinstance(v, str) and len(v) > 60 for k, v in value.items() if k not in _REMARKS
        )
    told = [k for k, v in value.items() if v not in (None, "", {}) and k not in _REMARKS]
    blank = [k for k, v in value.items() if v in (None, "", {})]
    return bool(blank) and not told


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        own = {k: v for k, v in value.items() if not isinstance(v, dict | list)}
        plain = {k: v for k, v in value.items() if isinstance(v, list) and v and _plain(v)}
        own |= {k: ", ".join(map(str, v)) for k, v in plain.items()}
        if own:
            yield own
        for inner in value.values():
            if isinstance(inner, dict | list):
                yield from _objects(inner)
    elif isinstance(value, list):
        for inner in value:
            if isinstance(inner, dict | list):
                yield from _objects(inner)
    elif value not in (None, ""):
        yield {TEXT: str(value)}


def _plain(values: list[Any]) -> bool:
    return not any(isinstance(v, dict | list) for v in values)
