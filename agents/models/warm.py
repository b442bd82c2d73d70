"""Loads what the first run would otherwise wait for, so that its times are its own."""

from __future__ import annotations

import time

from agents.messages import Usage
from agents.models.prices import price
from agents.models.tokens import count


def warm() -> None:
    """The tokenizer and the price list: some 2 s the first time, nothing after."""
    count("warm")
    price(Usage(input_tokens=1, output_tokens=1, source="counted"), "openai:gpt-5", time.time())
