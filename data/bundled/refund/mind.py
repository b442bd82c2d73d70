"""What the scripted model knows of the refund: it first forgets the discount, as the seed does."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from agents.models.script import Seen, Wish
from agents.plans import Verdict

WRONG, RIGHT = 1.0, 0.8
MOST_TRIES = 2
"""A tool that failed or brought nothing is asked once more; the discount is redone once."""
SHARE = "payable == @1.amount * 0.8"


class RefundMind:
    """Is a `Script`."""

    def knows(self, question: str) -> bool:
        return bool(_order(question))

    def wishes(self, question: str, seen: Sequence[Seen]) -> list[Wish]:
        order = _order(question)
        amount, payable = _field(seen, "amount"), _field(seen, "payable")
        if amount is None:
            wish = Wish("先查订单金额。", "get_amount", {"order": order})
        elif payable is None:
            wish = _discount("算应付金额。", amount, WRONG)
        elif payable != amount * RIGHT:
            wish = _discount("没有打折,应按八折重算。", amount, RIGHT)
        elif _field(seen, "draft") is None:
            wish = Wish("金额对了,起草通知。", "write_draft", {"order": order, "payable": payable})
        else:
            return []
        tries = sum(s.name == wish.name for s in seen)
        if tries and seen[-1].name == wish.name and not _field(seen[-1:], "payable"):
            wish = Wish(f"刚才没有结果,再试一次。{wish.thought}", wish.name, wish.arguments)
        return [wish] if tries < MOST_TRIES else []

    def plan(self, question: str) -> list[Wish]:
        order = _order(question)
        discount = {"amount": "@1.amount", "rate": WRONG}
        draft = {"order": order, "payable": "@2.payable"}
        return [
            Wish("查订单金额", "get_amount", {"order": order}, done_when="amount > 0"),
            Wish("按八折算应付", "apply_discount", discount, (1,), SHARE),
            Wish("起草通知", "write_draft", draft, (2,), '"元" in draft'),
        ]

    def judge(self, question: str, seen: Seen) -> Verdict:
        reason = "工具报错" if seen.failed else "有结果"
        return Verdict("", not seen.failed, reason)

    def replan(
        self, question: str, done: Sequence[Seen], failed: Seen, reason: str, rest: Sequence[str]
    ) -> list[Wish]:
        order, amount = _order(question), _field(done, "amount")
        if amount is None:  # the order itself was not found: asked for once more, as it is written
            again = Wish("再查一次订单金额", "get_amount", {"order": f" {order}".strip()})
            return [] if failed.name != "get_amount" else [again, *self.plan(question)[1:]]
        condition = f"payable == {amount * RIGHT:g}"
        draft = {"order": order, "payable": "@1.payable"}
        discount = {"amount": amount, "rate": RIGHT}
        return [
            Wish("按八折算应付(改 rate)", "apply_discount", discount, (), condition, "abort"),
            Wish("起草通知", "write_draft", draft, (1,), '"元" in draft'),
        ]

    def answer(self, question: str, seen: Sequence[Seen]) -> str:
        draft = _field(seen, "draft")
        if isinstance(draft, str):
            return draft
        payable = _field(seen, "payable")
        if payable is not None:
            return f"订单 {_order(question)} 应付 {payable:g} 元(通知未能起草)"
        return f"订单 {_order(question)} 的应付金额没有查到。"


def script() -> RefundMind:
    return RefundMind()


def _discount(thought: str, amount: float, rate: float) -> Wish:
    return Wish(thought, "apply_discount", {"amount": amount, "rate": rate})


def _order(question: str) -> str:
    found = re.search(r"(?<![A-Za-z])[A-Z]\d{3}(?!\d)", question)
    return found[0] if found else ""


def _field(seen: Sequence[Seen], name: str) -> Any:
    """The last value of a result's field."""
    for one in reversed(seen):
        try:
            value = json.loads(one.text)
        except ValueError:
            continue
        if isinstance(value, dict) and name in value:
            return value[name]
    return None
