"""Prices: known where a list has them, unknown with a reason where not."""

from __future__ import annotations

import socket
from datetime import UTC, datetime

import pytest

from agents.messages import Usage
from agents.models.prices import as_if, as_of, cost_at, price, priced_models

AT = datetime(2026, 11, 1, tzinfo=UTC).timestamp()
USED = Usage(10_000, 1_000, 4_000, source="reported")


def test_cached_tokens_are_inside_the_input_and_cheaper() -> None:
    cost = price(USED, "openai:gpt-4o-mini", AT)
    assert cost.usd == pytest.approx((6_000 * 0.15 + 4_000 * 0.075 + 1_000 * 0.6) / 1e6)
    assert "gpt-4o-mini" in cost.why
    assert cost.as_of == as_of()
    assert price(USED, "openai-responses:gpt-4o-mini", AT) == cost


def test_writing_to_a_cache_has_its_own_price() -> None:
    used = Usage(18_621, 300, 18_000, 600)
    prices = {"input": 3.0, "cache_read": 0.3, "cache_write": 3.75, "output": 15.0}
    cost = price(used, "anthropic:claude-sonnet-4-5", AT)
    assert cost.usd == pytest.approx(cost_at(used, prices))


@pytest.mark.parametrize(
    ("model", "usage", "why"),
    [
        ("scripted", USED, "no provider was called"),
        ("local:qwen3", USED, "runs on your own machine: no price list"),
        ("openai:no-such-model", USED, "no-such-model is not in the price list of openai"),
        ("elsewhere:x", USED, "no price list for elsewhere:x"),
        ("openai:gpt-4o-mini", Usage(), "the provider reported no usage"),
        ("openai:gpt-4o-mini", Usage(10, None), "the provider reported no usage"),
        ("openai:gpt-4o-mini", Usage(10, 1, 40), "the reported usage does not add up"),
    ],
)
def test_an_unknown_cost_is_none_with_its_reason(model: str, usage: Usage, why: str) -> None:
    cost = price(usage, model, AT)
    assert cost.usd is None
    assert cost.why.startswith(why)


def test_a_call_of_no_tokens_costs_nothing_and_that_is_known() -> None:
    assert price(Usage(0, 0), "openai:gpt-4o-mini", AT).usd == 0


def test_a_run_can_be_priced_as_if_on_another_model() -> None:
    assert (as_if(USED, "openai:gpt-6-sol").usd or 0) > (as_if(USED, "openai:gpt-4o-mini").usd or 9)


def test_every_model_offered_for_choice_has_a_price() -> None:
    assert 5 <= len(priced_models()) <= 20
    assert {name.partition(":")[0] for name in priced_models()} == {"openai", "anthropic"}


def test_no_price_is_looked_up_over_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert price(USED, "openai:gpt-4.1", AT).usd is not None
