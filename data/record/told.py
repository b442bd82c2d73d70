"""How a foreign run began, out of the requests on its record, whatever API they were sent to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from agents.messages import Answered, Call, Link, Message, Said, Text
from agents.told import Told
from data.exporters.spoken import Listener
from data.exporters.spoken import Message as Heard

NOT_SENT = frozenset({"text", "reasoning", "tool_call", "tool_call_response"})
"""Parts that are read here. Thoughts of an earlier turn are not sent again: no provider needs them,
and those that sign them refuse a part of them."""


def told_in(first: Sequence[Link], last: Sequence[Link], paradigm: str) -> Told | None:
    """`first` is the run's first request, `last` the one before the step in question: another agent
    may have taken over since, with a system prompt of its own. None where nothing is told."""
    lost: Counter[str] = Counter()
    messages = list(_messages(_said(first), lost))
    system = _system(last) or _system(first)
    if not messages and not system:
        return None
    whole = tuple(_whole(messages))
    asked = [i for i, m in enumerate(whole) if isinstance(m, Text) and m.role == "user"]
    return Told(system, whole, paradigm, asked[-1] if asked else None, dict(lost))


def _system(request: Sequence[Link]) -> str:
    """Of the system's messages that stand before anybody has said anything."""
    texts: list[str] = []
    for message in Listener().asked(request).messages:
        if message.role != "system":
            break
        texts.append(_text(message))
    return "\n\n".join(filter(None, texts))


def _said(request: Sequence[Link]) -> list[Heard]:
    messages = Listener().asked(request).messages
    first = next((i for i, m in enumerate(messages) if m.role != "system"), len(messages))
    return messages[first:]


def _messages(said: Iterable[Heard], lost: Counter[str]) -> Iterator[Message]:
    for message in said:
        lost.update(p["type"] for p in message.parts if p["type"] not in NOT_SENT)
        text = _text(message)
        if message.role == "system":
            yield Text("system", text, "system")
        elif message.role == "tool":
            for part in message.parts:
                if part["type"] == "tool_call_response":
                    yield Answered(part["id"], "", part["response"])
        elif message.role != "assistant":
            yield Text("user", text, "question")
        else:
            calls = tuple(_call(part) for part in message.parts if part["type"] == "tool_call")
            yield Said(text, calls) if calls else Text("assistant", text, "reasoning")


def _text(message: Heard) -> str:
    return "\n".join(p["content"] for p in message.parts if p["type"] == "text" and p["content"])


def _call(part: dict[str, object]) -> Call:
    arguments = part.get("arguments")
    held = arguments if isinstance(arguments, dict) else {"arguments": arguments}
    return Call(str(part.get("id") or ""), str(part.get("name") or "unknown"), held)


def _whole(messages: Sequence[Message]) -> Iterator[Message]:
    """Each call with its one result right after it, as every provider wants it; what has none, and
    what is empty, is left out."""
    place = 0
    while place < len(messages):
        message = messages[place]
        place += 1
        if isinstance(message, Text) and message.text.strip():
            yield message
        if not isinstance(message, Said):
            continue
        results: dict[str, Answered] = {}
        while place < len(messages) and isinstance(result := messages[place], Answered):
            results.setdefault(result.call_id, result)
            place += 1
        calls = tuple({c.id: c for c in message.calls if c.id in results}.values())
        if calls:
            yield Said(message.text, calls)
            yield from (Answered(c.id, c.name, results[c.id].text) for c in calls)
        elif message.text.strip():
            yield Text("assistant", message.text, "reasoning")
