"""A user's own loops, recorded: python capturing.py DASHBOARD_URL PROTOCOL_SERVER_URL"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from triptych.capture import capture, flush, run

KEY = "sk-captured-000011112222"
WEATHER = {
    "name": "weather",
    "description": "The weather.",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
}


def loop(client: Any, question: str, stream: bool) -> str:
    """As people write it: ask, run the tools, go on until there is an answer."""
    messages: list[Any] = [{"role": "user", "content": question}]
    while True:
        asked: dict[str, Any] = {
            "model": "gpt-4o",
            "messages": messages,
            "tools": [{"type": "function", "function": WEATHER}],
        }
        if stream:
            text, calls = _streamed(client, asked)
        else:
            reply = client.chat.completions.create(**asked).choices[0].message
            text, calls = reply.content, [c.model_dump() for c in reply.tool_calls or []]
        if not calls:
            return str(text)
        messages.append({"role": "assistant", "content": text, "tool_calls": calls})
        for call in calls:
            city = json.loads(call["function"]["arguments"])["city"]
            result = {"role": "tool", "tool_call_id": call["id"], "content": f"rain in {city}"}
            messages.append(result)


def _streamed(client: Any, asked: Any) -> tuple[str, list[Any]]:
    text, calls = "", []
    options = {"include_usage": True}
    for chunk in client.chat.completions.create(**asked, stream=True, stream_options=options):
        for choice in chunk.choices:
            text += choice.delta.content or ""
            for call in choice.delta.tool_calls or []:
                if call.id:
                    calls.append({"id": call.id, "type": "function", "function": {
                        "name": call.function.name, "arguments": ""}})  # fmt: skip
                calls[-1]["function"]["arguments"] += call.function.arguments or ""
    return text, calls


def said(text: str) -> list[Any]:
    return [{"role": "user", "content": [{"type": "text", "text": text}]}]


async def several(models: str, url: str) -> None:
    import anthropic
    import openai

    client = capture(anthropic.AsyncAnthropic(base_url=models, api_key=KEY), url=url)
    other = capture(openai.AsyncOpenAI(base_url=f"{models}/v1", api_key=KEY), url=url)

    async def ask(question: str) -> None:
        await client.messages.create(model="claude-opus-5", max_tokens=9, messages=said(question))

    await asyncio.gather(ask("One at a time?"), ask("The other?"))
    async with client.messages.stream(
        model="claude-opus-5", max_tokens=9, messages=said("Streamed?")
    ) as stream:
        assert await stream.get_final_text() == "It rains."
    first = await other.responses.create(
        model="gpt-4o", input=[{"role": "user", "content": "By Responses?"}]
    )
    stream_ = await other.responses.create(
        model="gpt-4o",
        input=[{"role": "user", "content": "And again?"}],
        previous_response_id=first.id,
        stream=True,
    )
    async for _ in stream_:
        pass


def main(url: str, models: str) -> None:
    import openai

    client = capture(openai.OpenAI(base_url=f"{models}/v1", api_key=KEY, max_retries=0), url=url)
    assert capture(client) is client
    print(loop(client, "Plain?", stream=False))
    print(loop(client, "In pieces?", stream=True))
    with run("my agent"):
        loop(client.with_options(timeout=30), "Named?", stream=False)
        client.chat.completions.create(
            model="gpt-4o", messages=[{"role": "user", "content": "Is it good?"}]
        )
    try:
        client.chat.completions.create(
            model="no-such-model", messages=[{"role": "user", "content": "Failing?"}]
        )
    except openai.NotFoundError as error:
        print(type(error).__name__)

    def streamed(question: str) -> Any:
        messages = [{"role": "user", "content": question}]
        return client.chat.completions.create(model="gpt-4o", messages=messages, stream=True)

    kept = []
    with run("leaving"):
        stream = streamed("Dropped in a run?")
        next(iter(stream))
        kept.append(stream)  # it ends when the program does
    with run("another"):
        closed = streamed("Closed in a run?")
        next(iter(closed))
        closed.close()
    with streamed("Left by with?") as left:
        for _ in left:
            break
    for _ in client.chat.completions.create(
        model="gpt-4o", messages=[{"role": "user", "content": "Left early?"}], stream=True
    ):
        break
    asyncio.run(several(models, url))
    print(flush())


if __name__ == "__main__":
    main(*sys.argv[1:3])
