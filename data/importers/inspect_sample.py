"""One sample of an Inspect log: a run, with a sub-run for each agent that it called as a tool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agents.events import Outcome, Reading
from agents.messages import Finish, Usage
from agents.plans import Verdict
from data.importers.asked import Asked, part_of
from data.importers.hostile import body_of, text_of, word
from data.importers.inspect_texts import Aside
from data.importers.inspect_words import (
    FINISH,
    arguments_of,
    asked_in,
    choice_of,
    ended,
    listed,
    notes_of,
    settings_of,
    usage_in,
    why,
)
from data.importers.parts import text_in, thoughts_in
from data.importers.writing import Out, RunOut
from data.scenario import Check

OUTCOMES: dict[str, Outcome] = {"timeout": "timeout", "parsing": "invalid"}
OWN = frozenset({"sample_init", "state", "store", "sandbox", "step", "span_begin", "span_end"})
OWN_LOST = "events of Inspect's own (state, store, sandbox): not part of a run"
PASSED = {"C": True, "I": False}
"""What Inspect's scorers say; P (partly) and N (no answer) are neither."""
MAX_NESTED = 50


@dataclass
class Span:
    kind: str
    name: str
    parent: str
    call_id: str = ""
    """Of a tool's span: the call that it carries out."""
    run: RunOut | None = None
    """Of an agent's span, if it was called as a tool."""


class Sample:
    def __init__(self, out: Out, header: dict[str, Any], sample: dict[str, Any]) -> None:
        self.out = out
        self._sample = sample
        self._aside = Aside(sample, out.report)
        about = header.get("eval")
        self._about: dict[str, Any] = about if isinstance(about, dict) else {}
        self._spans: dict[str, Span] = {}
        self._steps: list[str] = []
        self._asked: dict[str, Asked] = {}
        self._answered_as_tool: set[str] = set()
        self._limit = ""
        self._scores = self._told_scores()
        task, epoch = text_of(self._about.get("task")), sample.get("epoch")
        self.run = out.run(model=text_of(self._about.get("model")))
        self.run.label = f"{task} {text_of(sample.get('id'))} epoch {text_of(epoch)}".strip()[:200]

    def tell(self) -> None:
        run, sample = self.run, self._sample
        run.question = self._question()
        for key in ("id", "epoch", "target", "metadata", "model_usage", "total_time", "limit",
                    "error_retries", "choices"):  # fmt: skip
            if sample.get(key) not in (None, {}, []):
                run.imported[key] = self._aside.resolved(sample[key])
        for key in ("task", "run_id", "created"):
            if self._about.get(key) is not None:
                run.imported[key] = self._about[key]
        events = self._events()
        for event in events:
            self._event(event, run, 0)
        if not any(isinstance(e, dict) and e.get("event") in ("model", "tool") for e in events):
            self._messages()
        self._end()

    def _events(self) -> list[Any]:
        transcript = self._sample.get("transcript")
        older = transcript.get("events") if isinstance(transcript, dict) else None
        found = self._sample.get("events") or older
        return found if isinstance(found, list) else []

    def _question(self) -> str:
        asked = self._aside.resolved(self._sample.get("input"))
        if isinstance(asked, list):
            users = [m for m in asked if isinstance(m, dict) and m.get("role") == "user"]
            return text_in(users[-1].get("content")) if users else ""
        return text_of(asked)

    # events

    def _event(self, event: Any, run: RunOut, depth: int) -> None:
        if not isinstance(event, dict) or depth > MAX_NESTED:
            self.out.report.unknown_record("event", event)
            return
        kind = word(event.get("event"))
        own = self._run_of(word(event.get("span_id")), run)
        if kind == "model":
            self._model(event, own)
        elif kind == "tool":
            self._tool(event, own, depth)
        elif kind == "subtask":
            for inner in listed(event.get("events")):
                self._event(inner, own, depth + 1)
        elif kind == "span_begin":
            self._spans[word(event.get("id"))] = Span(
                word(event.get("type")), word(event.get("name")), word(event.get("parent_id"))
            )
        elif kind == "step":
            if event.get("action") == "begin":
                self._steps.append(word(event.get("type")))
            elif self._steps:
                self._steps.pop()
        elif kind == "sample_limit":
            self._limit = text_of(event.get("message")) or f"{text_of(event.get('type'))} limit"
        elif kind == "input":
            own.ask("question", "user", {"role": "user", "content": text_of(event.get("input"))})
        elif kind == "score":
            if event.get("intermediate"):
                own.imported.setdefault("intermediate_scores", []).append(event.get("score"))
        elif kind not in OWN:
            self.out.report.unknown_record(f"event/{kind}", event)
        else:
            self.out.report.lose(OWN_LOST)

    def _run_of(self, span_id: str, run: RunOut) -> RunOut:
        """An agent's span inside of a tool's is a run of its own."""
        if run is not self.run:
            return run
        agent: Span | None = None
        for _ in range(MAX_NESTED):
            span = self._spans.get(span_id)
            if span is None:
                return run
            if agent is not None and span.kind == "tool":
                if agent.run is None:
                    caller = self._run_of(span.parent, run)
                    agent.run = self.out.run(
                        called_by=caller, called_as=span.call_id, label=agent.name[:200]
                    )
                return agent.run
            if span.kind == "agent":
                agent = span
                if agent.run is not None:
                    return agent.run
            span_id = span.parent
        return run

    def _judging(self, event: dict[str, Any]) -> bool:
        span_id = word(event.get("span_id"))
        for _ in range(MAX_NESTED):
            span = self._spans.get(span_id)
            if span is None:
                break
            if span.kind in ("scorer", "scorers"):
                return True
            span_id = span.parent
        return "scorer" in self._steps

    def _model(self, event: dict[str, Any], run: RunOut) -> None:
        messages = self._aside.input_of(event)
        tools = listed(self._aside.resolved(event.get("tools")))
        if tools and not run.tools:
            run.tools = tools
        run.question = run.question or asked_in(messages)
        asked = self._asked.setdefault(run.run_id, Asked()).request(tools, messages)
        output = event.get("output")
        output = self._aside.resolved(output) if isinstance(output, dict) else {}
        message, reason = choice_of(output)
        content = message.get("content")
        text = text_in(content)
        calls = [
            run.wish(c.get("id"), c.get("function"), arguments_of(c))
            for c in listed(message.get("tool_calls"))
            if isinstance(c, dict)
        ]
        if calls:
            run.paradigm = "function-calling"
        error = text_of(self._aside.resolved(event.get("error") or output.get("error")))
        judging = self._judging(event) and run is self.run
        at = self.out.report.time(event.get("timestamp"))
        finish: Finish = FINISH.get(reason, "tool_calls" if calls else "stop")
        cached = event.get("cache") == "read"
        run.replied(
            at=ended(self.out.report.time(event.get("completed")), at, output.get("time")),
            started_at=at,
            model=text_of(output.get("model") or event.get("model")),
            text=text or (error if error else ""),
            calls=calls,
            thinking=thoughts_in(content),
            usage=Usage() if cached else usage_in(output.get("usage"), event.get("model")),
            finish="error" if error else finish,
            raw=body_of(message) if thoughts_in(content) else "",
            notes=notes_of(event, cached),
            reading=self._verdict(text) if judging and text and not calls else None,
            actor="evaluator" if judging else "agent",
            request=asked,
            rebuilt=False,
            settings=settings_of(event),
        )

    def _verdict(self, text: str) -> Reading | None:
        passed = self._passed()
        return None if passed is None else Reading(thought=text, verdict=Verdict("", passed, text))

    def _tool(self, event: dict[str, Any], run: RunOut, depth: int) -> None:
        parent = word(event.get("span_id"))
        for span in self._spans.values():
            same = span.kind == "tool" and span.name == event.get("function")
            if same and span.parent == parent and not span.call_id:
                span.call_id = text_of(event.get("id"))
        nested = listed(event.get("events"))
        if any(isinstance(inner, dict) and inner.get("event") == "model" for inner in nested):
            sub = self.out.run(called_by=run, called_as=text_of(event.get("id")))
            for inner in nested:
                self._event(inner, sub, depth + 1)
        at = self.out.report.time(event.get("timestamp"))
        self._result(
            run, event, text_in(self._aside.resolved(event.get("result"))),
            ended(self.out.report.time(event.get("completed")), at, event.get("working_time")), at,
        )  # fmt: skip

    def _result(
        self,
        run: RunOut,
        told: dict[str, Any],
        output: str,
        at: float | None,
        started: float | None,
        message: Any = None,
    ) -> None:
        error = told.get("error")
        kind = word(error.get("type")) if isinstance(error, dict) else ""
        failed = error is not None and error != ""
        said = self._aside.resolved(error.get("message")) if isinstance(error, dict) else error
        run.answer(
            told.get("id") if message is None else told.get("tool_call_id"),
            output or (text_of(said) if failed else ""),
            name=word(told.get("function")),
            at=at,
            started_at=started,
            outcome=OUTCOMES.get(kind, "error") if failed else "ok",
            message=message,
        )

    # logs without events

    def _messages(self) -> None:
        """The last reply's usage is the output's; of others only the sum is known."""
        run, told = self.run, [m for m in listed(self._sample.get("messages")) if m]
        output = self._aside.resolved(self._sample.get("output"))
        usage = output.get("usage") if isinstance(output, dict) else None
        speaking = [m for m in told if isinstance(m, dict) and m.get("role") == "assistant"]
        for message in told:
            if not isinstance(message, dict):
                self.out.report.unknown_record("message", message)
                continue
            message = self._aside.resolved(message)
            role, text = word(message.get("role")), text_in(message.get("content"))
            if role == "assistant":
                calls = [
                    run.wish(c.get("id"), c.get("function"), arguments_of(c))
                    for c in listed(message.get("tool_calls"))
                    if isinstance(c, dict)
                ]
                if calls:
                    run.paradigm = "function-calling"
                last = len(speaking) == 1
                run.replied(
                    at=None, model=text_of(message.get("model")) or run.model, text=text,
                    calls=calls, thinking=thoughts_in(message.get("content")),
                    finish="tool_calls" if calls else "stop",
                    usage=usage_in(usage, run.model) if last else Usage(), message=message,
                )  # fmt: skip
            elif role == "tool":
                self._result(run, message, text, None, None, message)
            else:
                run.ask(part_of(role), role or "user", message)
        if len(speaking) > 1:
            self._whole_usage()

    def _whole_usage(self) -> None:
        used = self._sample.get("model_usage")
        for model, told in used.items() if isinstance(used, dict) else ():
            usage = usage_in(told, model)
            self.out.report.add_usage(
                usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens
            )
            self.out.report.lose("usage of single calls: the file tells only the sum of a sample")

    # the end

    def _end(self) -> None:
        run, sample = self.run, self._sample
        if self._scores:
            run.imported["scores"] = self._scores
        passed = self._passed()
        if passed is not None:
            run.judged(passed, [Check(c, p, why(s)) for c, p, s in self._checks()])
        error, limit = sample.get("error"), sample.get("limit")
        said = error.get("message") if isinstance(error, dict) else error
        if error:
            self.out.report.errors += 1
            run.stopped("error", text_of(said) or "the sample failed without words")
        elif limit or self._limit:
            kind = limit.get("type") if isinstance(limit, dict) else limit
            run.stopped("limit", self._limit or f"{text_of(kind)} limit", self._answer())
        elif answer := self._answer():
            run.stopped("success", "answered", answer)
        unanswered = len(run.pairing.open())
        if unanswered:
            self.out.report.lose("calls without a result in the file", unanswered)

    def _answer(self) -> str | None:
        output = self._sample.get("output")
        if not isinstance(output, dict):
            return None
        output = self._aside.resolved(output)
        message, _ = choice_of(output)
        text = text_in(message.get("content")) or text_of(output.get("completion"))
        return text if text.strip() else None

    def _told_scores(self) -> dict[str, Any]:
        found = self._sample.get("scores")
        if not isinstance(found, dict):
            single = self._sample.get("score")
            found = {"score": single} if isinstance(single, dict) else {}
        resolved: dict[str, Any] = self._aside.resolved(found)
        return resolved

    def _checks(self) -> list[tuple[str, bool, Any]]:
        found = []
        for scorer, score in self._scores.items():
            value = score.get("value") if isinstance(score, dict) else score
            passed = value if isinstance(value, bool) else PASSED.get(word(value))
            if passed is not None:
                found.append((scorer[:200], passed, score))
        return found

    def _passed(self) -> bool | None:
        checks = self._checks()
        return all(passed for _, passed, _ in checks) if checks else None
