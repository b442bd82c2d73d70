"""OpenAI's Responses API, used without its memory: every request holds the whole conversation."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from agents.messages import (
    Answered,
    Call,
    Link,
    Message,
    Part,
    Reply,
    Request,
    Said,
    Text,
    ToolSpec,
    Wire,
)
from agents.models.incoming import Incoming
from agents.models.provider import ProviderModel, no_idle_connections
from agents.models.responses_reading import ResponsesIncoming, read_response
from agents.models.stops import Ear
from agents.models.wiring import (
    bodies,
    given,
    link,
    safe_arguments,
    safe_id,
    safe_name,
    settings_of,
)
from agents.remembering import Growing

LONGEST_ID = 64


@dataclass
class OpenAIResponses(ProviderModel):
    """`openai-responses:NAME`. There is no `stop` and no `seed` in this API."""

    base_url: str = "https://api.openai.com/v1"

    path: ClassVar[str] = "/responses"
    optional: ClassVar[frozenset[str]] = frozenset({"stream", "temperature", "text", "store"})

    @property
    def key_name(self) -> str:
        return "OPENAI_API_KEY"

    def wire(self, request: Request) -> Wire:
        items = [piece for pieces in _links(request.messages) for piece in pieces]
        return (
            *(link("tools", "tools", _tool(tool)) for tool in request.tools),
            *items,
            link("settings", "settings", self._settings(request)),
        )

    def payload(self, wire: Wire) -> dict[str, Any]:
        tools = bodies(wire, "tools")
        items = bodies(wire, "system", "user", "assistant", "tool")
        return {**settings_of(wire), "input": items, **({"tools": tools} if tools else {})}

    def connect(self) -> Any:
        import openai

        return openai.AsyncOpenAI(
            api_key=self.api_key,
            base_url=self.base_url,
            http_client=openai.DefaultAsyncHttpxClient(limits=no_idle_connections()),
        )

    def foreign_errors(self) -> tuple[type[Exception], ...]:
        import httpx2
        import openai

        return (openai.OpenAIError, httpx2.HTTPError)

    def incoming(self, request: Request, ear: Ear) -> Incoming:
        return ResponsesIncoming(request, ear)

    def read(self, message: dict[str, Any], request: Request, sent: Wire) -> Reply:
        return read_response(message, request, sent, self.model)

    def _settings(self, request: Request) -> dict[str, Any]:
        settings = [
            ("temperature", request.temperature),
            ("max_output_tokens", request.max_tokens),
            ("text", _format(request)),
            ("tool_choice", "none" if request.tools and request.tool_choice == "none" else None),
            ("stream", True),
            # nothing of a run is kept by the provider; its reasoning comes back encrypted
            ("store", False),
        ]
        return {"model": self.model, **given(settings, self.refused)}


def _format(request: Request) -> dict[str, Any] | None:
    if request.schema is None:
        return None
    schema = dict(request.schema)
    return {"format": {"type": "json_schema", "name": "reply", "schema": schema, "strict": False}}


def _tool(tool: ToolSpec) -> dict[str, Any]:
    return {
        "type": "function",
        "name": safe_name(tool.name),
        "description": tool.description,
        "parameters": dict(tool.parameters),
        "strict": False,
    }


def _items(message: Message) -> Iterable[tuple[Part, str, dict[str, Any]]]:
    """The items of `input` that a message becomes, each with its part and the role it plays."""
    if isinstance(message, Text):
        yield message.part, message.role, {"role": message.role, "content": message.text}
    elif isinstance(message, Answered):
        call_id = safe_id(message.call_id, LONGEST_ID)
        item = {"type": "function_call_output", "call_id": call_id, "output": message.text}
        yield "observation", "tool", item
    else:
        for item in _said(message):
            yield "reasoning", "assistant", item


def _linked(message: Message) -> list[Link]:
    return [link(part, role, item) for part, role, item in _items(message)]


_links = Growing(_linked)


def _said(said: Said) -> Iterable[dict[str, Any]]:
    """The provider's own items unchanged (reasoning must stand before the call it led to), but
    only the calls that were read from them, and with arguments that are valid JSON."""
    calls = {call.id: call for call in said.calls}
    raw = json.loads(said.raw) if said.raw and said.dialect == "responses" else []
    if not raw and said.text:
        yield {"role": "assistant", "content": said.text}
    for item in raw:
        if item.get("type") != "function_call":
            yield item
        elif (call := calls.pop(item.get("call_id"), None)) is not None:
            arguments = safe_arguments(call, item.get("arguments"))
            yield {**item, **_call(call), "arguments": arguments}
    for call in calls.values():
        yield {"type": "function_call", **_call(call), "arguments": safe_arguments(call)}


def _call(call: Call) -> dict[str, Any]:
    return {"call_id": safe_id(call.id, LONGEST_ID), "name": safe_name(call.name)}
