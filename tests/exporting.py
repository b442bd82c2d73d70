"""A user's own program, run as a process: it asks two SDKs and sends its traces.

python exporting.py DASHBOARD_URL PROTOCOL_SERVER_URL openai|anthropic|pydantic-ai|by hand
"""

from __future__ import annotations

import sys

WEATHER = {
    "name": "weather",
    "description": "The weather.",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
}


def main(dashboard: str, models: str, what: str) -> None:
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider()
    exporter = OTLPSpanExporter(endpoint=f"{dashboard}/v1/traces")
    provider.add_span_processor(BatchSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    if what == "openai":
        _openai(models)
    elif what == "pydantic-ai":
        _pydantic_ai(models)
    elif what == "anthropic":
        _anthropic(models)
    else:
        _by_hand(trace.get_tracer("by.hand"))
    provider.shutdown()


def _openai(models: str) -> None:
    import openai
    from openinference.instrumentation.openai import OpenAIInstrumentor

    OpenAIInstrumentor().instrument()
    client = openai.OpenAI(base_url=f"{models}/v1", api_key="test")
    reply = client.chat.completions.create(
        model="gpt-4o",
        messages=[{"role": "user", "content": "What is the weather?"}],
        tools=[{"type": "function", "function": WEATHER}],  # type: ignore[list-item]
    )
    print(reply.choices[0].finish_reason)


def _anthropic(models: str) -> None:
    import anthropic

    client = anthropic.Anthropic(base_url=models, api_key="test")
    reply = client.messages.create(
        model="claude-opus-5",
        max_tokens=100,
        messages=[{"role": "user", "content": [{"type": "text", "text": "Rain?"}]}],
    )
    print(reply.stop_reason)


def _pydantic_ai(models: str) -> None:
    """An agent that asks another one through a tool; the openai SDK beneath is traced as well."""
    from openinference.instrumentation.openai import OpenAIInstrumentor
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    OpenAIInstrumentor().instrument()
    Agent.instrument_all()
    provider = OpenAIProvider(base_url=f"{models}/v1", api_key="test")
    model = OpenAIChatModel("gpt-4o", provider=provider)
    expert = Agent(model, name="expert", instructions="You know all about rain.")
    helper = Agent(model, name="helper", instructions="Be brief.")

    @helper.tool_plain
    def weather(city: str) -> str:
        return f"rain in {city}"

    @helper.tool_plain
    async def ask_expert(question: str) -> str:
        return (await expert.run(question)).output

    print(helper.run_sync("Shall I take an umbrella?").output)


def _by_hand(tracer: object) -> None:
    with tracer.start_as_current_span("invoke_agent helper") as span:  # type: ignore[attr-defined]
        span.set_attributes({"gen_ai.operation.name": "invoke_agent"})
        with tracer.start_as_current_span("chat gpt-4o") as inner:  # type: ignore[attr-defined]
            inner.set_attributes(
                {
                    "gen_ai.operation.name": "chat",
                    "gen_ai.request.model": "gpt-4o",
                    "gen_ai.usage.input_tokens": 10,
                    "gen_ai.usage.output_tokens": 5,
                    "gen_ai.input.messages":
                        '[{"role": "user", "parts": [{"type": "text", "content": "By hand?"}]}]',
                    "gen_ai.output.messages":
                        '[{"role": "assistant", "parts": [{"type": "text", "content": "Yes."}]}]',
                }
            )  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:4])
