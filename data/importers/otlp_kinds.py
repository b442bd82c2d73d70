"""What a span is: a model call, a tool call, an agent, or something around them."""

from __future__ import annotations

from data.importers.hostile import word
from data.importers.otlp_raw import Raw

MODEL = {"chat", "text_completion", "generate_content", "completion", "generate_text", "responses",
         "messages", "message"}  # fmt: skip
LLM, TOOL, AGENT, OTHER = "llm", "tool", "agent", "other"
OPENINFERENCE = {"LLM": LLM, "TOOL": TOOL, "AGENT": AGENT}
TRACELOOP = {"tool": TOOL, "agent": AGENT, "workflow": AGENT}


def kind_of(raw: Raw) -> str:
    """By what the span says of itself; a name alone is believed for tools and agents only."""
    attributes = raw.attributes
    told = word(attributes.get("openinference.span.kind")).upper()
    if told:
        return OPENINFERENCE.get(told, OTHER)
    operation = word(attributes.get("gen_ai.operation.name"))
    if operation in MODEL:
        return LLM
    if operation == "execute_tool":
        return TOOL
    if operation in ("invoke_agent", "create_agent", "invoke_workflow"):
        return AGENT if operation != "create_agent" else OTHER
    told = word(attributes.get("traceloop.span.kind"))
    if told in TRACELOOP:
        return TRACELOOP[told]
    if word(attributes.get("llm.request.type")) in ("chat", "completion"):
        return LLM
    if raw.name.startswith("ai.toolCall"):
        return TOOL
    if raw.name.startswith("ai."):
        return LLM if raw.name.endswith((".doGenerate", ".doStream")) else OTHER
    if operation or told:
        return OTHER
    if "gen_ai.tool.name" in attributes and "gen_ai.request.model" not in attributes:
        return TOOL
    if "gen_ai.request.model" in attributes and raw.name.split(" ")[0] not in (
        "embeddings", "invoke_agent",
    ):  # fmt: skip
        return LLM
    return OTHER
