"""What the Messages API says: its events into one message, and a message into a Reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agents.messages import Call, Finish, Reply, Request, Wire, as_json
from agents.models.arguments import NotAnObject, read_arguments
from agents.models.calls import Wanted, make_calls
from agents.models.incoming import Incoming, IncompleteStream
from agents.models.usage import anthropic_usage, running_total

GROWS = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature"}
"""The field of a block that each kind of delta adds to."""
WRITTEN = "_written"
"""Where the JSON of a call's input is gathered; never sent."""


@dataclass
class AnthropicIncoming(Incoming):
    message: dict[str, Any] = field(default_factory=dict)
    blocks: dict[int, dict[str, Any]] = field(default_factory=dict)
    usages: list[Any] = field(default_factory=list)
    ended: bool = False

    def feed(self, event: dict[str, Any]) -> None:
        kind, index = event.get("type"), event.get("index")
        at = index if isinstance(index, int) else max(self.blocks, default=0)
        if kind == "message_start":
            self.message |= _mapping(event.get("message"))
            self.usages.append(self.message.get("usage"))
        elif kind == "content_block_start":
            self.blocks[at] = dict(_mapping(event.get("content_block")))
            self.arrived(str(self.blocks[at].get("text") or ""))
        elif kind == "content_block_delta":
            self._grow(self.blocks.setdefault(at, {"type": "text"}), _mapping(event.get("delta")))
        elif kind == "message_delta":
            self.usages.append(event.get("usage"))
            delta = _mapping(event.get("delta"))
            self.message |= {name: value for name, value in delta.items() if value is not None}
        elif kind == "message_stop":
            self.ended = True

    def _grow(self, block: dict[str, Any], delta: Mapping[str, Any]) -> None:
        kind = str(delta.get("type"))
        if kind in GROWS:
            name = GROWS[kind]
            piece = str(delta.get(name) or "")
            block[name] = str(block.get(name) or "") + piece
            self.arrived(piece if name == "text" else "")
        elif kind == "input_json_delta":
            block[WRITTEN] = block.get(WRITTEN, "") + str(delta.get("partial_json") or "")
            self.arrived()
        elif kind == "citations_delta":
            block["citations"] = [*(block.get("citations") or []), delta.get("citation")]

    def whole(self) -> dict[str, Any]:
        if not self.ended and not self.message.get("stop_reason"):
            raise IncompleteStream
        content = [block for _, block in sorted(self.blocks.items())]
        return {**self.message, "content": content, "usage": running_total(self.usages) or None}


def read_message(message: dict[str, Any], request: Request, sent: Wire, model: str) -> Reply:
    content = message.get("content")
    named = str(message.get("model") or model)
    usage = anthropic_usage(message.get("usage"))
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    if not isinstance(content, list):
        return Reply(
            "", sent, named, "anthropic", finish="error", usage=usage, notes=("empty_response",)
        )
    blocks = [dict(block) for block in content if isinstance(block, Mapping)]
    reason = message.get("stop_reason")
    cut = reason in ("max_tokens", "model_context_window_exceeded")
    uses = [block for block in blocks if block.get("type") == "tool_use"]
    calls = make_calls([_wanted(block) for block in uses], request, cut=cut and _last(blocks, uses))
    return Reply(
        text=_joined(blocks, "text"),
        sent=sent,
        model=named,
        dialect="anthropic",
        calls=() if reason == "refusal" else calls,
        thinking=_joined(blocks, "thinking"),
        finish=_finish(reason, cut, calls),
        usage=usage,
        raw=as_json(_settled(blocks, calls)),
    )


def _finish(reason: Any, cut: bool, calls: tuple[Call, ...]) -> Finish:
    if reason == "refusal":
        return "refusal"
    if cut:
        return "length"
    return "tool_calls" if calls or reason == "tool_use" else "stop"


def _last(blocks: list[dict[str, Any]], uses: list[dict[str, Any]]) -> bool:
    """The limit cut the call only if nothing came after it."""
    return bool(uses) and blocks[-1] is uses[-1]


def _wanted(block: Mapping[str, Any]) -> Wanted:
    return Wanted(
        str(block.get("id") or ""),
        str(block.get("name") or ""),
        block.get(WRITTEN) or block.get("input") or None,
    )


def _settled(blocks: list[dict[str, Any]], calls: tuple[Call, ...]) -> list[dict[str, Any]]:
    """The blocks with each call's input in its place: a history of text in `input` is refused."""
    settled: list[dict[str, Any]] = []
    for block in blocks:
        written = block.pop(WRITTEN, None)
        if block.get("type") == "tool_use" and (
            written or not isinstance(block.get("input"), dict)
        ):
            try:
                block["input"] = read_arguments(written or block.get("input"))
            except NotAnObject:
                block["input"] = {}
        settled.append(block)
    return settled


def _joined(blocks: list[dict[str, Any]], kind: str) -> str:
    return "".join(str(b.get(kind) or "") for b in blocks if b.get("type") == kind)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
