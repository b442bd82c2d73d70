"""Refuses what the real APIs refuse. Each check gives the message of a 400, or None."""

from __future__ import annotations

import json
import re
from typing import Any

NAME = re.compile(r"^[a-zA-Z0-9_-]{1,64}$")
CHAT_SETTINGS = {
    "model", "messages", "tools", "tool_choice", "stop", "temperature", "max_tokens",
    "max_completion_tokens", "seed", "response_format", "stream", "stream_options",
}  # fmt: skip
RESPONSES_SETTINGS = {
    "model", "input", "tools", "tool_choice", "temperature", "max_output_tokens", "text",
    "stream", "store", "previous_response_id", "instructions",
}  # fmt: skip
ANTHROPIC_SETTINGS = {
    "model", "messages", "system", "tools", "tool_choice", "stop_sequences", "temperature",
    "max_tokens", "stream",
}  # fmt: skip


def chat_fault(body: dict[str, Any]) -> str | None:
    if unknown := set(body) - CHAT_SETTINGS:
        return f"Unrecognized request argument supplied: {min(unknown)}"
    if len(body.get("stop") or ()) > 4:
        return "Invalid 'stop': array too long. Expected an array with maximum length 4."
    if body.get("tool_choice") and not body.get("tools"):
        return "'tool_choice' is only allowed when 'tools' are specified."
    for tool in body.get("tools") or ():
        if not NAME.match(tool["function"]["name"]):
            return "Invalid 'tools[0].function.name': string does not match pattern."
    if "response_format" in body and "name" not in body["response_format"]["json_schema"]:
        return "Missing required parameter: 'response_format.json_schema.name'."
    waiting: list[str] = []
    for place, message in enumerate(body["messages"]):
        role = message["role"]
        if role == "tool":
            if message["tool_call_id"] not in waiting:
                return f"Invalid parameter: messages[{place}] answers no preceding 'tool_calls'."
            waiting.remove(message["tool_call_id"])
            continue
        if waiting:
            return f"An assistant message with 'tool_calls' lacks responses to: {waiting}"
        if role == "assistant":
            if message.get("content") is None and not message.get("tool_calls"):
                return f"Invalid value for 'content': expected a string, got null ({place})."
            for call in message.get("tool_calls") or ():
                if fault := _call_fault(call["id"], call["function"], 40):
                    return fault
                waiting.append(call["id"])
            if len(set(waiting)) < len(waiting):
                return f"Duplicate tool call ids: {waiting}"
        elif not isinstance(message.get("content"), str):
            return f"Invalid type for 'messages[{place}].content'."
    return (
        f"An assistant message with 'tool_calls' lacks responses to: {waiting}" if waiting else None
    )


def _call_fault(call_id: Any, function: dict[str, Any], longest: int) -> str | None:
    if not isinstance(call_id, str) or not 0 < len(call_id) <= longest:
        return f"Invalid call id {call_id!r}"
    if not NAME.match(str(function.get("name"))):
        return f"Invalid function name {function.get('name')!r}: does not match the pattern."
    arguments = function.get("arguments")
    if not isinstance(arguments, str):
        return f"Invalid type for 'arguments': expected a string, got {type(arguments).__name__}."
    try:
        json.loads(arguments)
    except ValueError:
        return f"Invalid 'arguments': not valid JSON: {arguments}"
    return None


def responses_fault(body: dict[str, Any]) -> str | None:
    if unknown := set(body) - RESPONSES_SETTINGS:
        return f"Unknown parameter: '{min(unknown)}'."
    calls: list[str] = []
    for place, item in enumerate(body["input"]):
        kind = item.get("type", "message")
        if kind == "function_call":
            if fault := _call_fault(item["call_id"], item, 64):
                return fault
            calls.append(item["call_id"])
        elif kind == "function_call_output":
            if item["call_id"] not in calls:
                return (
                    f"No tool call found for function call output with call_id {item['call_id']}."
                )
            calls.remove(item["call_id"])
        elif kind == "reasoning" and place + 1 == len(body["input"]):
            return f"Item '{item['id']}' was provided without its required following item."
        elif kind == "message" and item["role"] not in ("system", "user", "assistant"):
            return f"Invalid value: '{item['role']}'."
    return f"No tool output found for function call {calls[0]}." if calls else None


def anthropic_fault(body: dict[str, Any]) -> str | None:
    if unknown := set(body) - ANTHROPIC_SETTINGS:
        return f"{min(unknown)}: Extra inputs are not permitted"
    if not isinstance(body.get("max_tokens"), int):
        return "max_tokens: Field required"
    if any(not stop.strip() for stop in body.get("stop_sequences") or ()):
        return "stop_sequences: each stop sequence must contain non-whitespace"
    for tool in body.get("tools") or ():
        if not NAME.match(tool["name"]):
            return "tools.0.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'"
    expected, waiting, seen = "user", [], set[str]()
    for place, message in enumerate(body["messages"]):
        if message["role"] != expected:
            return f"messages: roles must alternate between user and assistant ({place})"
        expected = "assistant" if expected == "user" else "user"
        blocks = message["content"]
        if not blocks:
            return f"messages.{place}: content must be non-empty"
        if any(b["type"] == "text" and not b["text"].strip() for b in blocks):
            return f"messages.{place}: text content blocks must contain non-whitespace text"
        results = [b["tool_use_id"] for b in blocks if b["type"] == "tool_result"]
        if results != waiting:
            return f"messages.{place}: `tool_use` ids were found without `tool_result`: {waiting}"
        if any(b["type"] != "tool_result" for b in blocks[: len(results)]):
            return f"messages.{place}: `tool_result` blocks must come first"
        uses = [b for b in blocks if b["type"] == "tool_use"]
        for use in uses:
            if not isinstance(use["input"], dict):
                return f"messages.{place}.tool_use.input: Input should be a valid dictionary"
            if not NAME.match(use["name"]) or not NAME.match(use["id"]):
                return f"messages.{place}.tool_use: String should match pattern"
            if use["id"] in seen:
                return "messages: `tool_use` ids must be unique"
            seen.add(use["id"])
        if uses and not body.get("tools"):
            return "tools: required when messages hold tool_use blocks"
        waiting = [use["id"] for use in uses]
    return f"messages: `tool_use` ids without `tool_result`: {waiting}" if waiting else None
