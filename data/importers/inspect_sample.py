"""One sample of an Inspect log: a run, with a sub-run for each agent that it called as a tool."""

from __future__ import annotations

from typing import Any

from agents.events import Reading
from agents.messages import Finish, Usage
from agents.plans import Verdict
from data.importers.asked import Asked
from data.importers.heard import Heard
from data.importers.hostile import body_of, text_of, word
from data.importers.inspect_calls import calls_of, tell_result
from data.importers.inspect_messages import tell_messages
from data.importers.inspect_scores import checks_of, passed_by, scores_of
from data.importers.inspect_spans import MAX_NESTED, Spans
from data.importers.inspect_texts import Aside
from data.importers.inspect_words import (
    FINISH,
    asked_in,
    choice_of,
    ended,
    listed,
    notes_of,
    said_by_user,
    settings_of,
    usage_in,
)
from data.importers.parts import text_in, thoughts_in
from data.importers.writing import Out, RunOut

OWN = frozenset({"sample_init", "state", "store", "sandbox", "step", "span_begin", "span_end"})
OWN_LOST = "events of Inspect's own (state, store, sandbox): not part of a run"


class Sample:
    def __init__(self, out: Out, header: dict[str, Any], sample: dict[str, Any]) -> None:
        self.out = out
        self._sample = sample
        self._aside = Aside(sample, out.report)
        about = header.get("eval")
        self._about: dict[str, Any] = about if isinstance(about, dict) else {}
        self._asked: dict[str, Asked] = {}
        self._heard: dict[str, Heard] = {}
        self._limit = ""
        self._scores = scores_of(sample, self._aside)
        self._checks = checks_of(self._scores)
        task, epoch = text_of(self._about.get("task")), sample.get("epoch")
        self.run = out.run(model=text_of(self._about.get("model")))
        self._spans = Spans(out, self.run)
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
            tell_messages(run, sample, self._aside)
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

    def _event(self, event: Any, run: RunOut, depth: int) -> None:
        if not isinstance(event, dict) or depth > MAX_NESTED:
            self.out.report.unknown_record("event", event)
            return
        kind = word(event.get("event"))
        own = self._spans.run_of(word(event.get("span_id")), run)
        if kind == "model":
            self._model(event, own)
        elif kind == "tool":
            self._tool(event, own, depth)
        elif kind == "subtask":
            for inner in listed(event.get("events")):
                self._event(inner, own, depth + 1)
        elif kind == "span_begin":
            self._spans.begin(event)
        elif kind == "step":
            self._spans.step(event)
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

    def _model(self, event: dict[str, Any], run: RunOut) -> None:
        messages = self._aside.input_of(event)
        tools = listed(self._aside.resolved(event.get("tools")))
        if tools and not run.tools:
            run.tools = tools
        run.question = run.question or asked_in(messages)
        asked = self._asked.setdefault(run.run_id, Asked()).request(tools, messages)
        started = self.out.report.time(event.get("timestamp"))
        for said in self._heard.setdefault(run.run_id, Heard()).new(said_by_user(messages)):
            run.follow_up(said, started)
        output = event.get("output")
        output = self._aside.resolved(output) if isinstance(output, dict) else {}
        message, reason = choice_of(output)
        content = message.get("content")
        text = text_in(content)
        calls = calls_of(run, message)
        error = text_of(self._aside.resolved(event.get("error") or output.get("error")))
        judging = self._spans.judging(event) and run is self.run
        finish: Finish = FINISH.get(reason, "tool_calls" if calls else "stop")
        cached = event.get("cache") == "read"
        run.replied(
            at=ended(self.out.report.time(event.get("completed")), started, output.get("time")),
            started_at=started,
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
        passed = passed_by(self._checks)
        return None if passed is None else Reading(thought=text, verdict=Verdict("", passed, text))

    def _tool(self, event: dict[str, Any], run: RunOut, depth: int) -> None:
        self._spans.called(event)
        nested = listed(event.get("events"))
        if any(isinstance(inner, dict) and inner.get("event") == "model" for inner in nested):
            sub = self.out.run(called_by=run, called_as=text_of(event.get("id")))
            for inner in nested:
                self._event(inner, sub, depth + 1)
        at = self.out.report.time(event.get("timestamp"))
        tell_result(
            run, self._aside, event, text_in(self._aside.resolved(event.get("result"))),
            ended(self.out.report.time(event.get("completed")), at, event.get("working_time")), at,
        )  # fmt: skip

    def _end(self) -> None:
        run, sample = self.run, self._sample
        if self._scores:
            run.imported["scores"] = self._scores
        passed = passed_by(self._checks)
        if passed is not None:
            run.judged(passed, self._checks)
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
        run.count_unanswered()

    def _answer(self) -> str | None:
        output = self._sample.get("output")
        if not isinstance(output, dict):
            return None
        output = self._aside.resolved(output)
        message, _ = choice_of(output)
        text = text_in(message.get("content")) or text_of(output.get("completion"))
        return text if text.strip() else None
