"""A run as one line of OpenAI's fine-tuning form: `{"messages": [...], "tools": [...]}`.

A line is the conversation that the run's last model call stood in, with the reply. It keeps the
rules of the API: an assistant has the last word, and every call before that is answered right
after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from agents.events import Event, Replied, Returned, Started
from agents.messages import as_json
from agents.models.wiring import safe_name
from data.exporters.recorded import rows_of
from data.exporters.spoken import Asked, Listener, Message, reply_parts
from data.store import Store
from data.writing.codec import plain

Json = dict[str, Any]

OTHERS = "model calls of other conversations of a run (a planner's, an evaluator's, one before)"
NO_REPLY = "runs without a reply: no line"
SUB_RUNS = "sub-runs: export them as runs of their own"
THOUGHTS = "reasoning beside the text: the form has no place for it"
MEDIA = "parts that are neither text nor picture: the form has no place for them"
UNANSWERED = "calls without a result: taken out, since the API asks for one to each"
ORPHANS = "results of calls that are not in the conversation: taken out"
CUT = "messages after the last reply: taken out, since an assistant has the last word"
NO_TOOLS = "runs with calls whose tools' definitions are not on record"
REBUILT = "conversations put together from the steps, since no request is on record"


def export(store: Store, run_ids: Iterable[str]) -> tuple[str, list[str]]:
    """Lines, and what did not fit. Raises BadInput for a run that is not there."""
    left_out: Counter[str] = Counter()
    lines = []
    rows = rows_of(store, run_ids)
    chosen = {row.run_id for row in rows}
    for row in rows:
        inner = store.sub_runs(row.run_id) if row.sub_runs else []
        left_out[SUB_RUNS] += sum(one.run_id not in chosen for one in inner)
        line = _line(store, store.events(row.run_id), left_out)
        if line is None:
            left_out[NO_REPLY] += 1
        else:
            lines.append(plain(as_json(line)) + "\n")
    return "".join(lines), [f"{n:,} {what}" for what, n in sorted(left_out.items()) if n]


def _line(store: Store, events: Sequence[Event], left_out: Counter[str]) -> Json | None:
    replies = [e for e in events if isinstance(e, Replied) and e.finish not in ("error",
               "cancelled")]  # fmt: skip
    if not replies:
        return None
    last = replies[-1]
    links = store.request(last.request) if last.request else []
    asked = Listener().asked(links)
    messages = asked.messages
    if not messages:
        messages = _from_steps(events, last)
        left_out[REBUILT] += 1
    messages = [*messages, Message("assistant", reply_parts(last, asked)), *_results(events, last)]
    said = _sound(_chat(messages, left_out), left_out)
    if not said:
        return None
    inside = sum(one["role"] == "assistant" for one in said)
    left_out[OTHERS] += max(0, len(replies) - inside)
    tools = [_tool(tool.name, tool.description, tool.parameters) for tool in asked.tools]
    left_out[NO_TOOLS] += not tools and any("tool_calls" in one for one in said)
    return {"messages": said, **({"tools": tools} if tools else {})}


def _tool(name: str, description: str, parameters: Any) -> Json:
    function = {"name": safe_name(name), "description": description, "parameters": parameters}
    return {"type": "function", "function": function}


def _from_steps(events: Sequence[Event], last: Replied) -> list[Message]:
    found: list[Message] = []
    for event in events:
        if event is last:
            break
        if isinstance(event, Started) and event.question:
            found.append(Message("user", [{"type": "text", "content": event.question}]))
        elif isinstance(event, Replied):
            found.append(Message("assistant", reply_parts(event, Asked())))
        elif isinstance(event, Returned):
            found.append(_result(event))
    return found


def _results(events: Sequence[Event], last: Replied) -> list[Message]:
    """Of the calls in the last reply; they are in no request."""
    wished = {call.id for call in last.reading.calls}
    after = events[events.index(last) + 1 :]
    return [_result(e) for e in after if isinstance(e, Returned) and e.call.id in wished]


def _result(event: Returned) -> Message:
    part = {"type": "tool_call_response", "id": event.call.id, "response": event.output}
    return Message("tool", [part])


def _chat(messages: Sequence[Message], left_out: Counter[str]) -> list[Json]:
    """In the form of the chat API; assistants' messages in a row are one."""
    found: list[Json] = []
    for message in messages:
        if message.role == "tool":
            for part in message.parts:
                told = {"tool_call_id": part.get("id", ""), "content": part.get("response", "")}
                found.append({"role": "tool", **told})
            continue
        calls = [_call(part) for part in message.parts if part["type"] == "tool_call"]
        content: Any = _content(message.parts, left_out)
        if message.role != "assistant":
            if content:  # LangGraph's JavaScript has the name of a tool for a role
                role = "system" if message.role == "system" else "user"
                found.append({"role": role, "content": content})
            continue
        if found and found[-1]["role"] == "assistant":
            before = found.pop()
            texts = [t for t in (before["content"], content) if t]
            content = "\n".join(map(str, texts)) if texts else ""
            calls = before.get("tool_calls", []) + calls
        if content or calls:
            said: Json = {"role": "assistant", "content": content or None}
            found.append({**said, **({"tool_calls": calls} if calls else {})})
    return found


def _content(parts: Sequence[Json], left_out: Counter[str]) -> str | list[Json]:
    pictures = [part for part in parts if part["type"] == "image_url"]
    texts = [part["content"] for part in parts if part["type"] == "text" and part["content"]]
    left_out[THOUGHTS] += sum(part["type"] == "reasoning" for part in parts)
    known = ("text", "tool_call", "reasoning", "image_url")
    left_out[MEDIA] += sum(part["type"] not in known for part in parts)
    if pictures:
        return [*({"type": "text", "text": text} for text in texts), *pictures]
    return "\n".join(texts)


def _call(part: Json) -> Json:
    arguments = part.get("arguments", {})
    written = arguments if isinstance(arguments, str) else as_json(arguments)
    function = {"name": safe_name(str(part.get("name", ""))), "arguments": written}
    return {"id": part.get("id", ""), "type": "function", "function": function}


def _sound(messages: list[Json], left_out: Counter[str]) -> list[Json]:
    """With each call answered once, right after its message, and ids that occur once."""
    found: list[Json] = []
    used: set[str] = set()
    at = 0
    while at < len(messages):
        message = messages[at]
        at += 1
        if message["role"] == "tool":
            left_out[ORPHANS] += 1
        elif message.get("tool_calls"):
            results: list[Json] = []
            while at < len(messages) and messages[at]["role"] == "tool":
                results.append(messages[at])
                at += 1
            last = at == len(messages)
            found += _answered(message, results, used, left_out, last=last)
        else:
            found.append(message)
    # a prompt that nothing answered, or results that no reply followed: their calls may be last
    while found and found[-1]["role"] != "assistant" and not _asks_only(found):
        left_out[CUT] += 1
        found.pop()
    return [] if _asks_only(found) else found


def _asks_only(messages: Sequence[Json]) -> bool:
    return not any(message["role"] == "assistant" for message in messages)


def _answered(
    message: Json, results: list[Json], used: set[str], left_out: Counter[str], *, last: bool
) -> list[Json]:
    calls, told = [], []
    for call in message["tool_calls"]:
        result = next((one for one in results if one["tool_call_id"] == call["id"]), None)
        if result is not None:
            results.remove(result)
        elif not last:
            left_out[UNANSWERED] += 1
            continue
        name = call["id"]
        if not name or name in used:
            name = next(
                n for i in range(len(used) + 1) if (n := f"call_{i}_{name}"[:40]) not in used
            )
        used.add(name)
        calls.append({**call, "id": name})
        told += [{**result, "tool_call_id": name}] if result else []
    left_out[ORPHANS] += len(results)
    if calls:
        return [{**message, "tool_calls": calls}, *told]
    content = message["content"]
    return [{"role": "assistant", "content": content}] if content else []
