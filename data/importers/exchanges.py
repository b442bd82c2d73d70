"""Requests and responses of the OpenAI and Anthropic APIs, out of whatever holds them.

Pairs `{request, response}`, requests or responses alone, lists of messages, lines of each, lines of
a batch (input and output), lines of a training set, recorded streams. Requests that go on where an
earlier one ended are the same run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agents.errors import BadInput
from agents.messages import Dialect
from data.importers import sse
from data.importers.conversation import Conversation, model_of
from data.importers.exchange_forms import Exchange, exchange_in, streamed
from data.importers.hostile import count_of, text_of
from data.importers.prefixes import Prefix, facts, facts_of
from data.importers.records import unknown
from data.importers.replies import Reply, error_in, reply_in
from data.importers.source import Source
from data.importers.spoken_parts import Said
from data.importers.writing import Out

Json = dict[str, Any]
NOT_SETTINGS = frozenset({"messages", "input", "tools", "system", "instructions", "functions"})


def read(source: Source, out: Out, dialect: Dialect) -> None:
    threads = Threads(out)
    stream: list[Json] = []
    for record in _records(source, out):
        if streamed(record):
            stream.append(record)
            continue
        exchange = exchange_in(record)
        if exchange is None:
            unknown(out.report, record)
        else:
            threads.tell(exchange)
    whole = sse.joined(stream)
    if whole is not None:
        threads.tell(Exchange(dialect, {}, whole))
    if not out.runs:
        raise BadInput(f"{source.path} holds no request and no response of an API.")
    threads.end()


def _records(source: Source, out: Out) -> Iterator[Any]:
    if source.head.kind == "text":
        yield from sse.events(source.text())
        return
    if source.head.kind == "jsonl":
        for _, record in source.records(out.report):
            yield record
        return
    document = source.document()
    if isinstance(document, dict) and isinstance(document.get("data"), list):
        document = document["data"]
    if isinstance(document, list) and exchange_in(document) is None:
        yield from document
    else:
        yield document


class Threads:
    """The runs of a file, and where each of them stands."""

    def __init__(self, out: Out) -> None:
        self.out = out
        self._open: dict[str, Conversation] = {}
        """Digest of all that was said so far -> the run in which it was."""
        self._by_response: dict[str, Conversation] = {}
        self._all: list[Conversation] = []

    def tell(self, exchange: Exchange) -> None:
        request, report = exchange.request, self.out.report
        reply = reply_in(exchange.response) if exchange.response is not None else None
        if reply is None and exchange.response is not None:
            error = error_in(exchange.response)
            reply = Reply(Said("assistant", finish="error"), error=error)
        at = report.time(reply.at) if reply is not None else None
        before = self._by_response.get(text_of(request.get("previous_response_id")))
        messages = _messages(request)
        prefix, told = Prefix(), 0
        digests = [prefix.add(facts(message)) for message in messages]
        for place in range(len(digests), 0, -1):
            if before is None and digests[place - 1] in self._open:
                before, told = self._open.pop(digests[place - 1]), place
        thread = before or self._new(exchange, at)
        for message in messages[told:]:
            thread.hear(message)
        if reply is not None:
            self._reply(thread, exchange, reply, at)
        failed = reply is not None and bool(reply.error)
        digest = prefix.add(facts_of(reply.said) if reply is not None and not failed else ())
        if messages:
            self._open[digest] = thread
        if reply is not None and reply.id:
            self._by_response[reply.id] = thread

    def _new(self, exchange: Exchange, at: float | None) -> Conversation:
        request = exchange.request
        if at is not None:
            self.out.file_time = at  # nearer to what came before than the file's own
        run = self.out.run(
            provider="anthropic" if exchange.dialect == "anthropic" else "",
            label=exchange.name[:200],
            model=model_of(request),
        )
        if at is not None:
            run.since(at)
        thread = Conversation(run, exchange.dialect)
        tools = request.get("tools") or request.get("functions")
        system = request.get("system") or request.get("instructions")
        thread.begin(tools if isinstance(tools, list) else [], system)
        self._all.append(thread)
        return thread

    def _reply(
        self, thread: Conversation, exchange: Exchange, reply: Reply, at: float | None
    ) -> None:
        request = exchange.request
        made = exchange.response if isinstance(exchange.response, dict) else {}
        began = count_of(made.get("created_at"))
        settings = {key: value for key, value in request.items() if key not in NOT_SETTINGS}
        reply.model = reply.model or model_of(request)
        thread.reply(
            reply, at, settings=settings or None, started_at=float(began) if began else None
        )

    def end(self) -> None:
        for thread in self._all:
            thread.end()


def _messages(request: Json) -> list[Any]:
    for name in ("messages", "input"):
        value = request.get(name)
        if isinstance(value, list):
            return value
        if isinstance(value, str) and name == "input":
            return [{"role": "user", "content": value}]
    return []
