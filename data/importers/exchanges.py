"""Requests and responses of the OpenAI and Anthropic APIs, out of whatever holds them.

Pairs `{request, response}`, requests or responses alone, lists of messages, lines of each, lines of
a batch (input and output), lines of a training set, recorded streams. Requests that go on where an
earlier one ended are the same run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from agents.errors import BadInput
from agents.messages import Dialect
from data.importers import sse
from data.importers.conversation import Conversation, Prefix, facts, facts_of, model_of
from data.importers.head import Head
from data.importers.hostile import count_of, text_of, word
from data.importers.replies import Reply, error_in, reply_in
from data.importers.source import Source
from data.importers.spoken import ROLES, Said
from data.importers.writing import Out

Json = dict[str, Any]
NOT_SETTINGS = frozenset({"messages", "input", "tools", "system", "instructions", "functions"})
BLOCKS = frozenset({"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use",
                    "web_search_tool_result", "mcp_tool_use", "mcp_tool_result"})  # fmt: skip
STREAMED = ("chat.completion.chunk", "message_start", "content_block_delta")


@dataclass
class Exchange:
    dialect: Dialect
    request: Json
    """Empty where only the response is there."""
    response: Any = None
    name: str = ""
    """A batch's own name for it."""
    sure: float = 0.8


def exchange_in(value: Any) -> Exchange | None:
    """None for what is none."""
    if isinstance(value, list):
        listed = bool(value) and all(_message(one) for one in value)
        return _exchange({"messages": value}, None, "", 0.45) if listed else None
    if not isinstance(value, dict) or "observations" in value:
        return None
    name = text_of(value.get("custom_id"))
    request, response = value.get("request"), value.get("response")
    if isinstance(request, dict) and ("response" in value):
        return _exchange(_body(request), _body(response), name, 0.85)
    if name and isinstance(value.get("body"), dict):
        return _exchange(value["body"], None, name, 0.85)
    if name and isinstance(value.get("params"), dict):
        return _exchange(value["params"], None, name, 0.85, "anthropic")
    if name and isinstance(value.get("result"), dict):
        result = value["result"]
        return _exchange({}, result.get("message", result), name, 0.85, "anthropic")
    if name and (isinstance(response, dict) or value.get("error")):
        return _exchange({}, _body(response) or value, name, 0.85)
    if dialect_of_response(value):
        return _exchange({}, value, "", 0.8)
    messages, asked = value.get("messages"), value.get("input")
    if isinstance(messages, list) and messages and all(_message(one) for one in messages):
        return _exchange(value, None, "", 0.6 if "model" in value else 0.45)
    if "model" in value and isinstance(asked, str | list) and "run_type" not in value:
        return _exchange(value, None, "", 0.6)
    return None


def _exchange(
    request: Any, response: Any, name: str, sure: float, known: Dialect | None = None
) -> Exchange | None:
    asked = request if isinstance(request, dict) else {}
    dialect = known or dialect_of_response(response) or dialect_of_request(asked)
    if dialect is None and name:
        dialect = "chat"  # a batch's error, which no API is to be seen in
    return None if dialect is None else Exchange(dialect, asked, response, name, sure)


def _body(value: Any) -> Any:
    """The body of a recorded HTTP message."""
    inner = value.get("body") if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else value


def _message(value: Any) -> bool:
    return isinstance(value, dict) and word(value.get("role")) in ROLES and (
        "content" in value or "tool_calls" in value or "function_call" in value
    )  # fmt: skip


def dialect_of_response(value: Any) -> Dialect | None:
    if not isinstance(value, dict):
        return None
    raw = value.get("_raw_sse")
    if isinstance(raw, str):
        value = sse.joined(sse.events(raw)) or {}
    if isinstance(value.get("choices"), list):
        return "chat"
    if isinstance(value.get("output"), list) and value.get("object") == "response":
        return "responses"
    content = isinstance(value.get("content"), list)
    return "anthropic" if content and value.get("type") == "message" else None


def dialect_of_request(request: Json) -> Dialect | None:
    if "input" in request and "messages" not in request:
        return "responses"
    messages = request.get("messages")
    if not isinstance(messages, list):
        return None
    tools = request.get("tools")
    schemas = isinstance(tools, list) and any(
        isinstance(tool, dict) and "input_schema" in tool for tool in tools
    )
    if schemas or "system" in request or word(request.get("model")).startswith("claude"):
        return "anthropic"
    for message in messages:
        content = message.get("content") if isinstance(message, dict) else None
        for block in content if isinstance(content, list) else []:
            if isinstance(block, dict) and word(block.get("type")) in BLOCKS:
                return "anthropic"
    return "chat"


def sure_of(head: Head, dialect: Dialect) -> float:
    if head.kind == "text" and head.text.lstrip()[:6] in ("event:", "data: "):
        found = sse.joined(sse.events(head.text[:100_000]))
        return 0.8 if dialect_of_response(found) == dialect else 0.0
    tried = [head.value] if isinstance(head.value, dict | list) else []
    best = 0.0
    for value in [*tried, *head.objects()]:
        kind = _streamed(value)
        exchange = None if kind else exchange_in(value)
        if kind == dialect:
            best = max(best, 0.7)
        elif exchange is not None and exchange.dialect == dialect:
            best = max(best, exchange.sure)
    return best


def _streamed(value: Any) -> Dialect | None:
    """The API whose stream a line is an event of."""
    if not isinstance(value, dict):
        return None
    if value.get("object") == STREAMED[0]:
        return "chat"
    kind = word(value.get("type"))
    if kind.startswith("response.") and ("response" in value or "sequence_number" in value):
        return "responses"
    return "anthropic" if kind in STREAMED[1:] else None


def read(source: Source, out: Out, dialect: Dialect) -> None:
    threads = Threads(out)
    streamed: list[Json] = []
    for record in _records(source, out):
        if _streamed(record):
            streamed.append(record)
            continue
        exchange = exchange_in(record)
        if exchange is None:
            kind = record.get("type") if isinstance(record, dict) else type(record).__name__
            out.report.unknown_record(kind, record)
        else:
            threads.tell(exchange)
    whole = sse.joined(streamed)
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
