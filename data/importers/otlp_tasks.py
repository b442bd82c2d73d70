"""What a span says of the task of an agent, of a tool's call, and of what went wrong."""

from __future__ import annotations

from data.importers.hostile import word
from data.importers.otlp_inputs import inputs_of
from data.importers.otlp_kinds import OTHER
from data.importers.otlp_outputs import output_of
from data.importers.otlp_raw import Attributes, Raw
from data.importers.otlp_said import read_message
from data.importers.otlp_settings import text_at
from data.importers.otlp_span import Span


def task(raw: Raw, span: Span) -> None:
    attributes = raw.attributes
    if span.kind == OTHER and span.parent:
        return
    span.input = text_at(attributes, "input.value", "traceloop.entity.input", "ai.prompt")
    span.output = text_at(attributes, "output.value", "traceloop.entity.output", "ai.response.text")
    span.tool = text_at(attributes, "gen_ai.agent.name", "traceloop.entity.name", "agent.name")
    if not span.input and "gen_ai.input.messages" in attributes:
        asked = [read_message(m) for m in inputs_of(raw)]
        users = [m.text for m in asked if m.role == "user" and m.text]
        span.input = users[0] if users else ""
    if not span.output and "gen_ai.output.messages" in attributes:
        said = output_of(raw)
        span.output, span.finish = said.text, said.finish or "stop"


def tool_call(attributes: Attributes, span: Span) -> None:
    span.call = text_at(attributes, "gen_ai.tool.call.id", "tool_call.id", "tool.id",
                        "ai.toolCall.id")  # fmt: skip
    span.tool = text_at(
        attributes, "gen_ai.tool.name", "tool.name", "ai.toolCall.name", "traceloop.entity.name"
    ) or span.name.removeprefix("execute_tool ")
    span.input = text_at(
        attributes, "gen_ai.tool.call.arguments", "ai.toolCall.args", "tool_arguments",
        "input.value", "traceloop.entity.input", "tool.parameters",
    )  # fmt: skip
    span.output = text_at(
        attributes, "gen_ai.tool.call.result", "ai.toolCall.result", "tool_response",
        "output.value", "traceloop.entity.output",
    )  # fmt: skip


def exception(raw: Raw) -> str:
    for name, about in raw.events:
        if name == "exception":
            kind, said = (word(about.get(f"exception.{n}")) for n in ("type", "message"))
            return ": ".join(filter(None, (kind, said)))
    return ""
