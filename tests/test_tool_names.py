"""What a run does when a model slips in the name of a tool or in its arguments."""

from __future__ import annotations

import datetime
import json
import time
from typing import Literal

import pytest
from pydantic import BaseModel, field_validator, model_validator

from agents.tool_names import meant, suggestions
from agents.tools import tool
from tests.playbook import playbook_rig
from tests.recovering import (
    CALLERS,
    lines,
    named,
    outcomes,
    results,
    search,
    told,
)
from tests.rigs import play


@pytest.mark.parametrize("using", CALLERS)
def test_a_slip_in_a_tools_name_is_corrected_and_noted_S0_34(using: str) -> None:
    rig, _ = playbook_rig(lines(("serch", {"query": "a"})), [tool(search)], using=using)
    (result,) = results(play(rig, "q"))
    assert (result.outcome, result.output) == ("ok", "found a")
    assert result.call.name == "search"
    assert result.notes == ("tool name corrected from serch",)


def test_the_seeds_own_pair_is_just_not_near_enough_S0_34() -> None:
    tools = {"analyze_sentiment": named("analyze_sentiment")}
    assert meant("analyze_sentiment_advanced", tools) is None
    assert suggestions("analyze_sentiment_advanced", tools) == ["analyze_sentiment"]


@pytest.mark.parametrize(
    ("wished", "there"), [("get_user", "set_user"), ("delete_file", "delete_files")]
)
def test_a_name_is_never_corrected_onto_a_tool_that_writes_S0_35(wished: str, there: str) -> None:
    rig, _ = playbook_rig(lines((wished, {})), [named(there, "writes"), named("other")])
    (result,) = results(play(rig, "q"))
    assert result.outcome == "unknown_tool"
    assert json.loads(result.output)["hint"] == f"Did you mean {there}?"


def test_a_name_nearer_to_a_writing_tool_is_not_bent_to_a_reading_one_S0_35() -> None:
    tools = {"set_user": named("set_user", "writes"), "get_user": named("get_user")}
    assert meant("sett_user", tools) is None
    assert meant("gett_user", tools) is tools["get_user"]


def test_two_names_equally_near_decide_nothing_S0_34() -> None:
    tools = {"read_a": named("read_a"), "read_b": named("read_b")}
    assert meant("read_c", tools) is None
    assert suggestions("read_c", tools) == ["read_a", "read_b"]


def test_a_corrected_name_counts_as_the_same_call() -> None:
    same = {"query": "a"}
    wanted = lines(("search", same), ("serch", same), ("searchh", same))
    rig, _ = playbook_rig(wanted, [tool(search)])
    assert outcomes(play(rig, "q")) == ["ok", "ok", "refused"]


def test_a_name_of_a_megabyte_is_unknown_at_once() -> None:
    started = time.process_time()
    rig, _ = playbook_rig(lines(("search" * 170_000, {})), [tool(search)])
    assert outcomes(play(rig, "q")) == ["unknown_tool"]
    assert time.process_time() - started < 5


class StockQuery(BaseModel):
    """Seed 000, pitfall 2."""

    symbol: str
    start_date: datetime.date
    end_date: datetime.date
    interval: Literal["1d", "1wk", "1mo"]

    @field_validator("symbol")
    @classmethod
    def ticker(cls, symbol: str) -> str:
        if not symbol.isupper() or len(symbol) > 5:
            raise ValueError(f"Invalid ticker: {symbol}")
        return symbol

    @model_validator(mode="after")
    def dates(self) -> StockQuery:
        if self.end_date < self.start_date:
            raise ValueError("end_date must be after start_date")
        if self.end_date > datetime.date.today():
            raise ValueError("Cannot query future prices")
        return self


async def prices(
    symbol: str, start_date: datetime.date, end_date: datetime.date, interval: str
) -> str:
    """Prices of a share."""
    return f"{symbol} from {start_date:%d.%m.%Y}"


GOOD = {"symbol": "MSFT", "start_date": "2024-01-02", "end_date": "2024-02-01", "interval": "1d"}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"symbol": "microsoft"}, "Invalid ticker: microsoft"),
        ({"end_date": "2023-01-01"}, "end_date must be after start_date"),
        ({"end_date": "2999-01-01"}, "Cannot query future prices"),
        ({"interval": "5min"}, "'1d', '1wk' or '1mo'"),
    ],
)
def test_bad_parameters_go_back_with_a_hint_and_the_next_try_works_S0_36_S0_37(
    wrong: dict, said: str
) -> None:
    used = tool(prices, arguments=StockQuery)
    rig, model = playbook_rig(lines(("prices", {**GOOD, **wrong}), ("prices", GOOD)), [used])
    ran = play(rig, "q")
    assert outcomes(ran) == ["invalid", "ok"]
    problem = json.loads(told(model)[0])
    assert said in problem["problems"][0]["problem"]
    assert problem["hint"] == "Please fix the parameters and retry."
    assert told(model)[1] == "MSFT from 02.01.2024"
