"""Judges the report: the month's own sales read, and the sum, the share and the target right."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from agents.events import Event
from data.bundled.judging import judgement, no_answer, question_of, retrieved
from data.bundled.report.mind import asked
from data.bundled.report.sales import books, sold
from data.scenario import Check, Evaluate, Judgement


def evaluator(default_question: str) -> Evaluate:
    def evaluate(answer: str | None, events: Sequence[Event]) -> Judgement:
        if answer is None:
            return no_answer(events)
        names = asked(question_of(events, default_question))
        records = [_record(text) for text in retrieved(events)]
        total, target = sum(map(sold, names)), books()["target"]
        checks = [_read(name, records) for name in names]
        checks.append(_said("the total", total, answer))
        checks.append(_said("the target", target, answer))
        checks.append(_said("the share in percent", round(100 * total / target, 1), answer))
        return judgement(checks)

    return evaluate


def _read(name: str, records: Sequence[dict[str, Any]]) -> Check:
    wanted = {"shop": name, "month": books()["month"], "sales": sold(name)}
    held = any(wanted.items() <= told.items() for told in records)
    found = f"{sold(name)} in {books()['month']}"
    return Check(f"retrieved: what {name} sold", held, found if held else f"never read: {found}")


def _said(what: str, value: float, answer: str) -> Check:
    plain = re.sub(r"(?<=\d)[,\u202f\u00a0 ](?=\d{3}\b)", "", answer)
    held = bool(re.search(rf"(?<![\d.]){re.escape(f'{value:g}')}(?![\d]|\.\d)", plain))
    return Check(f"stated: {what}", held, f"{value:g}" if held else f"right is {value:g}")


def _record(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    if not isinstance(value, dict):
        return {}
    return {k: v for k, v in value.items() if isinstance(v, str | int | float)}
