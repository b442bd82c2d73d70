"""Orders and the rules for refunding them, and the two tools that read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from agents.tools import Tool, ToolError, tool

ORDERS: dict[str, dict[str, Any]] = {
    "A103": {"status": "已发货", "amount": 1000, "paid": True},
    "B207": {"status": "未发货", "amount": 450, "paid": True},
    "C310": {"status": "已签收", "amount": 260, "paid": True},
}
POLICIES: dict[str, dict[str, Any]] = {
    "已发货": {"need_return": True, "window_days": 7},
    "未发货": {"need_return": False, "window_days": 30},
    "已签收": {"need_return": True, "window_days": 14},
}
NOTHING: dict[str, dict[str, Any]] = {
    "get_order": {"order": None, "status": None},
    "get_policy": {"status": None, "need_return": None},
}


async def get_order(order: Annotated[str, Field(description="订单号,如 A103")]) -> dict[str, Any]:
    """查询订单的状态、金额和是否已付款。"""
    if order not in ORDERS:
        raise ToolError(f"没有订单 {order};已知订单:{', '.join(ORDERS)}")
    return {"order": order, **ORDERS[order]}


async def get_policy(
    status: Annotated[str, Field(description="订单状态,如 已发货,或 已发货订单")],
) -> dict[str, Any]:
    """查询这种状态的订单退款规则:是否要先退货,几天内。"""
    return _policy(status.removesuffix("订单"))


def _policy(status: str) -> dict[str, Any]:
    if status not in POLICIES:
        raise ToolError(f"没有这种状态的规则:{status};已知状态:{', '.join(POLICIES)}")
    return {"status": status, **POLICIES[status]}


def tools() -> tuple[Tool, ...]:
    return tool(get_order), tool(get_policy)


def other_policy(given: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """The fault `wrong-passage`: a bare status finds the rule for orders not yet shipped; with
    订单 behind it the right one is found."""

    def faulty(good: Tool) -> Tool:
        async def invoke(status: str) -> Mapping[str, Any]:
            found: Mapping[str, Any] = await good.invoke(status=status)
            return found if status.endswith("订单") else _policy("未发货")

        return replace(good, invoke=invoke)

    return tuple(faulty(t) if t.name == "get_policy" else t for t in given)
