"""A sample of an Inspect log that was made smaller: its messages, without events."""

from __future__ import annotations

from typing import Any

from agents.messages import Usage
from data.importers.asked import part_of
from data.importers.hostile import text_of, word
from data.importers.inspect_calls import calls_of, tell_result
from data.importers.inspect_texts import Aside
from data.importers.inspect_words import listed, usage_in
from data.importers.parts import text_in, thoughts_in
from data.importers.writing import RunOut


def tell_messages(run: RunOut, sample: dict[str, Any], aside: Aside) -> None:
    """The last reply's usage is the output's; of others only the sum is known."""
    told = [m for m in listed(sample.get("messages")) if m]
    output = aside.resolved(sample.get("output"))
    usage = output.get("usage") if isinstance(output, dict) else None
    speaking = [m for m in told if isinstance(m, dict) and m.get("role") == "assistant"]
    for message in told:
        if not isinstance(message, dict):
            run.out.report.unknown_record("message", message)
            continue
        message = aside.resolved(message)
        role, text = word(message.get("role")), text_in(message.get("content"))
        if role == "assistant":
            calls = calls_of(run, message)
            last = len(speaking) == 1
            run.replied(
                at=None, model=text_of(message.get("model")) or run.model, text=text,
                calls=calls, thinking=thoughts_in(message.get("content")),
                finish="tool_calls" if calls else "stop",
                usage=usage_in(usage, run.model) if last else Usage(), message=message,
            )  # fmt: skip
        elif role == "tool":
            tell_result(run, aside, message, text, None, None, message)
        else:
            if role == "user":
                run.heard(text, None)
            run.ask(part_of(role), role or "user", message)
    if len(speaking) > 1:
        _whole_usage(run, sample)


def _whole_usage(run: RunOut, sample: dict[str, Any]) -> None:
    used = sample.get("model_usage")
    for model, told in used.items() if isinstance(used, dict) else ():
        usage = usage_in(told, model)
        run.out.report.add_usage(
            usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens
        )
        run.out.report.lose("usage of single calls: the file tells only the sum of a sample")
