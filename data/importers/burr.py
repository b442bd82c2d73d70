"""Burr's tracking log: begin and end of each action, spans and attributes, a line each.

A state machine is no agent's loop: an action is kept as a result with its name, a span with
`gen_ai.*` attributes is a model call. What an action is given from outside is what a person says.
Each end tells the whole state again; the last one's `chat_history` is how the conversation stood.
Times of actions have no zone, those of attributes do.
"""

from __future__ import annotations

from typing import Any

from data.importers.asked import Asked
from data.importers.head import Head
from data.importers.hostile import text_of, word
from data.importers.records import unknown
from data.importers.source import Source
from data.importers.usages import usage_of
from data.importers.writing import Out

name = "burr"

KINDS = frozenset({"begin_entry", "end_entry", "begin_span", "end_span", "attribute"})
STATE = "the state machine's state after each action: only the last one's keys are kept"
Attributes = dict[str, Any]


def looks_like(head: Head) -> float:
    for record in head.objects():
        if record.get("type") in ("begin_entry", "end_entry") and "action" in record:
            return 0.95
        if word(record.get("type")) in KINDS and "span_id" in record:
            return 0.9
    return 0.0


def read(source: Source, out: Out) -> None:
    log = Log(out)
    for _, record in source.records(out.report):
        if isinstance(record, dict) and word(record.get("type")) in KINDS:
            log.take(record)
        else:
            unknown(out.report, record)
    log.end()


class Log:
    def __init__(self, out: Out) -> None:
        self.out = out
        self.run = out.run()
        self._asked = Asked()
        self._begun: dict[str, float | None] = {}
        self._spans: dict[str, tuple[float | None, Attributes]] = {}
        self._state: Attributes = {}
        self._failed = ""

    def take(self, record: dict[str, Any]) -> None:
        kind, span = record["type"], text_of(record.get("span_id"))
        if kind == "begin_entry":
            at = self.out.report.time(record.get("start_time"))
            self._begun[text_of(record.get("sequence_id"))] = at
            inputs = record.get("inputs")
            if isinstance(inputs, dict):
                self.run.heard(next((v for v in inputs.values() if isinstance(v, str)), ""), at)
        elif kind == "begin_span":
            self._spans[span] = (self.out.report.time(record.get("start_time")), {})
        elif kind == "attribute":
            _, attributes = self._spans.setdefault(span, (None, {}))
            attributes[text_of(record.get("key"))] = record.get("value")
        elif kind == "end_span":
            self._span(span, self.out.report.time(record.get("end_time")))
        else:
            self._ended(record)

    def end(self) -> None:
        for span in list(self._spans):
            self._span(span, None)
        run, history = self.run, self._state.get("chat_history")
        if self._state:
            run.imported["state_keys"] = sorted(str(key) for key in self._state)[:100]
        last = history[-1] if isinstance(history, list) and history else None
        said = last.get("content") if isinstance(last, dict) else last
        if self._failed:
            run.stopped("error", self._failed)
        elif isinstance(last, dict) and last.get("role") == "user":
            return
        elif isinstance(said, str) and said.strip() and not said.startswith("Human:"):
            run.stopped("success", "the log ends", said)

    def _ended(self, record: dict[str, Any]) -> None:
        state, result = record.get("state"), record.get("result")
        if isinstance(state, dict):
            self._state = state
            self.out.report.lose(STATE)
        exception = text_of(record.get("exception"))
        self._failed = exception.strip().rsplit("\n", 1)[-1]
        self.run.returned(
            self.run.pairing.orphan("", text_of(record.get("action"))),
            exception or text_of(result),
            at=self.out.report.time(record.get("end_time")),
            started_at=self._begun.pop(text_of(record.get("sequence_id")), None),
            outcome="error" if exception else "ok",
            notes=["action of a state machine"],
        )

    def _span(self, span: str, at: float | None) -> None:
        started, found = self._spans.pop(span, (None, {}))
        if not any(key.startswith(("gen_ai.", "llm.")) for key in found):
            return
        prompts = []
        for number in range(1000):
            role = found.get(f"gen_ai.prompt.{number}.role")
            if role is None:
                break
            content = found.get(f"gen_ai.prompt.{number}.content")
            prompts.append({"role": role, "content": content})
        model = found.get("gen_ai.response.model") or found.get("gen_ai.request.model")
        cut = found.get("gen_ai.completion.0.finish_reason") == "length"
        self.run.replied(
            at=at,
            started_at=started,
            model=text_of(model),
            text=text_of(found.get("gen_ai.completion.0.content")),
            usage=usage_of(
                found.get("gen_ai.usage.prompt_tokens", found.get("gen_ai.usage.input_tokens")),
                found.get(
                    "gen_ai.usage.completion_tokens", found.get("gen_ai.usage.output_tokens")
                ),
            ),
            finish="length" if cut else "stop",
            request=self._asked.request((), prompts) if prompts else None,
            rebuilt=not prompts,
        )
