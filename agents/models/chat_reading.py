"""What a chat completion says: streamed chunks into one message, and a message into a Reply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agents.messages import Call, Finish, Reply, Request, Wire, as_json
from agents.models.calls import Wanted, calls_in_content, make_calls
from agents.models.incoming import Incoming, IncompleteStream
from agents.models.sse import DONE
from agents.models.stream_merge import CallMerger, Partial
from agents.models.usage import chat_usage

THOUGHT_FIELDS = ("reasoning_content", "reasoning", "thinking")


@dataclass
class ChatIncoming(Incoming):
    text: str = ""
    refusal: str = ""
    thinking: dict[str, str] = field(default_factory=dict)
    details: list[Any] = field(default_factory=list)
    merger: CallMerger = field(default_factory=CallMerger)
    finish: str | None = None
    usage: Any = None
    model: str = ""
    begun: bool = False
    ended: bool = False

    def __post_init__(self) -> None:
        self.merger.known = frozenset(tool.name for tool in self.request.tools)

    def feed(self, event: dict[str, Any]) -> None:
        if event.get("type") == DONE:
            self.ended = True
            return
        self.model = str(event.get("model") or self.model)
        self._count(event.get("usage"))
        for choice in _mappings(event.get("choices")):
            if choice.get("index") in (0, None):
                self._count(choice.get("usage"))
                self._choice(choice)

    def _count(self, usage: Any) -> None:
        """A running usage is repeated, not added; a later null does not wipe it out."""
        if isinstance(usage, Mapping):
            self.usage = usage

    def _choice(self, choice: Mapping[str, Any]) -> None:
        self.begun = True
        delta = choice.get("delta") or choice.get("message")
        if isinstance(delta, Mapping):
            self._delta(delta)
        if isinstance(choice.get("finish_reason"), str):
            self.finish = self.finish or choice["finish_reason"]

    def _delta(self, delta: Mapping[str, Any]) -> None:
        text, refusal, thought = _content(delta)
        self.text += text
        self.refusal += refusal
        for name, piece in thought.items():
            self.thinking[name] = self.thinking.get(name, "") + piece
        details, calls = delta.get("reasoning_details"), _tool_calls(delta)
        self.details += details if isinstance(details, list) else []
        self.merger.feed(calls)
        if text or refusal or thought or calls:
            self.arrived(text or refusal)

    def whole(self) -> dict[str, Any]:
        if self.finish is None and not self.ended:
            raise IncompleteStream
        message: dict[str, Any] = {"role": "assistant", "content": self.text or None}
        message |= {"refusal": self.refusal} if self.refusal else {}
        message |= self.thinking
        message |= {"reasoning_details": self.details} if self.details else {}
        if self.merger.calls:
            message["tool_calls"] = [_whole_call(call) for call in self.merger.calls]
        choice = {"index": 0, "message": message, "finish_reason": self.finish}
        return {
            "model": self.model,
            "choices": [choice] if self.begun else [],
            "usage": self.usage,
        }


def read_chat(response: dict[str, Any], request: Request, sent: Wire, model: str) -> Reply:
    choice = next(iter(_mappings(response.get("choices"))), {})
    message = choice.get("message")
    usage = chat_usage(response.get("usage") or choice.get("usage"))
    named = str(response.get("model") or model)
    if not isinstance(message, Mapping):
        return Reply(
            "", sent, named, "chat", finish="error", usage=usage, notes=("empty_response",)
        )
    text, refusal, thought = _content(message)
    reason = choice.get("finish_reason")
    wanted = [_wanted(item) for item in _tool_calls(message)]
    recovered = () if wanted or refusal else calls_in_content(text, request)
    calls = make_calls(wanted or recovered, request, cut=reason == "length")
    return Reply(
        text=refusal or ("" if recovered else text),
        sent=sent,
        model=named,
        dialect="chat",
        calls=() if refusal else calls,
        # a server may send the same thought under two names
        thinking=next(iter(thought.values()), ""),
        finish="refusal" if refusal else _finish(reason, calls),
        usage=usage,
        raw=as_json(dict(message)),
        notes=_notes(bool(recovered), reason),
    )


def _notes(recovered: bool, reason: Any) -> tuple[str, ...]:
    """A reply without a finish reason may have been broken off: llama-cpp-python ends a stream
    so when another request comes in."""
    said = ("recovered_from_content",) if recovered else ()
    return said if reason else (*said, "no_finish_reason")


def _finish(reason: Any, calls: tuple[Call, ...]) -> Finish:
    if reason in ("length", "max_tokens"):
        return "length"
    if reason == "content_filter":
        return "refusal"
    if calls or reason in ("tool_calls", "function_call"):
        return "tool_calls"
    return "error" if reason == "error" else "stop"


def _content(message: Mapping[str, Any]) -> tuple[str, str, dict[str, str]]:
    """Text, refusal, and thinking by its field. Content may be a text or a list of parts."""
    refusal = message.get("refusal")
    refusal = refusal if isinstance(refusal, str) else ""
    thinking = {
        name: message[name]
        for name in THOUGHT_FIELDS
        if isinstance(message.get(name), str) and message[name]
    }
    content = message.get("content")
    if isinstance(content, str):
        return content, refusal, thinking
    text = ""
    for part in _mappings(content):
        if isinstance(part.get("refusal"), str):
            refusal += part["refusal"]
        elif part.get("type") == "thinking":
            piece = "".join(_texts(part.get("thinking")))
            thinking["thinking"] = thinking.get("thinking", "") + piece
        else:
            text += "".join(_texts([part]))
    return text, refusal, thinking


def _texts(parts: Any) -> Iterable[str]:
    if isinstance(parts, str):
        yield parts
    for part in _mappings(parts):
        if isinstance(part.get("text"), str):
            yield part["text"]


def _tool_calls(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Tool calls, or the one call of the form that came before them."""
    calls = _mappings(message.get("tool_calls"))
    old = message.get("function_call")
    return calls or ([{"function": old}] if isinstance(old, Mapping) else [])


def _wanted(item: Mapping[str, Any]) -> Wanted:
    function = item.get("function")
    function = function if isinstance(function, Mapping) else {}
    name, call_id = function.get("name"), item.get("id")
    return Wanted(
        call_id if isinstance(call_id, str) else "",
        name if isinstance(name, str) else "",
        function.get("arguments"),
    )


def _whole_call(call: Partial) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function, **call.extra}


def _mappings(value: Any) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []
