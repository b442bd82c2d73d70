"""What goes to a model and what comes back, whoever made the model.

Usage fields bear the names of OpenTelemetry's GenAI conventions (``gen_ai.usage.*``).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Part = Literal["tools", "system", "question", "reasoning", "observation", "note", "settings"]
"""What a piece of a request is made of; the context composition is drawn by it."""

Role = Literal["system", "user", "assistant"]
Dialect = Literal["text", "chat", "responses", "anthropic"]
Finish = Literal["stop", "length", "tool_calls", "refusal", "error", "cancelled"]
Origin = Literal["live", "replayed", "imported", "edited", "simulated"]


_canonical = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
_readable = json.JSONEncoder(ensure_ascii=False)


def canonical(value: Any) -> str:
    """JSON with sorted keys and no spaces: equal values give equal text."""
    return _canonical.encode(value)


def as_json(value: Any) -> str:
    """JSON for a wire or a record, readable as it is; lone surrogates become escapes."""
    text = _readable.encode(value)
    return text if _encodable(text) else json.dumps(value)


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model is told of it. `parameters` is a JSON schema of type object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """A wish to call a tool. A call with a `fault` is never run, but still gets its one result."""

    id: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    fault: str = ""
    """invalid_json, truncated_arguments; empty when the arguments could be read."""
    raw: str = ""
    """The arguments as the model wrote them, kept when they could not be read."""
    step: str = ""
    """The plan step that this call carries out, if any."""


@dataclass(frozen=True, slots=True)
class Text:
    role: Role
    text: str
    part: Part


@dataclass(frozen=True, slots=True)
class Said:
    """An assistant turn with native tool calls. `raw` goes back unchanged to its own dialect."""

    text: str
    calls: tuple[Call, ...]
    raw: str = ""
    dialect: Dialect = "text"


@dataclass(frozen=True, slots=True)
class Answered:
    """The one result of a native call, in call order."""

    call_id: str
    name: str
    text: str
    failed: bool = False


Message = Text | Said | Answered


@dataclass(frozen=True, slots=True)
class Request:
    """What a policy wants asked, before any provider's form."""

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    stop: tuple[str, ...] = ()
    schema: Mapping[str, Any] | None = None
    """A JSON schema that the reply's text must match (plan, verdict)."""
    tool_choice: Literal["auto", "none"] = "auto"
    temperature: float | None = None
    max_tokens: int | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one model call; None is unknown, never 0.

    `input_tokens` holds the cached ones too; cache and reasoning fields are parts of the
    wholes and are never added to them.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    reasoning_output_tokens: int | None = None
    source: Literal["reported", "counted", "unknown"] = "unknown"


@dataclass(frozen=True, slots=True)
class Link:
    """One piece of a request as sent: `body` is the JSON that stood on the wire."""

    part: Part
    role: str
    body: str

    @property
    def digest(self) -> str:
        """Names the content: role and body, not the part, which is only how we label it."""
        return _digest(self.role, self.body)


Wire = tuple[Link, ...]
"""A request as sent: tools, then messages, then the settings last, so that the next request
of a growing conversation continues this one's chain just before the settings."""


def chain(wire: Iterable[Link], parent: str = "") -> list[str]:
    """The digest of the request up to and including each link; the last one names the whole.

    `parent` is the digest of what comes before these links, to go on from a known beginning.
    """
    digests: list[str] = []
    for link in wire:
        parent = continued(parent, link.digest)
        digests.append(parent)
    return digests


def continued(parent: str, message: str) -> str:
    """The digest of a chain that goes on with one more message; `parent` is empty for the first."""
    return _digest(parent, message)


def _digest(one: str, other: str) -> str:
    joined = f"{one}\x00{other}"
    return hashlib.blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back from one model call, before a policy reads it."""

    text: str
    sent: Wire
    model: str
    """The model as the provider names it, which may be more exact than what was asked for."""
    dialect: Dialect
    calls: tuple[Call, ...] = ()
    thinking: str = ""
    finish: Finish = "stop"
    usage: Usage = Usage()
    raw: str = ""
    """The provider's assistant message as JSON, to travel back unchanged."""
    notes: tuple[str, ...] = ()
    """What had to be bent: `stop_refused`, `recovered_from_content`, ..."""
    first_token_at: float | None = None
    origin: Origin = "live"
