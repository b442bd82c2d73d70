"""Refund of order A103 (seed 003): three plain functions, and a hard check that catches the
discount that was forgotten. In Chinese, as the seed is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from agents.events import Event, Returned, Stopped
from agents.tools import Tool, ToolError, tool
from data.bundled.faults import common
from data.bundled.refund.mind import script
from data.bundled.refund.retelling import lines
from data.scenario import Check, Judgement, Scenario

ORDERS = {"A103": 1000, "B207": 450}
QUESTION = "订单 A103 按八折结算。请查出金额、算出应付款,并起草一条付款通知。"


async def get_amount(order: Annotated[str, Field(description="订单号,如 A103")]) -> dict[str, Any]:
    """查询订单金额(元)。"""
    if order not in ORDERS:
        raise ToolError(f"没有订单 {order};已知订单:{', '.join(ORDERS)}")
    return {"order": order, "amount": ORDERS[order]}


async def apply_discount(
    amount: Annotated[float, Field(ge=0)], rate: Annotated[float, Field(gt=0, le=1)]
) -> dict[str, Any]:
    """按折扣率计算应付金额:八折的 rate 是 0.8。"""
    return {"payable": round(amount * rate)}


async def write_draft(order: str, payable: float) -> dict[str, Any]:
    """起草付款通知(不发送)。"""
    return {"draft": f"订单 {order} 应付 {payable:g} 元"}


def no_discount(given: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """The fault `no-discount`: whatever the rate, nothing is taken off, so that the second try
    fails its condition too and a person has to decide (seed 003: 中止，交人工)."""

    def faulty(good: Tool) -> Tool:
        async def invoke(amount: float, rate: float) -> Any:
            return await good.invoke(amount=amount, rate=1.0)

        return replace(good, invoke=invoke)

    return tuple(faulty(t) if t.name == "apply_discount" else t for t in given)


def refund() -> Scenario:
    made = (tool(get_amount), tool(apply_discount), tool(write_draft))
    return Scenario(
        name="refund",
        title="Order A103, a discount forgotten",
        teaches="A condition checked by code catches a wrong step that no model would notice.",
        question=QUESTION,
        tools=made,
        evaluate=evaluate,
        script=script(),
        faults={
            "no-discount": no_discount,
            **common({"get_amount": {}, "apply_discount": {}, "write_draft": {}}, made),
        },
        retell=lines,
        teaches_zh="判据由代码检查,就能挡住模型自己发现不了的错:漏了八折;第二次仍不满足就中止,交人工。",
    )


def evaluate(answer: str | None, events: Sequence[Event]) -> Judgement:
    """The amount payable is 800, said for the right order and as a tool calculated it."""
    if answer is None and not any(isinstance(event, Stopped) for event in events):
        return Judgement(None)
    if answer is None:
        return Judgement(False, (Check("answered", False, "there is no answer"),))
    payable = [
        r.output
        for r in events
        if isinstance(r, Returned) and r.outcome == "ok" and r.call.name == "apply_discount"
    ]
    said = bool(re.search(r"(?<!\d)(?<!== )800(?:\.0+)?(?!\d)", answer.replace(",", "")))
    other = bool(re.search(r"应付\s*1,?000", answer))
    checks = (
        Check("stated: 800 payable", said and not other, answer[:200]),
        Check("stated: order A103", "A103" in answer, answer[:200]),
        Check("retrieved: 800 calculated", any("800" in p for p in payable), "; ".join(payable)),
    )
    return Judgement(all(check.passed for check in checks), checks)
