"""What the scripted model knows of refunds: the order first, then the rule for its status."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.models.script import Seen, Wish
from data.bundled.lookups import Fact, Finding, Lookups, next_try, record

_ORDER = re.compile(r"(?<![A-Za-z])[A-Z]\d{3}(?!\d)")
_REFUND = re.compile(r"退|refund", re.IGNORECASE)
_STATUS = re.compile(r"已发货|未发货|已签收")


def order_of(question: str) -> str:
    found = _ORDER.search(question)
    return found[0] if found else ""


@dataclass(frozen=True, slots=True)
class PolicyMind(Lookups):
    def plan(self, question: str) -> list[Wish]:
        order = _order(order_of(question))
        rule = {"status": "@1.status"}
        return [
            Wish(order.task, order.tool, order.wordings[0], (), "amount > 0"),
            Wish("查这种状态的退款规则。", "get_policy", rule, (1,), "status == @1.status"),
        ]

    def replan(
        self, question: str, done: Sequence[Seen], failed: Seen, reason: str, rest: Sequence[str]
    ) -> list[Wish]:
        status = _status([s for s in done if not s.failed])
        if failed.name == "get_order" or status is None:
            order = _order(order_of(question))
            again = next_try(order, [failed]) if failed.name == "get_order" else None
            steps = self.plan(question)
            return [replace(steps[0], arguments=again.arguments), steps[1]] if again else []
        condition = f'status == "{status}"'
        arguments = {"status": f"{status}订单"}
        if dict(failed.arguments) == arguments:
            return []
        return [Wish(f"再查{status}订单的退款规则。", "get_policy", arguments, (), condition)]


def script() -> PolicyMind:
    return PolicyMind(
        needs=_needs, say=_say, about=lambda q: bool(order_of(q)) and bool(_REFUND.search(q))
    )


def _needs(question: str, seen: Sequence[Seen]) -> list[Fact]:
    facts = [_order(order_of(question))]
    status = _status(seen)
    return [*facts, _rule(status)] if status else facts


def _status(seen: Sequence[Seen]) -> str | None:
    for s in reversed(seen):
        if s.name == "get_order" and not s.failed:
            found = _STATUS.search(str(record(s.text).get("status") or s.text))
            return found[0] if found else None
    return None


def _order(order: str) -> Fact:
    return Fact(
        label=f"订单 {order}",
        tool="get_order",
        wordings=({"order": order},),
        task=f"查订单 {order} 的状态和金额。",
        thoughts=(f"要退 {order} 的款,得先看订单状态和金额。",),
        states=lambda text: bool(_STATUS.search(text)),
        about=lambda text: order in text,
    )


def _rule(status: str) -> Fact:
    return Fact(
        label=f"{status}的退款规则",
        tool="get_policy",
        wordings=({"status": status}, {"status": f"{status}订单"}),
        task=f"查{status}的退款规则。",
        thoughts=(
            f"{status}的订单退款要走售后流程,不能直接退;先查规则。",
            f"这不是{status}的规则,换个说法再查一次。",
        ),
        states=lambda text: _is_rule(text, status),
        about=lambda text: "规则" in text or status in text,
    )


def _is_rule(text: str, status: str) -> bool:
    told = record(text)
    if not told:
        return "退" in text
    return told.get("need_return") is not None and told.get("status", status) == status


def _say(question: str, findings: Sequence[Finding]) -> str:
    order = order_of(question)
    order_found = next((f for f in findings if f.fact.tool == "get_order"), None)
    rule = next((f for f in findings if f.fact.tool == "get_policy"), None)
    if order_found is None or order_found.text is None:
        return f"订单 {order} 没有查到,不能退款。"
    status = record(order_found.text).get("status") or order_found.text.strip()
    if rule is None or rule.text is None:
        return f"{order} {status};退款规则没有查到,先不要退款。"
    told = record(rule.text)
    if not told:
        return f"{order} {status}。规则:“{rule.text.strip()}”"
    days = told.get("window_days")
    if told.get("need_return"):
        within = f"({days} 天内)" if days else ""
        return f"{order} {status},退款需要先申请退货{within},我可以帮你起一个退货单。"
    within = f",{days} 天内有效" if days else ""
    return f"{order} {status},可以直接退款,不用退货{within}。"
