"""Model responses, which OpenHands keeps at the actions they led to and at their results."""

from __future__ import annotations

from typing import Any

from agents.messages import Call, Finish, Usage
from data.importers.hostile import text_of
from data.importers.openhands_words import NO_CALLS, acts, answer_in, call_id_of, usage_in
from data.importers.parts import text_in, thoughts_in
from data.importers.writing import RunOut

MET_BY_NOTHING = "calls that were refused before they became an action: shown, not counted"


class Responses:
    """Of one trajectory."""

    def __init__(self, events: list[Any]) -> None:
        self._told: set[str] = set()
        """Ids of model responses."""
        self.acted = {call_id_of(e) for e in events if isinstance(e, dict) and acts(e)}
        """Ids of the calls that became an action."""

    def tell(
        self,
        run: RunOut,
        event: dict[str, Any],
        response: dict[str, Any],
        at: float | None,
        started_at: float | None,
    ) -> None:
        """A response that was told already is not told again."""
        name = text_of(response.get("id"))
        if name and name in self._told:
            return
        self._told.add(name)
        choices = response.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else {}
        choice = choice if isinstance(choice, dict) else {}
        message = choice.get("message")
        message = message if isinstance(message, dict) else {}
        run.paradigm = "function-calling"
        calls = self._calls(run, event, message)
        content = message.get("content")
        text = text_in(content)
        if event.get("action") == "finish":
            args = event.get("args")
            text = answer_in(event, args if isinstance(args, dict) else {}) or text
        finish: Finish = "length" if choice.get("finish_reason") == "length" else "stop"
        usage = response.get("usage")
        run.replied(
            at=at,
            started_at=started_at,
            model=text_of(response.get("model")),
            text=text,
            calls=calls,
            thinking=text_of(message.get("reasoning_content")) or thoughts_in(content),
            usage=usage_in(usage) if isinstance(usage, dict) else Usage(),
            finish="tool_calls" if calls else finish,
            message=message,
        )

    def _calls(self, run: RunOut, event: dict[str, Any], message: dict[str, Any]) -> list[Call]:
        native = message.get("tool_calls")
        found: list[Call] = []
        for one in native if isinstance(native, list) else ():
            function = one.get("function") if isinstance(one, dict) else None
            if not isinstance(function, dict):
                continue
            name, arguments = function.get("name"), function.get("arguments")
            call_id = text_of(one.get("id"))
            if name == "finish" or (
                event.get("action") == "finish" and call_id_of(event) == call_id
            ):
                continue
            if call_id in self.acted:
                found.append(run.wish(call_id, name, arguments))
            else:
                found.append(run.pairing.wish(call_id, text_of(name), arguments))
                run.out.report.lose(MET_BY_NOTHING)
        if (
            not found
            and event.get("action") not in NO_CALLS
            and isinstance(event.get("action"), str)
        ):
            args = event.get("args")
            found.append(run.wish(call_id_of(event), event["action"], args))
        return found
