"""The refund as seed 003 prints it: a line a step, what its condition said, and the end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from agents.events import Event, Returned, Stopped
from agents.state import fold

UNMET = "  ✗ 判据不满足，带着反馈改这一步"
UNMET_AGAIN = "  ✗ 判据不满足"
TO_A_PERSON = "中止，交人工"


def lines(events: Sequence[Event]) -> list[str]:
    """Only what a condition really refused is said to be refused: agents without a plan have none.
    Unlike the seed's own code, the retried result is checked too (S3-31)."""
    returned = [e for e in events if isinstance(e, Returned)]
    refused = {
        p.result.call.id for p in fold(events).plan or () if p.status == "rejected" and p.result
    }
    told: list[str] = []
    number, before = 0, ""
    for place, one in enumerate(returned):
        if one.call.name == before:
            told.append(f"  重试 -> {_value(one)}")
        else:
            number += 1
            call = f"{one.call.name}({dict(one.call.arguments)})"
            told.append(f"第{number}步 {call} -> {_value(one)}")
        if one.call.id in refused:
            again = any(other.call.name == one.call.name for other in returned[place + 1 :])
            told.append(UNMET if again else UNMET_AGAIN)
        before = one.call.name
    stopped = next((e for e in events if isinstance(e, Stopped)), None)
    return [*told, f"最终结果： {_end(stopped)}"] if stopped else told


def _value(one: Returned) -> Any:
    try:
        return json.loads(one.output)
    except ValueError:
        return one.output


def _end(stopped: Stopped) -> str:
    if "a person has to decide" in stopped.reason:
        return TO_A_PERSON
    return stopped.answer or stopped.reason
