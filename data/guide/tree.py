"""Questions, answers and where they lead, as data. The walk over them is pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agents.errors import BadInput


@dataclass(frozen=True, slots=True)
class Leaf:
    name: str
    paradigm: str
    watch: str
    """The demo (data.guide.demos) that shows it."""
    row: str
    """Of the checklist, which names the seed."""
    other: str = ""
    """A paradigm that the source allows as well."""


@dataclass(frozen=True, slots=True)
class Question:
    name: str
    answers: Mapping[str, Question | Leaf]


@dataclass(frozen=True, slots=True)
class Tree:
    name: str
    root: Question

    def leaves(self) -> list[Leaf]:
        return [leaf for _, leaf in self.ways()]

    def questions(self) -> list[Question]:
        """Each once, in the order in which they may be asked."""
        found: dict[str, Question] = {}
        _collect(self.root, found)
        return list(found.values())

    def ways(self) -> Iterator[tuple[dict[str, str], Leaf]]:
        """Every way through it: what was answered, and where that led."""
        yield from _ways(self.root, {})


@dataclass(frozen=True, slots=True)
class Reached:
    """`asked` are the questions met, with the answer given to each. Either `next` has still to be
    answered, or `leaf` is where it ended."""

    asked: tuple[tuple[Question, str], ...]
    next: Question | None
    leaf: Leaf | None


def walk(tree: Tree, answers: Mapping[str, str]) -> Reached:
    """As far as the answers go. Those of questions that are not met are not looked at. Raises
    BadInput for an answer that a question does not have."""
    asked: list[tuple[Question, str]] = []
    place: Question | Leaf = tree.root
    while isinstance(place, Question):
        given = answers.get(place.name)
        if given is None:
            return Reached(tuple(asked), place, None)
        if given not in place.answers:
            known = ", ".join(place.answers)
            raise BadInput(f"{given!r} is no answer to “{place.name}”; choose one of: {known}.")
        asked.append((place, given))
        place = place.answers[given]
    return Reached(tuple(asked), None, place)


def _collect(place: Question | Leaf, found: dict[str, Question]) -> None:
    if isinstance(place, Question):
        found.setdefault(place.name, place)
        for then in place.answers.values():
            _collect(then, found)


def _ways(place: Question | Leaf, given: dict[str, str]) -> Iterator[tuple[dict[str, str], Leaf]]:
    if isinstance(place, Leaf):
        yield given, place
        return
    for answer, then in place.answers.items():
        yield from _ways(then, {**given, place.name: answer})
