"""Chat completions: OpenAI's own, and every server that speaks them (Ollama, vLLM, llama.cpp)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar

from agents.messages import (
    Answered,
    Call,
    Link,
    Message,
    Reply,
    Request,
    Said,
    Text,
    ToolSpec,
    Wire,
)
from agents.models.chat_reading import ChatIncoming, read_chat
from agents.models.incoming import Incoming
from agents.models.provider import ProviderModel, no_idle_connections
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

LONGEST_ID = 40
MOST_STOPS = 4
"""More are refused by OpenAI; ours are all looked for on the client as well."""
TRAVELS_BACK = ("reasoning_content", "reasoning_details")
"""Fields of an assistant message with calls that other servers want to see again. OpenAI, which
never sends them, would refuse them in a history that another server began."""


@dataclass
class OpenAIChat(ProviderModel):
    """`openai:NAME` and `local:NAME`."""

    base_url: str = "https://api.openai.com/v1"

    path: ClassVar[str] = "/chat/completions"
    optional: ClassVar[frozenset[str]] = frozenset(
        {"stop", "stream", "stream_options", "temperature", "seed", "response_format"}
    )

    @property
    def key_name(self) -> str:
        return "TRIPTYCH_LOCAL_KEY" if self.is_local else "OPENAI_API_KEY"

    @property
    def is_local(self) -> bool:
        return self.name.startswith("local:")

    def wire(self, request: Request) -> Wire:
        return (
            *(link("tools", "tools", _tool(tool)) for tool in request.tools),
            *(_messages_with if self._extras else _messages_without)(request.messages),
            link("settings", "settings", self._settings(request)),
        )

    def payload(self, wire: Wire) -> dict[str, Any]:
        tools = bodies(wire, "tools")
        messages = bodies(wire, "system", "user", "assistant", "tool")
        return {**settings_of(wire), "messages": messages, **({"tools": tools} if tools else {})}

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
        return ChatIncoming(request, ear)

    def read(self, message: dict[str, Any], request: Request, sent: Wire) -> Reply:
        return read_chat(message, request, sent, self.model)

    @property
    def _extras(self) -> bool:
        return "://api.openai.com" not in self.base_url

    def _settings(self, request: Request) -> dict[str, Any]:
        # OpenAI's reasoning models refuse the old name, and some servers know only that one
        limit = "max_tokens" if self.is_local else "max_completion_tokens"
        streams = "stream" not in self.refused
        settings = [
            ("stop", list(request.stop[:MOST_STOPS])),
            ("temperature", request.temperature),
            (limit, request.max_tokens),
            ("seed", request.seed),
            ("response_format", _format(request)),
            ("tool_choice", "none" if request.tools and request.tool_choice == "none" else None),
            ("stream", streams or None),
            ("stream_options", {"include_usage": True} if streams else None),
        ]
        return {"model": self.model, **given(settings, self.refused)}


def _format(request: Request) -> dict[str, Any] | None:
    if request.schema is None:
        return None
    schema = {"name": "reply", "schema": dict(request.schema), "strict": False}
    return {"type": "json_schema", "json_schema": schema}


def _tool(tool: ToolSpec) -> dict[str, Any]:
    function = {
        "name": safe_name(tool.name),
        "description": tool.description,
        "parameters": dict(tool.parameters),
    }
    return {"type": "function", "function": function}


def _message(message: Message, extras: bool) -> Link:
    if isinstance(message, Text):
        body: dict[str, Any] = {"role": message.role, "content": message.text}
        return link(message.part, message.role, body)
    if isinstance(message, Answered):
        call_id = safe_id(message.call_id, LONGEST_ID)
        body = {"role": "tool", "tool_call_id": call_id, "content": message.text}
        return link("observation", "tool", body)
    return link("reasoning", "assistant", _assistant(message, extras))


def _with_extras(message: Message) -> Link:
    return _message(message, extras=True)


def _without_extras(message: Message) -> Link:
    return _message(message, extras=False)


_messages_with, _messages_without = Growing(_with_extras), Growing(_without_extras)


def _assistant(said: Said, extras: bool) -> dict[str, Any]:
    """Text and calls are what was read from the reply; from `raw` come only the things that
    nobody but the server understands."""
    raw = json.loads(said.raw) if said.raw and said.dialect == "chat" else {}
    written = {
        item["id"]: item
        for item in raw.get("tool_calls") or ()
        if isinstance(item, dict) and item.get("id")
    }
    body: dict[str, Any] = {"role": "assistant", "content": said.text or None}
    if not said.calls:
        return {**body, "content": said.text}
    body |= {name: raw[name] for name in TRAVELS_BACK if extras and raw.get(name)}
    body["tool_calls"] = [_tool_call(call, written.get(call.id, {}), extras) for call in said.calls]
    return body


def _tool_call(call: Call, written: dict[str, Any], extras: bool) -> dict[str, Any]:
    function = written.get("function")
    arguments = function.get("arguments") if isinstance(function, dict) else None
    extra = {k: v for k, v in written.items() if k not in ("index", "id", "type", "function")}
    return {
        "id": safe_id(call.id, LONGEST_ID),
        "type": "function",
        "function": {
            "name": safe_name(call.name),
            "arguments": safe_arguments(call, arguments),
        },
        **(extra if extras else {}),
    }
