"""Whether a request would be taken by every provider."""

from __future__ import annotations

from agents.messages import Request
from agents.models.anthropic_messages import AnthropicMessages
from agents.models.openai_chat import OpenAIChat
from agents.models.openai_responses import OpenAIResponses
from tests.protocol_checks import anthropic_fault, chat_fault, responses_fault

PROVIDERS = (
    (OpenAIChat("openai:test", "key"), chat_fault),
    (OpenAIResponses("openai-responses:test", "key"), responses_fault),
    (AnthropicMessages("anthropic:test", "key"), anthropic_fault),
)


def valid_for_every_provider(request: Request) -> None:
    """The last word is the user's or a tool's: some models refuse a request that ends with the
    assistant's."""
    for provider, fault in PROVIDERS:
        payload = provider.payload(provider.wire(request))
        assert fault(payload) is None
        if "messages" in payload:
            assert payload["messages"][-1]["role"] != "assistant"
