"""Judges an answer on shares: the price read at home, said rightly, and of the right company."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from agents.events import Event
from data.bundled.judging import judgement, no_answer, question_of, retrieved
from data.bundled.stock.asking import subjects
from data.bundled.stock.market import company, home_price
from data.scenario import Check, Evaluate, Judgement

_UNLISTED = re.compile(
    r"not (publicly )?(listed|traded|public)|unlisted|private|no (share|stock|ticker|symbol)"
    r"|isn[’']t (publicly )?(listed|traded)|never (been )?listed",
    re.IGNORECASE,
)


def evaluator(default_question: str) -> Evaluate:
    def evaluate(answer: str | None, events: Sequence[Event]) -> Judgement:
        if answer is None:
            return no_answer(events)
        texts = retrieved(events)
        checks: list[Check] = []
        for name in subjects(question_of(events, default_question)):
            checks += _of(name, answer, texts)
        return judgement(checks)

    return evaluate


def _of(name: str, answer: str, texts: Sequence[str]) -> list[Check]:
    found = company(name)
    if found is None:
        return []
    holder = str(found.get("holder") or "")
    price = home_price(holder or name)
    assert price is not None  # every company here has a price, or a holder that has one
    checks = [_read(price, texts), _said(price, answer)]
    if holder:
        told = bool(_UNLISTED.search(answer))
        checks.append(Check(f"stated: {name} is not listed", told, "said" if told else "not said"))
        owned = bool(re.search(rf"\b({price['company']}|{price['symbol']})\b", answer))
        what = price["company"] if owned else f"the figures stand as {name}'s own"
        checks.append(Check(f"attributed: the price is {price['company']}'s", owned, what))
    return checks


def _read(price: Mapping[str, Any], texts: Sequence[str]) -> Check:
    held = any(_flat(text) == dict(price) for text in texts)
    what = f"{price['exchange']}:{price['symbol']}"
    name = f"retrieved: the price of {price['symbol']}"
    return Check(name, held, what if held else f"{what} was never read")


def _said(price: Mapping[str, Any], answer: str) -> Check:
    change = rf"(?<![\d.]){abs(price['change_percent']):g}(?![\d])"
    both = all(re.search(rf"(?<!\d){price[k]}(?!\d)", answer) for k in ("first", "last"))
    truth = f"{price['first']} to {price['last']} {price['currency']}"
    said = both or bool(re.search(change, answer))
    return Check(f"stated: {price['symbol']} as it is", said, truth if said else f"right: {truth}")


def _flat(text: str) -> dict[str, Any]:
    """The price in a result; what a fault added to it is left out."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    if not isinstance(value, dict):
        return {}
    return {k: v for k, v in value.items() if k not in ("note", "cut")}
