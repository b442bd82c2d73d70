"""What can be changed at a step, and where a fork that does so begins. No Streamlit."""

from __future__ import annotations

import json
from dataclasses import dataclass

from agents.events import Edited, Event, Replied, Returned, Started, Stopped
from agents.forking import Target
from agents.messages import as_json
from dashboard.words import t


@dataclass(frozen=True, slots=True)
class Choice:
    """`at` is how many events the fork shares; `target` None changes nothing but, perhaps, the
    rig. `value` is what stands there now; of question and system prompt it is looked up when it is
    wanted (dashboard.run_rigs)."""

    label: str
    at: int
    target: Target | None = None
    value: str = ""
    call_id: str = ""


def choices(event: Event, seq: int, answered: bool) -> list[Choice]:
    """The likeliest first. `answered`: the run had come to an answer by then."""
    on = Choice(t("choice.on"), seq + 1)
    again = Choice(t("choice.again"), seq)
    asked = [
        Choice(t("choice.question"), seq + 1, "question"),
        Choice(t("choice.system"), seq + 1, "system"),
    ]
    further = [Choice(t("choice.further"), seq + 1, "follow_up")] if answered else []
    match event:
        case Started():
            return [*asked, on]
        case Returned(call=call):
            result = Choice(t("choice.result"), seq + 1, "observation", event.output, call.id)
            return [result, on, again, *asked]
        case Replied():
            reply = Choice(t("choice.reply"), seq, "reply", reply_text(event))
            return [reply, again, *([] if answered else [on]), *further, *asked]
        case Stopped():
            return [*further, again, *asked]
        case Edited():
            return [on, Choice(t("choice.leave-out"), seq), *asked]


def reply_text(event: Replied) -> str:
    """As a person may edit it: with its native calls, where it has any."""
    native = event.dialect != "text" or not event.text.strip()
    if not event.reading.calls or not native:
        return event.text
    calls = [{"name": c.name, "arguments": dict(c.arguments)} for c in event.reading.calls]
    value = {"content": event.text, "tool_calls": calls}
    return json.dumps(json.loads(as_json(value)), ensure_ascii=False, indent=2)
