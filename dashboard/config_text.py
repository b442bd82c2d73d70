"""YAML as data with the line of every value, by a loader that makes nothing but plain data.

Anchors are refused: a file of a few lines could stand for gigabytes. So is a key that comes twice,
of which YAML would silently keep the last.
"""

from __future__ import annotations

from typing import Any

import yaml

from agents.errors import BadInput
from dashboard.words import t

MOST_CHARS = 200_000
DEEPEST = 20

Place = tuple[str | int, ...]


def load(text: str, name: str) -> tuple[Any, dict[Place, int]]:
    """The document, and the line (from 1) of each value by its place. `name` is the file's, for
    the sentence of BadInput."""
    if len(text) > MOST_CHARS:
        raise BadInput(t("yaml.long", file=name, n=f"{len(text):,}"))
    try:
        depth = 0
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > DEEPEST:
                line = event.start_mark.line + 1
                raise BadInput(t("yaml.deep", file=name, line=line))
            if isinstance(event, yaml.AliasEvent):
                raise BadInput(t("yaml.anchors", file=name, line=event.start_mark.line + 1))
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        value = yaml.load(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        raise BadInput(t("yaml.none", file=name, where=_at(error), why=_problem(error))) from None
    except yaml.YAMLError as error:
        said = " ".join(str(error).split())
        raise BadInput(t("yaml.none", file=name, where="", why=said.rstrip("."))) from None
    except (ValueError, OverflowError) as error:
        raise BadInput(t("yaml.value", file=name, why=error)) from None
    lines: dict[Place, int] = {}
    if node is not None:
        _walk(node, (), lines, name)
    return value, lines


def _walk(node: yaml.Node, place: Place, lines: dict[Place, int], name: str) -> None:
    lines.setdefault(place, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            at = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise BadInput(t("yaml.word", file=name, line=at))
            if key.value in seen:
                raise BadInput(t("yaml.twice", file=name, line=at, word=key.value))
            seen.add(key.value)
            inner = (*place, key.value)
            lines[inner] = at
            _walk(value, inner, lines, name)
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            _walk(value, (*place, number), lines, name)


def _at(error: yaml.MarkedYAMLError) -> str:
    mark = error.problem_mark or error.context_mark
    return "" if mark is None else t("yaml.line", line=mark.line + 1)


def _problem(error: yaml.MarkedYAMLError) -> str:
    said = " ".join(str(error.problem or error.context or t("yaml.unreadable")).split())
    return said.rstrip(".")
