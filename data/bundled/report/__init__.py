"""A report with independent branches (seed 003): what does not depend on anything goes together,
the rest in the order of what it needs."""

from __future__ import annotations

from data.bundled.faults import common
from data.bundled.report.evaluator import evaluator
from data.bundled.report.mind import script
from data.bundled.report.sales import NOTHING, last_month, tools
from data.scenario import Scenario

QUESTION = (
    "Write the September report: what the shops North, South and West sold together, and how many "
    "percent of the month's target that is."
)


def report() -> Scenario:
    made = tools()
    return Scenario(
        name="report",
        title="A report with independent branches",
        teaches="Four look-ups that need nothing run at the same time and write one field by a "
        "merge rule; sum, share and report follow in the order of what they need.",
        question=QUESTION,
        tools=made,
        evaluate=evaluator(QUESTION),
        script=script(),
        faults={"wrong-passage": last_month, **common(NOTHING, made)},
    )
