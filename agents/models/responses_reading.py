"""What the Responses API says: its events, and the finished response as a Reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agents.messages import Finish, Reply, Request, Wire, as_json
from agents.models.calls import Wanted, make_calls
from agents.models.incoming import Incoming, IncompleteStream, ProviderComplaint
from agents.models.usage import responses_usage

LAST = ("response.completed", "response.incomplete", "response.failed", "response.cancelled")


@dataclass
class ResponsesIncoming(Incoming):
    items: dict[int, Any] = field(default_factory=dict)
    response: dict[str, Any] | None = None

    def feed(self, event: dict[str, Any]) -> None:
        kind = str(event.get("type", ""))
        if kind == "error":
            raise ProviderComplaint(event)
        if kind in ("response.output_text.delta", "response.refusal.delta"):
            self.arrived(str(event.get("delta") or ""))
        elif kind.endswith(".delta"):
            self.arrived()
        elif kind == "response.output_item.done":
            self.items[int(event.get("output_index") or 0)] = event.get("item")
        elif kind in LAST and isinstance(event.get("response"), dict):
            self.response = event["response"]

    def whole(self) -> dict[str, Any]:
        if self.response is None:
            raise IncompleteStream
        if self.response.get("output"):
            return self.response
        return {**self.response, "output": [item for _, item in sorted(self.items.items())]}


def read_response(response: dict[str, Any], request: Request, sent: Wire, model: str) -> Reply:
    if response.get("status") == "failed":
        raise ProviderComplaint(response.get("error") or {})
    output = response.get("output")
    items = [i for i in output if isinstance(i, Mapping)] if isinstance(output, list) else []
    details = response.get("incomplete_details")
    reason = details.get("reason") if isinstance(details, Mapping) else None
    text, refusal = _text(items)
    calls = make_calls(_calls(items), request, cut=reason == "max_output_tokens")
    finish: Finish = "tool_calls" if calls else "stop"
    notes: tuple[str, ...] = ()
    if reason == "max_output_tokens":
        finish = "length"
    elif refusal or reason == "content_filter":
        finish, calls = "refusal", ()
    elif not items:
        finish, notes = "error", ("empty_response",)
    elif response.get("status") == "cancelled":
        finish = "cancelled"
    return Reply(
        text=refusal or text,
        sent=sent,
        model=str(response.get("model") or model),
        dialect="responses",
        calls=calls,
        thinking=_thinking(items),
        finish=finish,
        usage=responses_usage(response.get("usage")),
        raw=as_json(items),
        notes=notes,
    )


def _text(items: list[Mapping[str, Any]]) -> tuple[str, str]:
    """The text and the refusal of all messages."""
    text = refusal = ""
    for item in items:
        if item.get("type") != "message":
            continue
        for part in _mappings(item.get("content")):
            if isinstance(part.get("refusal"), str):
                refusal += part["refusal"]
            elif isinstance(part.get("text"), str):
                text += part["text"]
    return text, refusal


def _thinking(items: list[Mapping[str, Any]]) -> str:
    """Its summaries, or the reasoning itself where a server shows it."""
    pieces = [
        part["text"]
        for item in items
        if item.get("type") == "reasoning"
        for part in (_mappings(item.get("summary")) or _mappings(item.get("content")))
        if isinstance(part.get("text"), str)
    ]
    return "\n\n".join(pieces)


def _calls(items: list[Mapping[str, Any]]) -> list[Wanted]:
    return [
        Wanted(
            str(item.get("call_id") or item.get("id") or ""),
            str(item.get("name") or ""),
            item.get("arguments"),
        )
        for item in items
        if item.get("type") == "function_call"
    ]


def _mappings(value: Any) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []
