"""Captures of a proxy between an agent and a model (claude-tap): a line an HTTP request or a
WebSocket, with both bodies.

The lines of a file are one run. On a WebSocket each `response.create` is answered by the next
`response.completed`. Headers are never read: they hold keys.
"""

from __future__ import annotations

from typing import Any

from agents.events import Reading
from agents.messages import Call
from agents.models.usage import anthropic_usage, chat_usage, responses_usage
from data.importers.asked import Asked
from data.importers.codex_items import CALLS, call_of
from data.importers.codex_items import text_in as items_text
from data.importers.head import Head
from data.importers.heard import Heard, question_of
from data.importers.hostile import body_of, count_of, text_of, word
from data.importers.parts import text_in, thoughts_in
from data.importers.proxy_bodies import Body, exchanges, listed, results_in, with_role
from data.importers.source import Source
from data.importers.spoken import asked_in
from data.importers.writing import Out, RunOut

name = "proxy_capture"
PREFETCH = "not to be answered: sent ahead, so that it is in the cache"
UNSEEN = "requests that go on with a response which is not in the file: what came before is untold"


def looks_like(head: Head) -> float:
    for record in head.objects():
        request, response = record.get("request"), record.get("response")
        if isinstance(request, dict) and isinstance(response, dict) and "method" in request:
            return 0.95 if "path" in request or "url" in request else 0.5
    return 0.0


def read(source: Source, out: Out) -> None:
    run = out.run(paradigm="function-calling")
    capture = Capture(out, run)
    for _, record in source.records(out.report):
        if isinstance(record, dict) and isinstance(record.get("request"), dict):
            capture.take(record)
        else:
            out.report.unknown_record("line", record)
    run.stop_if_answered()
    run.count_unanswered()


class Capture:
    def __init__(self, out: Out, run: RunOut) -> None:
        self.out = out
        self.run = run
        self._asked = Asked()
        self._heard = Heard()
        self._turns: dict[str, list[Any]] = {}
        """Id of a response -> its whole conversation, which a later request may go on with by that
        id alone."""
        self._given: set[str] = set()
        """Results that were told; each request says all of them again."""

    def take(self, record: Body) -> None:
        request = record["request"]
        response = record.get("response")
        response = response if isinstance(response, dict) else {}
        took = record.get("duration_ms")
        started = self.out.report.time(record.get("timestamp"))
        ended = started
        if started is not None and isinstance(took, int | float) and 0 <= took < 1e9:
            ended = started + took / 1000
        status = count_of(response.get("status"))
        found = list(exchanges(request, response))
        for sent, back in found:
            times = started, ended
            if len(found) > 1:  # the line tells those of the whole socket
                own = [self.out.report.time(back.get(n)) for n in ("created_at", "completed_at")]
                times = times if None in own else (own[0], own[1])
            self._exchange(sent, back, *times, status or 200)

    def _exchange(
        self, sent: Body, back: Body, started: float | None, ended: float | None, status: int
    ) -> None:
        run = self.run
        given = sent.get("input", sent.get("messages"))
        messages = [{"role": "user", "content": given}] if isinstance(given, str) else listed(given)
        messages = [*self._before(sent), *messages]
        system = sent.get("instructions") or sent.get("system")
        head = [{"role": "system", "content": system}] if system else []
        for message in messages:
            if isinstance(message, dict):
                self._results(message, started)
        users = asked_in(messages)
        run.question = run.question or question_of(users)
        for text in self._heard.new(users):
            run.follow_up(text, started)
        tools = listed(sent.get("tools"))
        run.tools = run.tools or tools
        asked = self._asked.request(tools, [*head, *(with_role(m) for m in messages)])
        if word(back.get("id")):
            self._turns[back["id"]] = [*messages, *listed(back.get("output"))]
        error = back.get("error")
        failed = bool(error) or status >= 400
        if failed:
            self.out.report.errors += 1
        text, thinking, calls = self._said(back)
        usage = back.get("usage")
        dialect = "responses" if "output" in back else "anthropic" if "content" in back else "chat"
        readers = {"responses": responses_usage, "anthropic": anthropic_usage, "chat": chat_usage}
        fault = error.get("message") if isinstance(error, dict) else error
        ahead = sent.get("generate") is False
        run.replied(
            at=ended,
            started_at=started,
            model=text_of(back.get("model") or sent.get("model")),
            text=text or (text_of(fault) if failed else ""),
            calls=calls,
            thinking=thinking,
            usage=readers[dialect](usage),
            finish="error" if failed else "tool_calls" if calls else "stop",
            dialect=dialect,  # type: ignore[arg-type]
            raw=body_of(back.get("output") or back.get("content") or ""),
            request=asked,
            rebuilt=False,
            notes=[PREFETCH] if ahead else (),
            reading=Reading() if ahead else None,
        )

    def _before(self, sent: Body) -> list[Any]:
        """The instructions of an earlier request do not count for a later one."""
        named = word(sent.get("previous_response_id"))
        if named and named not in self._turns:
            self.out.report.lose(UNSEEN)
        return self._turns.get(named, [])

    def _said(self, back: Body) -> tuple[str, str, list[Call]]:
        run = self.run
        if isinstance(back.get("output"), list):
            items = [item for item in back["output"] if isinstance(item, dict)]
            calls = [run.wish(*call_of(i)) for i in items if word(i.get("type")) in CALLS]
            texts = [items_text(i.get("content")) for i in items if i.get("type") == "message"]
            thoughts = [items_text(i.get("summary")) for i in items if i.get("type") == "reasoning"]
            return "\n".join(texts), "\n\n".join(filter(None, thoughts)), calls
        choices = listed(back.get("choices"))
        message = choices[0].get("message") if choices and isinstance(choices[0], dict) else back
        message = message if isinstance(message, dict) else {}
        content = message.get("content")
        blocks = [b for b in listed(content) if isinstance(b, dict)]
        wishes = [
            run.wish(b.get("id"), b.get("name"), b.get("input"))
            for b in blocks
            if b.get("type") == "tool_use"
        ]
        for one in listed(message.get("tool_calls")):
            function = one.get("function") if isinstance(one, dict) else None
            if isinstance(function, dict):
                wishes.append(
                    run.wish(one.get("id"), function.get("name"), function.get("arguments"))
                )
        texts_only = [b for b in blocks if b.get("type") != "tool_use"]
        return text_in(texts_only if blocks else content), thoughts_in(content), wishes

    def _results(self, message: Body, at: float | None) -> None:
        for call_id, output, failed in results_in(message):
            if call_id in self._given:
                continue
            self._given.add(call_id)
            self.run.answer(call_id, output, at=at, outcome="error" if failed else "ok")
