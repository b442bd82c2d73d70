"""A conversation as APIs are sent it, told as a run: what the history says, then the reply."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from agents.events import Replied
from agents.messages import Dialect, Usage
from data.importers.heard import OBSERVED
from data.importers.hostile import body_of, word
from data.importers.items import call_of, is_call, is_output, output_of, own_result
from data.importers.observed_run import REACT
from data.importers.replies import Reply
from data.importers.request_forms import is_item
from data.importers.spoken import by_another, said, speaker
from data.importers.spoken_parts import Result, Said
from data.importers.writing import RunOut

EARLIER = "model calls that only the history of a later request tells: their usage is unknown"
ITEMS = (
    "earlier model calls of a Responses request: its items do not say which came in one reply, so "
    "that only their tool calls are told"
)
NO_CALL = "observations that are given as the user's words: kept with a call made up for them"
CHOICES = "further choices of one reply: only the first one is told"
OTHERS = "messages in the user's name that bear another one: told in the requests that hold them"
ACTION = re.compile(r"^Action:[ \t]*([\w .-]{1,100})", re.M)


class Conversation:
    """`failed` tells by a result's text whether its call failed, for formats that do not say;
    `untold` says what is not known of the replies in the history."""

    def __init__(
        self,
        run: RunOut,
        dialect: Dialect,
        failed: Callable[[str], bool] | None = None,
        untold: str = EARLIER,
    ) -> None:
        self.run = run
        self.dialect = dialect
        self._failed = failed
        self._untold = untold
        self._replied = False
        self._asker: str | None = None
        """The name of the first who spoke as the user."""

    def begin(self, tools: Iterable[Any], system: Any = None) -> None:
        definitions = list(tools)
        self.run.tools = definitions
        self.run.chain = self.run.chain.tools(definitions)
        if system:
            self.run.ask("system", "system", {"role": "system", "content": system})

    def hear(self, message: Any, at: float | None = None) -> None:
        """One message of a request that was not told before."""
        if isinstance(message, dict) and (is_item(message) or is_output(message)):
            self._item(message, at)
            return
        told = said(message)
        if told.role == "system":
            self.run.ask("system", "system", message)
        elif told.role == "assistant" and self.dialect == "responses":
            self.run.out.report.lose(ITEMS)
            self.run.ask("reasoning", "assistant", message)
        elif told.role == "assistant":
            self.run.out.report.lose(self._untold)
            self._say(told, at, Usage(), message=message)
        else:
            self._heard(told, message, at)

    def reply(self, reply: Reply, at: float | None, **more: Any) -> None:
        """The reply to the request that was heard, which stands in the trace as it was sent."""
        if reply.choices > 1:
            self.run.out.report.lose(CHOICES, reply.choices - 1)
        told = reply.said
        if reply.error:
            self.run.out.report.errors += 1
            told.finish, told.text = "error", told.text or reply.error
        more.setdefault("model", reply.model)
        sent = self._sent_back(told)
        self._say(told, at, reply.usage, rebuilt=False, message=sent, **more)

    def _sent_back(self, told: Said) -> Any:
        """The reply as the next request holds it."""
        if told.finish == "error":
            return None
        raw = told.raw
        if self.dialect == "anthropic" and isinstance(raw, dict):
            return {"role": "assistant", "content": raw.get("content")}
        return raw

    def _say(self, told: Said, at: float | None, usage: Usage, **more: Any) -> None:
        run = self.run
        self._replied = True
        if not told.calls and run.paradigm == "unknown" and REACT.search(told.text):
            run.paradigm = "react"
        elif told.calls:
            run.paradigm = "function-calling"
        dialect = self.dialect if told.dialect == "chat" else told.dialect
        run.replied(
            at=at,
            text=told.text,
            calls=[run.wish(wish.id, wish.name, wish.arguments) for wish in told.calls],
            thinking=told.thinking,
            usage=usage,
            finish=told.ended(),
            dialect=dialect,
            raw=body_of(told.raw) if told.more else "",
            **more,
        )
        for result in told.results:
            self._answer(result, at)
        if told.finish in (None, "stop") and not run.pairing.open():
            run.closing = told.text if told.closing.strip() else ""

    def _heard(self, told: Said, message: Any, at: float | None) -> None:
        run = self.run
        for result in told.results:
            self._answer(result, at)
        observed, other = OBSERVED.match(told.text) if self._replied else None, False
        if observed is not None:
            self._observed(told.text[observed.end() :].strip(), at)
        elif told.text and told.role == "user":
            self._asker = speaker(message) if self._asker is None else self._asker
            other = by_another(message, self._asker)
            if other:
                run.out.report.lose(OTHERS)
            else:
                run.heard(told.text, at)
        part = "observation" if told.results or observed else "note" if other else "question"
        run.ask(part, told.role if told.role == "tool" else "user", message)

    def _observed(self, output: str, at: float | None) -> None:
        """A result in the user's words: of the call that waits alone, or of one in a text."""
        run = self.run
        if run.pairing.lone():
            run.answer("", output, at=at)
            return
        action = ACTION.search(run.last_text)
        call = run.pairing.orphan("", action[1].strip() if action else "action")
        run.out.report.lose(NO_CALL)
        run.returned(call, output, at=at, notes=("no call",))

    def _item(self, item: dict[str, Any], at: float | None) -> None:
        """Of a Responses request: a call's own step, without the reply that wished for it."""
        run = self.run
        if is_output(item):
            self._answer(output_of(item), at)
            run.ask("observation", "tool", item)
            return
        run.ask("reasoning", "assistant", item)
        if is_call(item):
            run.out.report.lose(ITEMS)
            run.paradigm = "function-calling"
            wish = call_of(item)
            run.wish(wish.id, wish.name, wish.arguments)
            result = own_result(item)
            if result is not None:
                self._answer(result, at)

    def _answer(self, result: Result, at: float | None) -> None:
        wrong = result.failed or (self._failed is not None and self._failed(result.output))
        self.run.answer(
            result.id, result.output, name=result.name, at=at,
            outcome="error" if wrong else "ok",
        )  # fmt: skip

    def end(self) -> None:
        self.run.count_unanswered()
        last = self.run.last
        if isinstance(last, Replied) and last.finish == "error":
            self.run.stopped("error", last.text or "The model call failed.")
        else:
            self.run.stop_if_answered()


def model_of(request: dict[str, Any]) -> str:
    return word(request.get("model"))
