"""Judges an umbrella answer: was the weather looked up, and is the advice for each city right?"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from agents.events import Event
from data.bundled.judging import as_read, judgement, no_answer, question_of, retrieved
from data.bundled.umbrella.asking import Asked, asked, days
from data.bundled.umbrella.weather import UMBRELLA_FROM, place, world
from data.scenario import Check, Evaluate, Judgement

_NO = re.compile(
    r"\b(no|not|nor|neither|unnecessary|without|leave|skip|dry|sunny|clear)\b|n[’']t\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"umbrella|\b(yes|no|not|needed|need|take|bring|carry|leave|skip|you do)\b|n[’']t need",
    re.IGNORECASE,
)
_GAP = re.compile(r"not found|could ?n[o’']t|unable|unavailable|unknown|no forecast", re.IGNORECASE)
_WEATHER = re.compile(r"\b(rain\w*|wet|showers?|drizzle|dry|sunny|clear)\b", re.IGNORECASE)
_BREAK = re.compile(
    r"[;,?!\n|]|\.\s|\s(?:but|while|whereas|though|however)\s"
    r"|\sand\s(?=(?:an?|no|not|take|bring|yes)\b)",
    re.IGNORECASE,
)


def evaluator(default_question: str) -> Evaluate:
    def evaluate(answer: str | None, events: Sequence[Event]) -> Judgement:
        if answer is None:
            return no_answer(events)
        question = question_of(events, default_question)
        calendar = [(world()["calendar"][day]["city"], day) for day in days(question)]
        places = [a for a in asked(question, calendar) if a.known]
        if not places:
            return Judgement(None)
        texts = retrieved(events)
        checks = [_retrieved(one, texts) for one in places]
        checks += [_advised(one, answer, places) for one in places]
        checks.append(as_read(answer, events))
        return judgement(checks)

    return evaluate


def _retrieved(one: Asked, texts: Sequence[str]) -> Check:
    truth = place(one.full)
    assert truth is not None  # only known places are judged
    wanted = {"city": truth["city"], "country": truth["country"], "day": one.day}
    held = any(wanted.items() <= _flat(text).items() for text in texts)
    found = f"forecast for {one.full}, {one.day}"
    return Check(
        f"retrieved: {one.city} {one.day}", held, found if held else f"never read: {found}"
    )


def _advised(one: Asked, answer: str, places: Sequence[Asked]) -> Check:
    truth = place(one.full)
    assert truth is not None  # only known places are judged
    rainy = truth[one.day]["chance_of_rain"] >= UMBRELLA_FROM
    said = _advice(one, answer, places)
    right = f"{'an' if rainy else 'no'} umbrella ({truth[one.day]['chance_of_rain']} % rain)"
    name = f"advice: {one.city} {one.day}"
    if said is None:
        return Check(name, False, f"no advice found; right is {right}")
    return Check(name, said is rainy, right if said is rainy else f"wrong; right is {right}")


def _advice(one: Asked, answer: str, places: Sequence[Asked]) -> bool | None:
    """True for an umbrella, False for none, None where the answer does not say. Plain advice
    counts before a remark on the weather, and a no before a yes (which may be the question)."""
    about = _clauses(one, answer, places)
    for kind in (_ADVICE, _WEATHER):
        if said := [clause for clause in about if kind.search(clause)]:
            return not any(_NO.search(clause) for clause in said)
    return None


def _clauses(one: Asked, answer: str, places: Sequence[Asked]) -> list[str]:
    """A clause is about the cities and days it names, or else those of the clause before."""
    cities = list(dict.fromkeys(p.city for p in places))
    days = list(dict.fromkeys(p.day for p in places))
    around, when = cities if len(cities) == 1 else [], days if len(days) == 1 else []
    found = []
    for clause in _BREAK.split(answer):
        around = [c for c in cities if c.casefold() in clause.casefold()] or around
        when = [d for d in days if d in clause.lower()] or when
        if one.city in around and (one.day in when or not when) and not _GAP.search(clause):
            found.append(clause)
    return found


def _flat(text: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return {k: v for k, v in value.items() if isinstance(v, str)} if isinstance(value, dict) else {}
