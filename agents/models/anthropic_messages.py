"""Anthropic's Messages API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from agents.messages import Link, Part, Reply, Request, Said, Text, ToolSpec, Wire
from agents.models.anthropic_blocks import assistant_blocks, result_block, text_block
from agents.models.anthropic_reading import AnthropicIncoming, read_message
from agents.models.incoming import Incoming
from agents.models.provider import ProviderModel, no_idle_connections
from agents.models.stops import Ear
from agents.models.wiring import bodies, given, link, safe_name, settings_of

DEFAULT_MAX_TOKENS = 4096
"""The API wants a limit in every request."""


@dataclass
class AnthropicMessages(ProviderModel):
    """`anthropic:NAME`. There is no `seed` in this API; a schema is asked for by the prompt."""

    base_url: str = "https://api.anthropic.com"

    path: ClassVar[str] = "/v1/messages"
    optional: ClassVar[frozenset[str]] = frozenset({"stop_sequences", "stream", "temperature"})

    @property
    def key_name(self) -> str:
        return "ANTHROPIC_API_KEY"

    def wire(self, request: Request) -> Wire:
        tools, choice = _tools(request)
        return (
            *(link("tools", "tools", _tool(tool)) for tool in tools),
            *_system(request),
            *_turns(request),
            link("settings", "settings", self._settings(request, choice)),
        )

    def payload(self, wire: Wire) -> dict[str, Any]:
        tools, system = bodies(wire, "tools"), bodies(wire, "system")
        return {
            **settings_of(wire),
            **({"system": system} if system else {}),
            "messages": bodies(wire, "user", "assistant"),
            **({"tools": tools} if tools else {}),
        }

    def connect(self) -> Any:
        import anthropic

        return anthropic.AsyncAnthropic(
            api_key=self.api_key,
            base_url=self.base_url,
            http_client=anthropic.DefaultAsyncHttpxClient(limits=no_idle_connections()),
        )

    def foreign_errors(self) -> tuple[type[Exception], ...]:
        import anthropic
        import httpx2

        return (anthropic.AnthropicError, httpx2.HTTPError)

    def incoming(self, request: Request, ear: Ear) -> Incoming:
        return AnthropicIncoming(request, ear)

    def read(self, message: dict[str, Any], request: Request, sent: Wire) -> Reply:
        return read_message(message, request, sent, self.model)

    def _settings(self, request: Request, choice: dict[str, Any] | None) -> dict[str, Any]:
        # the API refuses stop sequences of blanks only
        stops = [stop for stop in request.stop if stop.strip()]
        settings = [
            ("max_tokens", request.max_tokens or DEFAULT_MAX_TOKENS),
            ("stop_sequences", stops),
            ("temperature", request.temperature),
            ("tool_choice", choice),
            ("stream", True),
        ]
        return {"model": self.model, **given(settings, self.refused)}


def _tools(request: Request) -> tuple[tuple[ToolSpec, ...], dict[str, Any] | None]:
    """The API refuses a history with calls where no tools are given: then the tools that the
    history names stand there, not to be called."""
    if request.tools:
        return request.tools, {"type": "none"} if request.tool_choice == "none" else None
    called = [c.name for m in request.messages if isinstance(m, Said) for c in m.calls]
    named = [ToolSpec(name, "", {"type": "object"}) for name in dict.fromkeys(called)]
    return tuple(named), {"type": "none"} if named else None


def _tool(tool: ToolSpec) -> dict[str, Any]:
    return {
        "name": safe_name(tool.name),
        "description": tool.description,
        "input_schema": dict(tool.parameters),
    }


def _system(request: Request) -> list[Link]:
    return [
        link("system", "system", text_block(message.text))
        for message in request.messages
        if isinstance(message, Text) and message.role == "system" and message.text.strip()
    ]


def _turns(request: Request) -> list[Link]:
    """Messages of alternating roles: what follows a message of its own role joins it.

    The results of one turn so come to stand in one user message, and first in it.
    """
    turns: list[tuple[Part, str, list[dict[str, Any]]]] = []
    for message in request.messages:
        part: Part = "observation"
        role = "user"
        if isinstance(message, Text):
            if message.role == "system":
                continue
            part, role = message.part, message.role
            blocks = [text_block(message.text)] if message.text.strip() else []
        elif isinstance(message, Said):
            part, role, blocks = "reasoning", "assistant", assistant_blocks(message)
        else:
            blocks = [result_block(message)]
        if turns and turns[-1][1] == role:
            turns[-1][2].extend(blocks)
        elif blocks:
            turns.append((part, role, blocks))
    return [
        link(part, role, {"role": role, "content": _results_first(blocks)})
        for part, role, blocks in turns
    ]


def _results_first(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(blocks, key=lambda block: block["type"] != "tool_result")
