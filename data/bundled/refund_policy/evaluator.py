"""Judges the advice: order and rule were read, and the answer neither skips the return of the
goods nor claims that money has gone back."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from agents.events import Event
from data.bundled.judging import judgement, no_answer, question_of, retrieved
from data.bundled.refund_policy.desk import ORDERS, POLICIES
from data.bundled.refund_policy.mind import order_of
from data.scenario import Check, Evaluate, Judgement

_RETURN_FIRST = re.compile(
    r"(先|需要|需|要|必须)[^,。;不]{0,6}退货|return[^.]*(first|before)", re.IGNORECASE
)
_NO_RETURN = re.compile(
    r"(不|无)(需|用|必|要)[^,。;]{0,6}退货|(?<!不能)(?<!不可)(?<!不要)直接退款|no return",
    re.IGNORECASE,
)
_DONE = re.compile(r"已(经)?(为您|帮你|帮您)?(完成)?退款|款项已退|has been refunded", re.IGNORECASE)


def evaluator(default_question: str) -> Evaluate:
    def evaluate(answer: str | None, events: Sequence[Event]) -> Judgement:
        if answer is None:
            return no_answer(events)
        order = order_of(question_of(events, default_question))
        if order not in ORDERS:
            return Judgement(None)
        rule = {"status": ORDERS[order]["status"], **POLICIES[ORDERS[order]["status"]]}
        records = [_record(text) for text in retrieved(events)]
        checks = [
            _read(f"retrieved: order {order}", {"order": order, **ORDERS[order]}, records),
            _read(f"retrieved: the rule for {rule['status']}", rule, records),
            _return(answer, bool(rule["need_return"])),
            _days(answer, int(rule["window_days"])),
            _no_claim(answer),
        ]
        return judgement(checks)

    return evaluate


def _read(name: str, wanted: dict[str, Any], records: Sequence[dict[str, Any]]) -> Check:
    held = any(wanted.items() <= told.items() for told in records)
    return Check(name, held, "read" if held else "never read")


def _return(answer: str, needed: bool) -> Check:
    direct = bool(_NO_RETURN.search(answer))
    held = not direct and bool(_RETURN_FIRST.search(answer)) if needed else direct
    right = "先退货再退款" if needed else "直接退款,不用退货"
    return Check("stated: whether the goods come back first", held, right)


def _days(answer: str, days: int) -> Check:
    held = bool(re.search(rf"(?<!\d){days}\s*(天|日|days)", answer))
    return Check("stated: within how many days", held, f"{days} 天")


def _no_claim(answer: str) -> Check:
    found = _DONE.search(answer)
    what = f"claimed: {found[0]}" if found else "nothing is claimed to be done"
    return Check("claimed: no refund was made", not found, what)


def _record(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    if not isinstance(value, dict):
        return {}
    return {k: v for k, v in value.items() if isinstance(v, str | int | float)}
