"""What must hold of every usage that a provider may report."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.messages import Usage
from agents.models.usage import anthropic_usage, chat_usage, responses_usage, running_total

COUNTS = st.one_of(
    st.none(), st.integers(-5, 10**9), st.floats(), st.booleans(), st.text(max_size=3)
)
NAMES = [
    "prompt_tokens", "completion_tokens", "total_tokens", "input_tokens", "output_tokens",
    "cache_read_input_tokens", "cache_creation_input_tokens", "prompt_cache_hit_tokens",
]  # fmt: skip
DETAILS = st.one_of(
    st.none(),
    st.dictionaries(
        st.sampled_from(
            ["cached_tokens", "reasoning_tokens", "cache_write_tokens", "thinking_tokens"]
        ),
        COUNTS,
    ),
)
USAGES = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(NAMES, COUNTS),
        "prompt_tokens_details": DETAILS,
        "completion_tokens_details": DETAILS,
        "input_tokens_details": DETAILS,
        "output_tokens_details": DETAILS,
    },
)


@given(st.one_of(USAGES, st.none(), st.lists(st.integers())))
@settings(max_examples=400, deadline=None)
def test_usage_is_never_negative_and_parts_never_exceed_wholes(given_usage: Any) -> None:
    for usage in (
        chat_usage(given_usage),
        responses_usage(given_usage),
        anthropic_usage(given_usage),
        anthropic_usage(running_total([given_usage, given_usage])),
    ):
        sound(usage)


def sound(usage: Usage) -> None:
    whole, out = usage.input_tokens, usage.output_tokens
    read_, written = usage.cache_read_input_tokens, usage.cache_creation_input_tokens
    thought = usage.reasoning_output_tokens
    assert all(n is None or n >= 0 for n in (whole, out, read_, written, thought))
    if whole is not None:
        assert (read_ or 0) + (written or 0) <= whole
    if out is not None:
        assert (thought or 0) <= out
    if usage.source == "unknown":
        assert usage == Usage()
