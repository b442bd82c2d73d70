"""Where an importer puts what it reads: runs, their events, and what was lost.

Nothing is gathered: an event goes to the store as soon as it is told, and the run's first event,
which holds what is known of the whole run, goes last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from agents.events import (
    Actor,
    Cost,
    Edited,
    Event,
    Fault,
    Outcome,
    Reading,
    Replied,
    Returned,
    Started,
    Status,
    Stopped,
)
from agents.messages import Call, Dialect, Finish, Usage
from data.bulk import Bulk
from data.importers.chains import EMPTY, Chain
from data.importers.costs import cost_of
from data.importers.hostile import finite, sound
from data.importers.own import OwnRun
from data.importers.pairing import Pairing
from data.importers.report import Report
from data.runs import NewRun
from data.scenario import Check, Judgement

REBUILT = "request_rebuilt"
"""A note on a reply: the trace does not hold its request, which was put together from what stood
before it. Notes on a reply say what had to be bent."""
UNANSWERED = "calls without a result in the file"
UNTIMED = "events without a time: given the time of the one before"


class Placing(Protocol):
    """Says which run a trace is (see data.placing)."""

    def place(self, identity: str, thread: str) -> tuple[str, bool]:
        """The id that the next run has or is to have, and whether it is here already."""
        ...

    def own(self, run_id: str) -> bool:
        """Whether the run of this id is here already."""
        ...


@dataclass
class RunOut:
    """One run being told. What an importer learns late (question, model, tools, ...) it may set
    until the file ends."""

    out: Out
    run_id: str
    known: bool = False
    """Here already, from another import: it is counted, and not written again."""
    identity: str = ""
    thread: str = ""
    question: str = ""
    model: str = ""
    paradigm: str = "unknown"
    label: str = ""
    tools: list[Any] = field(default_factory=list)
    """Definitions of tools as the trace holds them."""
    imported: dict[str, Any] = field(default_factory=dict)
    """What else the trace tells of the run: version, folder, scores, ..."""
    provider: str = ""
    """`anthropic` or `openai` where the format says it; it only finds the price list."""
    called_by: RunOut | None = None
    called_as: str = ""
    belongs_to: str = ""
    """The thread of the calling run where that stands in another file."""
    children: dict[str, str] = field(default_factory=dict)
    """Threads of sub-runs in other files, and the ids of the calls that they carry out."""
    chain: Chain = EMPTY
    """The request so far; `ask` lets it grow."""
    started_at: float | None = None
    pairing: Pairing = field(default_factory=Pairing)
    judgement: Judgement | None = None
    last: Event | None = None
    last_text: str = ""
    """The last text that a model said, for runs without an end."""
    _heard: bool = False
    """Whether the user has said anything yet."""
    _seq: int = 1
    _clock: float | None = None

    def at(self, value: float | None) -> float:
        """The time, or where it is unknown the time of the event before (of the file, for the
        first)."""
        if value is None:
            self.out.report.lose(UNTIMED)
            value = self._clock if self._clock is not None else self.out.file_time
        self.started_at = value if self.started_at is None else min(self.started_at, value)
        self._clock = value
        return value

    def ask(self, part: Any, role: str, body: Any) -> None:
        """What stands in the requests from now on: a message as the API has it."""
        self.chain = self.chain.add(part, role, body)

    def heard(self, text: str, at: float | None) -> None:
        """A message of the user: the first one is the question, unless that is known already, and
        any later one a follow-up."""
        if self._heard:
            self.follow_up(text, at)
        elif text.strip():
            self._heard = True
            self.question = self.question or text
        self.last = None

    def follow_up(self, text: str, at: float | None) -> None:
        """A further message of the user after the first one: what came before was not the end.
        What the API was sent of it is told by `ask`."""
        if text.strip():
            self._put(Edited(self.at(at), "follow_up", text, origin="imported"))
        self.last = None

    def wish(self, native_id: Any, name: Any, arguments: Any, step: str = "") -> Call:
        """A call that was asked for, to be given to `replied` and answered by `answer`."""
        self.out.report.tool_calls += 1
        return self.pairing.wish(_id(native_id), str(name or "unknown"), arguments, step)

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
        where it is not given; `cost` from the price list, unless the trace tells it."""
        ended = self.at(at)
        begun = ended if started_at is None else min(started_at, ended)
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
            reading=reading or _read(text, calls, finish),
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
        ended = self.at(at)
        begun = ended if started_at is None else min(started_at, ended)
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

    def stopped(
        self,
        status: Status,
        reason: str,
        answer: str | None = None,
        at: float | None = None,
        gaps: Iterable[str] = (),
    ) -> None:
        """The end, only where the trace tells one. An `error` is counted by the importer."""
        when = self._clock if at is None and self._clock is not None else self.at(at)
        self._put(Stopped(when, status, reason, answer, tuple(gaps), origin="imported"))

    def stop_if_answered(self) -> None:
        """The end of a run whose last event is an answer; any other is left unfinished."""
        last = self.last
        if isinstance(last, Replied) and last.reading.answer and last.finish == "stop":
            self.stopped("success", "answered", last.reading.answer)

    def count_unanswered(self) -> None:
        """Puts on the report the calls that have no result; it is called at the end."""
        if unanswered := len(self.pairing.open()):
            self.out.report.lose(UNANSWERED, unanswered)

    def ended(self) -> bool:
        return isinstance(self.last, Stopped)

    def judged(self, passed: bool | None, checks: Iterable[Check] = ()) -> None:
        """A verdict that came with the trace. Scores that pass or fail nothing go to `imported`."""
        self.judgement = Judgement(passed, tuple(checks))

    @property
    def events(self) -> int:
        """How many there are, the first one too."""
        return self._seq

    def started(self) -> Started:
        at = self.out.file_time if self.started_at is None else self.started_at
        return Started(at, self.question, self.rig(), origin="imported")

    def rig(self) -> dict[str, Any]:
        told = {"format": self.out.report.format, **self.imported}
        rig: dict[str, Any] = {"paradigm": self.paradigm, "model": self.model}
        found: dict[str, Any] = finite({**rig, "tools": self.tools, "imported": told})
        return found

    def finish(self, source: str, report: Mapping[str, Any]) -> None:
        """Writes what is known of the run as a whole; for `data.importing`, not for importers."""
        begun = self.started()
        self.out.bulk.event(self.run_id, 0, begun, "", ())
        self.out.bulk.run(
            NewRun(
                run_id=self.run_id,
                question=self.question,
                paradigm=self.paradigm,
                model=self.model,
                rig=begun.rig,
                origin="imported",
                label=self.label,
                created_at=begun.at,
                called_by=self.called_by.run_id if self.called_by else None,
                called_as=self.called_as,
                source=source,
                report=report,
            )
        )
        if self.judgement is not None:
            self.out.bulk.verdict(self.run_id, self.judgement, begun.at)

    def _put(self, event: Event, asked: Chain = EMPTY) -> None:
        self.last = event
        if not self.known:
            self.out.bulk.event(self.run_id, self._seq, event, asked.digest, asked.new())
        self._seq += 1


class Out:
    """Of one file. `file_time` (seconds) stands in where the file tells no time at all."""

    def __init__(self, bulk: Bulk, report: Report, file_time: float, placing: Placing) -> None:
        self.bulk = bulk
        self.report = report
        self.file_time = file_time
        self.runs: list[RunOut | OwnRun] = []
        self._placing = placing

    def run(
        self,
        *,
        identity: str = "",
        thread: str = "",
        called_by: RunOut | None = None,
        called_as: str = "",
        **known: Any,
    ) -> RunOut:
        """A new run; with `called_by` it is a sub-run, else it is counted as a trace.

        `identity` names the run for all the world (an OTLP trace id), so that it is the same run
        in whichever file it stands. `thread` names something that may grow (a session): a longer
        version of the same file takes the place of the shorter one. Without either, the content of
        the file is the run's name. `known` are fields of RunOut.
        """
        identity, thread = sound(identity), sound(thread)
        run_id, here = self._placing.place(identity, thread)
        run = RunOut(
            self, run_id, here, identity, thread, called_by=called_by, called_as=called_as, **known
        )
        self.runs.append(run)
        self.report.traces += called_by is None
        return run

    def own(self, run: NewRun) -> OwnRun:
        """A run of Triptych's own, whole."""
        told = OwnRun(self.bulk, run, self._placing.own(run.run_id))
        self.runs.append(told)
        self.report.traces += 1
        return told


def _read(text: str, calls: tuple[Call, ...], finish: Finish) -> Reading:
    if calls:
        return Reading(thought=text, calls=calls)
    if finish == "error":
        return Reading(fault=Fault("model_error", text or "The model call failed."))
    if text.strip():
        return Reading(answer=text)
    return Reading(fault=Fault("empty", "The reply is empty."))


def _id(native: Any) -> str:
    return native if isinstance(native, str) else "" if native is None else str(native)
