"""Judges an atlas answer: each fact read about the right place, and said of that place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.events import Event
from data.bundled.atlas.asking import asked, topics_of
from data.bundled.atlas.atlas import Entry, places, speaks_of
from data.bundled.atlas.mind import label
from data.bundled.judging import cited, judgement, no_answer, question_of, retrieved
from data.scenario import Check, Evaluate, Judgement

_CLAUSE = re.compile(r"[;\n|]|(?<!\bU\.S)\.\s|,\s(?!the |a |D\.C)|\s(?:and|while|whereas|but)\s")
_KIND = {"country": r"\b(country|nation|Tbilisi)\b", "state": r"\b(state|Atlanta)\b"}
"""Which of two namesakes a clause speaks of that does not say the name in full."""


def evaluator(default_question: str) -> Evaluate:
    def evaluate(answer: str | None, events: Sequence[Event]) -> Judgement:
        if answer is None:
            return no_answer(events)
        wanted = asked(question_of(events, default_question))
        if not wanted:
            return Judgement(None)
        texts = retrieved(events)
        checks = [_retrieved(one, texts) for one in wanted]
        checks += [_stated(one, answer, wanted) for one in wanted]
        checks.append(cited(answer, r"\bAT-\d+\b", texts))
        return judgement(checks)

    return evaluate


def _retrieved(one: Entry, texts: Sequence[str]) -> Check:
    held = any(speaks_of(t, one.place) and re.search(one.figures, t) for t in texts)
    found = one.id if held else f"{one.id} was never read"
    return Check(f"retrieved: {label(one)}", held, found)


def _stated(one: Entry, answer: str, wanted: Sequence[Entry]) -> Check:
    name = f"stated: {label(one)}"
    said = " | ".join(_about(one, answer, wanted))
    others = [
        o for o in wanted if o.topic == one.topic and o.id != one.id and _same_name(o, one)
    ]  # a namesake's value is wrong here, wherever the right one stands
    borrowed = next((o for o in others if _affirmed(o.figures, said)), None)
    if borrowed:
        return Check(name, False, f"{borrowed.truth} is {label(borrowed)}")
    if _affirmed(one.figures, said):
        return Check(name, True, one.truth)
    return Check(name, False, f"the answer does not say: {one.truth} ({one.id})")


def _affirmed(figures: str, said: str) -> bool:
    return bool(re.search(rf"(?<!not )(?<!not about )(?:{figures})", said))


def _same_name(one: Entry, other: Entry) -> bool:
    return one.place.partition("-")[0] == other.place.partition("-")[0]


def _about(one: Entry, answer: str, wanted: Sequence[Entry]) -> list[str]:
    """For namesakes the clauses that speak of this one; for any other place the whole answer."""
    if not any(_same_name(one, o) and o.place != one.place for o in wanted):
        return [answer]
    found, here = [], ""
    for clause in _CLAUSE.split(answer):
        here = next((o.place for o in wanted if _speaks(clause, o.place)), here)
        if here == one.place and not (topics_of(clause) and one.topic not in topics_of(clause)):
            found.append(clause)
    return found


def _speaks(clause: str, key: str) -> bool:
    return speaks_of(clause, key) or bool(re.search(_KIND[places()[key].kind], clause))
