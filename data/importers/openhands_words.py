"""What an event of OpenHands says, in our words."""

from __future__ import annotations

from typing import Any

from agents.messages import Usage
from agents.models.usage import chat_usage
from data.importers.hostile import count_of, text_of

NO_CALLS = frozenset({"finish", "message", "system", "recall", "change_agent_state"})
"""Actions that call no tool."""
STILL_RUNNING = -1
"""An exit code that is none: the command had not ended when the model was told of its output."""


def _metadata(event: dict[str, Any]) -> dict[str, Any]:
    found = event.get("tool_call_metadata")
    return found if isinstance(found, dict) else {}


def acts(event: dict[str, Any]) -> bool:
    return isinstance(event.get("action"), str) and _metadata(event) != {}


def call_id_of(event: dict[str, Any]) -> str:
    return text_of(_metadata(event).get("tool_call_id"))


def response_of(event: dict[str, Any]) -> dict[str, Any] | None:
    found = _metadata(event).get("model_response")
    return found if isinstance(found, dict) else None


def usage_in(told: dict[str, Any]) -> Usage:
    """As litellm has it: prompt tokens with the cached ones in them."""
    usage = chat_usage(told)
    written = count_of(told.get("cache_creation_input_tokens"))
    read = count_of(told.get("cache_read_input_tokens"))
    if usage.source != "reported":
        return usage
    cached = usage.cache_read_input_tokens
    return Usage(
        usage.input_tokens, usage.output_tokens, read if read is not None else cached,
        written if written is not None else usage.cache_creation_input_tokens,
        usage.reasoning_output_tokens, "reported",
    )  # fmt: skip


def answer_in(event: dict[str, Any], args: dict[str, Any]) -> str | None:
    outputs = args.get("outputs")
    content = outputs.get("content") if isinstance(outputs, dict) else None
    for said in (args.get("final_thought"), content, args.get("thought"), event.get("message")):
        if isinstance(said, str) and said.strip():
            return said
    return None


def refused(kind: str, content: str) -> bool:
    """The editor's tools mark nothing as failed: they begin their result with a word."""
    return kind in ("edit", "read") and content.startswith("ERROR:")


def failed(event: dict[str, Any], kind: str, extras: dict[str, Any]) -> bool:
    about = extras.get("metadata")
    code = about.get("exit_code") if isinstance(about, dict) else None
    for other in (extras.get("exit_code"), event.get("exit_code")):
        code = other if code is None else code
    return kind == "error" or code not in (0, None, STILL_RUNNING)
