"""The same short talk in each format that can hold one: Oslo is asked about, then Rome."""

from __future__ import annotations

import json
from typing import Any

from tests.otlp_spans import agent, request
from tests.otlp_talks import model_call

FIRST, LATER = "Rain in Oslo?", "And in Rome?"
ANSWERS = ("Yes.", "No.")
T = "2025-12-18T21:32:0{}.000Z"


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def assistant(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


TALK = [user(FIRST), assistant(ANSWERS[0]), user(LATER), assistant(ANSWERS[1])]
ASKED = (TALK[:1], TALK[:3])
"""The messages of the first request and of the second."""


def _chat() -> list[Any]:
    return [
        {"request": {"model": "gpt-4o", "messages": asked},
         "response": {"choices": [{"message": assistant(text), "finish_reason": "stop"}]}}
        for asked, text in zip(ASKED, ANSWERS, strict=True)
    ]  # fmt: skip


def _anthropic() -> list[Any]:
    return [
        {"request": {"model": "claude-sonnet-5", "system": "Be brief.", "messages": asked},
         "response": {"type": "message", "role": "assistant", "stop_reason": "end_turn",
                      "content": [{"type": "text", "text": text}]}}
        for asked, text in zip(ASKED, ANSWERS, strict=True)
    ]  # fmt: skip


def _responses() -> list[Any]:
    def response(number: int) -> dict[str, Any]:
        content = [{"type": "output_text", "text": ANSWERS[number]}]
        message = {"type": "message", "role": "assistant", "content": content}
        return {"id": f"resp_{number}", "object": "response", "output": [message]}

    first = {"model": "gpt-5", "input": FIRST}
    second = {"model": "gpt-5", "input": LATER, "previous_response_id": "resp_0"}
    return [{"request": first, "response": response(0)},
            {"request": second, "response": response(1)}]  # fmt: skip


def _langfuse() -> Any:
    def call(number: int) -> dict[str, Any]:
        return {"id": f"g{number}", "traceId": "t", "type": "GENERATION", "name": "chat",
                "startTime": T.format(number), "endTime": T.format(number + 1),
                "input": json.dumps(ASKED[number]),
                "output": json.dumps(assistant(ANSWERS[number])), "model": "gpt-4o"}  # fmt: skip

    return {"trace": {"id": "t", "name": "talk"}, "observations": [call(0), call(1)]}


def _langsmith() -> list[Any]:
    whole = {"id": "w", "trace_id": "w", "run_type": "chain", "name": "talk",
             "inputs": {"input": FIRST}, "outputs": {"output": ANSWERS[1]}}  # fmt: skip
    calls = [
        {"id": f"r{n}", "trace_id": "w", "parent_run_id": "w", "run_type": "llm", "name": "chat",
         "start_time": T.format(n), "end_time": T.format(n + 1),
         "inputs": {"messages": ASKED[n]}, "outputs": assistant(ANSWERS[n])}
        for n in (0, 1)
    ]  # fmt: skip
    return [whole, *calls]


def _inspect(events: bool) -> Any:
    calls = [
        {"event": "model", "timestamp": T.format(n), "model": "openai/gpt-4o", "input": ASKED[n],
         "output": {"choices": [{"message": assistant(ANSWERS[n]), "stop_reason": "stop"}]}}
        for n in (0, 1)
    ]  # fmt: skip
    sample = {"id": 1, "epoch": 1, "input": FIRST, "target": "No.",
              "messages": TALK, "events": calls if events else []}  # fmt: skip
    about = {"task": "talk", "run_id": "r", "model": "openai/gpt-4o"}
    return {"version": 2, "status": "success", "eval": about, "samples": [sample]}


def _proxy() -> list[Any]:
    return [
        {"timestamp": T.format(n), "duration_ms": 100,
         "request": {"method": "POST", "path": "/v1/messages", "body": {"messages": ASKED[n]}},
         "response": {"status": 200, "body": {"content": [{"type": "text", "text": ANSWERS[n]}]}}}
        for n in (0, 1)
    ]  # fmt: skip


def _otlp(dialect: str) -> Any:
    calls = [
        model_call(dialect, 2 + n, ASKED[n], assistant(ANSWERS[n]), start=n, end=n + 0.5)
        for n in (1, 0)  # in any order
    ]
    return request(*calls, agent(1, start=0, end=2))


def _burr() -> list[Any]:
    lines: list[Any] = []
    for number, asked in enumerate(ASKED):
        span = {"span_id": f"{number}:0.0", "action_sequence_id": number}
        inputs = {"prompt": asked[-1]["content"]}
        lines.append({"type": "begin_entry", "start_time": T.format(number), "action": "prompt",
                      "inputs": inputs, "sequence_id": number})  # fmt: skip
        lines.append({"type": "begin_span", "start_time": T.format(number), **span})
        told: dict[str, str] = {"gen_ai.completion.0.content": ANSWERS[number]}
        for place, message in enumerate(asked):
            told |= {f"gen_ai.prompt.{place}.{key}": value for key, value in message.items()}
        lines += [{"type": "attribute", "key": k, "value": v, **span} for k, v in told.items()]
        lines.append({"type": "end_span", "end_time": T.format(number + 1), **span})
    return lines


def _atif() -> Any:
    steps = [
        {"step_id": n, "source": "agent" if m["role"] == "assistant" else "user",
         "message": m["content"]}
        for n, m in enumerate(TALK)
    ]  # fmt: skip
    return {"schema_version": "ATIF-v1.5", "agent": {"name": "a"}, "steps": steps}


def _openhands() -> list[Any]:
    return [
        {"id": n, "timestamp": T.format(n), "source": "agent" if n % 2 else "user",
         "action": "message", "args": {"content": m["content"], "wait_for_response": bool(n % 2)}}
        for n, m in enumerate(TALK)
    ]  # fmt: skip


def _codex() -> list[Any]:
    def item(message: dict[str, Any]) -> dict[str, Any]:
        kind = "output_text" if message["role"] == "assistant" else "input_text"
        content = [{"type": kind, "text": message["content"]}]
        return {"type": "message", "role": message["role"], "content": content}

    return [
        {"timestamp": T.format(n), "type": "response_item", "payload": item(m)}
        for n, m in enumerate(TALK)
    ]


def _claude_code() -> list[Any]:
    return [
        {"type": m["role"], "uuid": f"u{n}", "sessionId": "s", "timestamp": T.format(n),
         "parentUuid": f"u{n - 1}" if n else None, "message": m}
        for n, m in enumerate(TALK)
    ]  # fmt: skip


def _copilot() -> list[Any]:
    return [
        {"type": f"{m['role']}.message", "timestamp": T.format(n), "data": m}
        for n, m in enumerate(TALK)
    ]


def _gemini() -> Any:
    messages = [
        {"id": f"m{n}", "timestamp": T.format(n), "content": m["content"],
         "type": "gemini" if m["role"] == "assistant" else "user"}
        for n, m in enumerate(TALK)
    ]  # fmt: skip
    return {"sessionId": "g", "projectHash": "0b7d", "messages": messages}


def _qwen() -> list[Any]:
    return [
        {"uuid": f"u{n}", "parentUuid": f"u{n - 1}" if n else None, "sessionId": "q",
         "timestamp": T.format(n), "type": m["role"],
         "message": {"role": m["role"], "parts": [{"text": m["content"]}]}}
        for n, m in enumerate(TALK)
    ]  # fmt: skip


def _kimi() -> list[Any]:
    lines: list[Any] = []
    for number, text in enumerate((FIRST, LATER)):
        said = {"role": "user", "content": [{"type": "text", "text": text}],
                "origin": {"kind": "user"}}  # fmt: skip
        part = {"type": "content.part", "part": {"type": "text", "text": ANSWERS[number]}}
        lines += [
            {"type": "context.append_message", "time": number * 10, "message": said},
            {"type": "llm.request", "time": number * 10 + 1, "model": "k"},
            {"type": "context.append_loop_event", "time": number * 10 + 2, "event": part},
            {"type": "context.append_loop_event", "time": number * 10 + 3,
             "event": {"type": "step.end"}},
        ]  # fmt: skip
    return lines


def _managed() -> list[Any]:
    return [
        {"id": f"sevt_{n}", "processed_at": T.format(n),
         "type": "agent.message" if m["role"] == "assistant" else "user.message",
         "content": [{"type": "text", "text": m["content"]}]}
        for n, m in enumerate(TALK)
    ]  # fmt: skip


def _autogen() -> Any:
    kinds = {"user": "UserMessage", "assistant": "AssistantMessage"}
    return {"messages": [
        {"type": kinds[m["role"]], "source": m["role"], "content": m["content"]} for m in TALK
    ]}  # fmt: skip


def _who_when() -> Any:
    history = [{**m, "role": "human" if m["role"] == "user" else "Assistant"} for m in TALK]
    return {"question": FIRST, "mistake_agent": "Assistant", "mistake_step": "3",
            "mistake_reason": "Wrong.", "history": history}  # fmt: skip


def _printed() -> str:
    heads = {"user": "Human", "assistant": "Ai"}
    return "\n".join(f"==== {heads[m['role']]} Message ====\n\n{m['content']}" for m in TALK)


CHATS: dict[str, Any] = {
    "openai_chat": _chat(),
    "openai_responses": _responses(),
    "anthropic_messages": _anthropic(),
    "langfuse": _langfuse(),
    "otlp, genai": _otlp("genai"),
    "otlp, openinference": _otlp("openinference"),
    "langsmith": _langsmith(),
    "inspect": _inspect(events=True),
    "inspect, without events": _inspect(events=False),
    "proxy_capture": _proxy(),
    "burr": _burr(),
    "atif": _atif(),
    "openhands": _openhands(),
    "codex": _codex(),
    "claude_code": _claude_code(),
    "other_cli_agents, copilot": _copilot(),
    "other_cli_agents, gemini": _gemini(),
    "other_cli_agents, qwen": _qwen(),
    "other_cli_agents, kimi": _kimi(),
    "anthropic_managed": _managed(),
    "autogen_state": _autogen(),
    "who_when": _who_when(),
    "plan_execute": _printed(),
    "swarm": [{"task_id": "a", **m} for m in TALK],
    "tau_bench": [{"task_id": 1, "reward": 1.0, "traj": TALK}],
    "harmony": {"messages": [{**m, "channel": "final"} for m in TALK]},
}
"""Format (and which form of it) -> a file's JSON, its lines of JSON, or its text."""
LINES = frozenset(
    {"proxy_capture", "burr", "codex", "claude_code", "other_cli_agents, copilot",
     "other_cli_agents, qwen", "other_cli_agents, kimi", "anthropic_managed"}
)  # fmt: skip
