"""How to refund order A103 (seed 003, section 2): it has been shipped, so the goods come back
first. In Chinese, as the seed is."""

from __future__ import annotations

from data.bundled.faults import common
from data.bundled.refund_policy.desk import NOTHING, other_policy, tools
from data.bundled.refund_policy.evaluator import evaluator
from data.bundled.refund_policy.mind import script
from data.scenario import Scenario

QUESTION = "用户要退订单 A103 的款,应该怎么处理?请先查订单和售后规则。"


def refund_policy() -> Scenario:
    made = tools()
    return Scenario(
        name="refund-policy",
        title="Order A103: return the goods first",
        teaches="A thought between two look-ups: a shipped order is not simply refunded, and an "
        "agent that ignores what it has just read would do so.",
        question=QUESTION,
        tools=made,
        evaluate=evaluator(QUESTION),
        script=script(),
        faults={"wrong-passage": other_policy, **common(NOTHING, made)},
        teaches_zh="两次查询之间的思考才有价值:已发货的订单要先退货再退款,忽略观察就会直接退款。",
    )
