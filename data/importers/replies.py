"""The body of a response in any form, as one reply with its usage."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agents.messages import Usage
from agents.models.usage import anthropic_usage, chat_usage, responses_usage
from data.importers import sse
from data.importers.hostile import text_of, word
from data.importers.items import fold, is_call
from data.importers.request_forms import messages_in
from data.importers.spoken import role_of, said
from data.importers.spoken_parts import FINISH, Said
from data.importers.usages import usage_of

Json = dict[str, Any]


@dataclass
class Reply:
    said: Said
    usage: Usage = field(default_factory=Usage)
    model: str = ""
    id: str = ""
    at: Any = None
    """When the provider says it was made, seconds since the epoch."""
    error: str = ""
    choices: int = 1


def reply_in(value: Any) -> Reply | None:
    """None for what is no reply in a known form. A text is none either. Never raises."""
    if isinstance(value, list):
        return _listed(value)
    if not isinstance(value, dict):
        return None
    raw = value.get("_raw_sse")
    if isinstance(raw, str):
        value = sse.joined(sse.events(raw))
        if value is None:
            return None
    if isinstance(value.get("choices"), list):
        return _chat(value)
    if isinstance(value.get("output"), list) and (
        value.get("object") == "response" or _items(value["output"])
    ):
        return _responses(value)
    if isinstance(value.get("candidates"), list):
        return _gemini(value)
    if isinstance(value.get("generations"), list):
        return _generations(value)
    if isinstance(value.get("message"), dict) and role_of(value["message"]):
        found = Reply(said(value["message"], "assistant"))
        found.said.finish = found.said.finish or FINISH.get(word(value.get("finish_reason")))
        return found
    if value.get("type") == "error" or (value.get("error") and "content" not in value):
        return Reply(Said("assistant", value, finish="error"), error=error_in(value))
    if role_of(value) == "assistant" or isinstance(value.get("content"), list):
        return _message(value)
    for name in ("messages", "output", "content", "text"):
        inner = value.get(name)
        if isinstance(inner, list | dict):
            found_in = reply_in(inner)
            if found_in is not None:
                return found_in
        elif isinstance(inner, str) and name != "messages":
            return Reply(Said("assistant", value, inner))
    return None


def error_in(value: Any) -> str:
    """The text of an error body."""
    error = value.get("error", value) if isinstance(value, dict) else value
    if isinstance(error, dict) and isinstance(error.get("message"), str):
        return text_of(error["message"])
    return text_of(error)


def _items(value: list[Any]) -> bool:
    kinds = [word(one.get("type")) for one in value if isinstance(one, dict)]
    return bool(kinds) and any(
        kind in ("message", "reasoning") or is_call({"type": kind}) for kind in kinds
    )


def _about(value: Json, *times: str) -> Json:
    at = next((value[name] for name in times if value.get(name) is not None), None)
    return {"model": text_of(value.get("model")), "id": text_of(value.get("id")), "at": at}


def _chat(value: Json) -> Reply:
    choices = [one for one in value["choices"] if isinstance(one, dict)]
    first = choices[0] if choices else {}
    message = first.get("message", first.get("delta"))
    spoken = said(message, "assistant") if isinstance(message, dict) else Said("assistant")
    spoken.role = "assistant"
    if isinstance(first.get("text"), str) and message is None:
        spoken.text = first["text"]  # the older completions
    reason = first.get("finish_reason")
    if isinstance(reason, dict):  # LangSmith's SDK keeps the last chunk there
        reason = reason.get("finish_reason")
    spoken.finish = spoken.finish or FINISH.get(word(reason))
    usage = value.get("usage")
    return Reply(spoken, chat_usage(usage), **_about(value, "created"), choices=len(choices) or 1)


def _responses(value: Json) -> Reply:
    spoken = fold(value["output"])
    reason = value.get("incomplete_details")
    reason = reason.get("reason") if isinstance(reason, dict) else value.get("status")
    spoken.finish = spoken.finish or FINISH.get(word(reason))
    about = _about(value, "completed_at", "created_at")
    error = error_in(value["error"]) if value.get("error") else ""
    return Reply(spoken, responses_usage(value.get("usage")), **about, error=error)


def _message(value: Json) -> Reply:
    """One message; Anthropic's bears its usage."""
    spoken = said(value, "assistant")
    spoken.role = "assistant"
    usage = value.get("usage")
    anthropic = isinstance(usage, dict) and "input_tokens" in usage
    if value.get("type") == "message":
        spoken.dialect = "anthropic"
    found = Usage()
    if isinstance(usage, dict):
        found = anthropic_usage(usage) if anthropic else chat_usage(usage)
    meta = value.get("usage_metadata")
    if isinstance(meta, dict) and found == Usage():
        found = metadata_usage(meta)
    return Reply(spoken, found, **_about(value, "created", "created_at"))


def _gemini(value: Json) -> Reply:
    first = next((one for one in value["candidates"] if isinstance(one, dict)), {})
    content = first.get("content")
    spoken = said(content, "assistant") if content is not None else Said("assistant")
    spoken.role = "assistant"
    reason = first.get("finishReason", first.get("finish_reason"))
    spoken.finish = FINISH.get(word(reason))
    meta = value.get("usageMetadata", value.get("usage_metadata"))
    usage = _gemini_usage(meta) if isinstance(meta, dict) else Usage()
    model = text_of(value.get("modelVersion") or value.get("model_version"))
    return Reply(spoken, usage, model=model)


def _gemini_usage(meta: Json) -> Usage:
    def of(camel: str, snake: str) -> Any:
        return meta.get(camel, meta.get(snake))

    thoughts = of("thoughtsTokenCount", "thoughts_token_count")
    output = of("candidatesTokenCount", "candidates_token_count")
    if isinstance(thoughts, int) and isinstance(output, int):
        output += thoughts  # Gemini counts them beside the answer's
    return usage_of(
        of("promptTokenCount", "prompt_token_count"), output,
        of("cachedContentTokenCount", "cached_content_token_count"), None, thoughts,
    )  # fmt: skip


def _generations(value: Json) -> Reply | None:
    """LangChain's: a list for each prompt, of a list of choices."""
    first = value["generations"][0] if value["generations"] else None
    first = first[0] if isinstance(first, list) and first else first
    if not isinstance(first, dict):
        return None
    message = first.get("message")
    spoken = said(message, "assistant") if isinstance(message, dict) else Said("assistant", first)
    spoken.role = "assistant"
    spoken.text = spoken.text or text_of(first.get("text"))
    about = first.get("generation_info")
    if isinstance(about, dict):
        spoken.finish = spoken.finish or FINISH.get(word(about.get("finish_reason")))
    usage, model = Usage(), ""
    inner = message.get("kwargs", message) if isinstance(message, dict) else {}
    if isinstance(inner, dict) and isinstance(inner.get("usage_metadata"), dict):
        usage = metadata_usage(inner["usage_metadata"])
    told = value.get("llm_output")
    if isinstance(told, dict):
        model = text_of(told.get("model_name") or told.get("model"))
        if usage == Usage():
            usage = chat_usage(told.get("token_usage", told.get("usage")))
    return Reply(spoken, usage, model=model)


def metadata_usage(meta: Json) -> Usage:
    """LangChain's `usage_metadata`, in which the input holds the cached tokens."""
    read, out = meta.get("input_token_details"), meta.get("output_token_details")
    read = read if isinstance(read, dict) else {}
    out = out if isinstance(out, dict) else {}
    return usage_of(
        meta.get("input_tokens"), meta.get("output_tokens"),
        read.get("cache_read"), read.get("cache_creation"), out.get("reasoning"),
    )  # fmt: skip


def _listed(value: list[Any]) -> Reply | None:
    """The last turn of a list of messages, a list of Responses items, or of calls alone."""
    if not value:
        return None
    if all(isinstance(one, dict) and one.get("toolName") for one in value):
        return Reply(said({"role": "assistant", "tool_calls": value}))
    if _items(value) and not any(isinstance(o, dict) and o.get("parts") for o in value):
        return Reply(fold(value))
    if messages_in(value) is not None:
        if isinstance(value[0], list):
            return _listed(value[0])
        last = next((one for one in reversed(value) if role_of(one) == "assistant"), None)
        return None if last is None else _message(last)
    first = value[0]
    if isinstance(first, dict) and isinstance(first.get("message"), dict):
        return reply_in(first)
    if isinstance(first, dict) and word(first.get("type")):
        return Reply(said({"role": "assistant", "content": value}))
    return None
