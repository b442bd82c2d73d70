"""One run as an importer tells it: what its models said, and what came of their calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agents.events import Actor, Cost, Fault, Outcome, Reading, Replied, Returned
from agents.messages import Call, Dialect, Finish, Usage
from agents.repeats import UNTOLD
from data.importers.chains import EMPTY, Chain
from data.importers.costs import cost_of
from data.importers.hostile import finite
from data.importers.pairing import Pairing
from data.importers.run_events import UNTIMED, RunEvents

REBUILT = "request_rebuilt"
"""A note on a reply: the trace does not hold its request, which was put together from what stood
before it. Notes on a reply say what had to be bent."""
UNANSWERED = "calls without a result in the file"


@dataclass
class RunOut(RunEvents):
    """One run being told."""

    pairing: Pairing = field(default_factory=Pairing)
    closing: str = ""
    """What the last reply said in all, where it went on after the results of tools that the
    provider ran within it: an answer."""
    last_text: str = ""
    """The last text that a model said, for runs without an end."""

    def wish(self, native_id: Any, name: Any, arguments: Any, step: str = "") -> Call:
        """A call that was asked for, to be given to `replied` and answered by `answer`."""
        self.out.report.tool_calls += 1
        return self.pairing.wish(_id(native_id), str(name or "unknown"), arguments, step)

    def wish_untold(self, name: str = "") -> Call:
        """A call of which the trace tells that there was one, and not with what arguments."""
        call = self.wish("", name, None)
        self.pairing.untold.add(call.id)
        return call

    def replied(
        self,
        *,
        at: float | None,
        started_at: float | None = None,
        model: str = "",
        text: str = "",
        calls: Iterable[Call] = (),
        thinking: str = "",
        usage: Usage = Usage(),  # noqa: B008  it is frozen
        finish: Finish = "stop",
        dialect: Dialect = "chat",
        raw: str = "",
        notes: Iterable[str] = (),
        reading: Reading | None = None,
        actor: Actor = "agent",
        cost: Cost | None = None,
        forced: bool = False,
        request: Chain | None = None,
        rebuilt: bool = True,
        settings: Mapping[str, Any] | None = None,
        message: Any = None,
        first_token_at: float | None = None,
    ) -> Replied:
        """A model call. `at` is when it ended. `request` is what it was asked with; left out, what
        `ask` has gathered, marked as rebuilt unless `rebuilt` is False. `message`, the reply as
        the API has it, stands in the requests that follow. `reading` is made from calls and text
        where it is not given (give an empty one where the trace does not tell the reply); `cost`
        from the price list, unless the trace tells it."""
        self.closing = ""
        ended = self._ended(at, started_at)
        begun = ended if started_at is None else min(started_at, ended)
        if started_at is not None:
            self.since(begun)
        asked = request if request is not None else self.chain
        if settings and asked is not EMPTY:
            asked = asked.add("settings", "settings", finite(dict(settings)))
        calls = tuple(calls)
        event = Replied(
            actor=actor,
            started_at=begun,
            ended_at=ended,
            request=asked.digest,
            model=model,
            text=text,
            reading=reading or _read(text, calls, finish, thinking),
            usage=usage,
            cost=cost or cost_of(usage, model, ended, self.provider),
            finish=finish,
            dialect=dialect,
            thinking=thinking,
            raw=raw,
            notes=(*notes, *([REBUILT] if rebuilt and asked.digest else [])),
            forced=forced,
            first_token_at=first_token_at,
            origin="imported",
        )
        self.model = self.model or model
        self.last_text = text if text.strip() else self.last_text
        report = self.out.report
        report.model_calls += 1
        report.add_usage(usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens)
        self._put(event, asked)
        if message is not None:
            self.ask("reasoning", "assistant", message)
        return event

    def returned(
        self,
        call: Call,
        output: str,
        *,
        at: float | None,
        started_at: float | None = None,
        outcome: Outcome = "ok",
        notes: Iterable[str] = (),
        message: Any = None,
    ) -> Returned:
        """The result of a call. `message`, as the API has it, stands in the requests after it."""
        ended = self._ended(at, started_at)
        begun = ended if started_at is None else min(started_at, ended)
        if started_at is not None:
            self.since(begun)
        if call.id in self.pairing.untold:
            notes = (*notes, UNTOLD)
        event = Returned(
            call=call,
            started_at=begun,
            ended_at=ended,
            outcome=outcome,
            output=output,
            notes=tuple(notes),
            origin="imported",
        )
        self.out.report.errors += outcome not in ("ok", "refused")
        self._put(event)
        if message is not None:
            self.ask("observation", "tool", message)
        return event

    def _ended(self, at: float | None, started_at: float | None) -> float:
        """Of what is known to have begun, and not when it ended, the beginning is the nearest."""
        if at is None and started_at is not None:
            self.out.report.lose(UNTIMED)
            return self.at(started_at)
        return self.at(at)

    def answer(
        self, native_id: Any, output: str, *, name: str = "", at: float | None, **more: Any
    ) -> Returned:
        """The result of the call of that id (see Pairing); one that no call waits for is kept with
        a call made up for it, and counted. `more` as for `returned`."""
        call = self.pairing.answer(_id(native_id), name)
        if call is None:
            self.out.report.lose("results without a call: kept with a call made up for them")
            call = self.pairing.orphan(_id(native_id), name)
            more["notes"] = (*more.get("notes", ()), "no call")
        return self.returned(call, output, at=at, **more)

    def stop_if_answered(self) -> None:
        """The end of a run whose last event is an answer; any other is left unfinished."""
        last = self.last
        if isinstance(last, Replied) and last.reading.answer and last.finish == "stop":
            self.stopped("success", "answered", last.reading.answer)
        elif isinstance(last, Returned) and self.closing:
            self.stopped("success", "answered", self.closing)
        elif isinstance(last, Replied) and (answer := _submitted(last)):
            self.stopped("success", "answered", answer)

    def count_unanswered(self) -> None:
        """Puts on the report the calls that have no result; it is called at the end."""
        if unanswered := len(self.pairing.open()):
            self.out.report.lose(UNANSWERED, unanswered)


def _submitted(reply: Replied) -> str:
    """The answer in a call that is made to give it: LangGraph's SQL agent ends with one."""
    calls = reply.reading.calls
    answer = calls[0].arguments.get("final_answer") if len(calls) == 1 else None
    return answer if isinstance(answer, str) else ""


def _read(text: str, calls: tuple[Call, ...], finish: Finish, thinking: str) -> Reading:
    """A reply that was called off is no empty one, nor is a thought alone."""
    if calls:
        return Reading(thought=text, calls=calls)
    if finish == "error":
        return Reading(fault=Fault("model_error", text or "The model call failed."))
    if text.strip():
        return Reading(answer=text)
    if thinking.strip() or finish == "cancelled":
        return Reading()
    return Reading(fault=Fault("empty", "The reply is empty."))


def _id(native: Any) -> str:
    return native if isinstance(native, str) else "" if native is None else str(native)
