"""What seed 000's own ReAct parser does, and what it gets wrong, held by row."""

from __future__ import annotations

import pytest

from agents.messages import ToolSpec
from agents.reading.react_text import read

ONE = {"type": "object", "properties": {"symbol": {"type": "string"}}, "required": ["symbol"]}
TOOLS = {name: ToolSpec(name, "", ONE) for name in ("search_stock_price", "search")}


@pytest.mark.parametrize("label", ["Final Answer:", "final answer：", "最终答案:", "最终答案："])
def test_both_labels_of_an_answer_are_read_over_several_lines_S0_24(label: str) -> None:
    found = read(f"Thought: done\n{label} first\nsecond", TOOLS)
    assert (found.type, found.answer) == ("final", "first\nsecond")


@pytest.mark.parametrize(
    "text",
    [
        'Action: search\nAction Input: {"symbol": "MSFT"}',
        'Action：search\nAction Input：{"symbol": "MSFT"}',
        '行动:search\n行动输入:{"symbol": "MSFT"}',
        '行动：search\n行动输入：{"symbol": "MSFT"}',
    ],
)
def test_both_spellings_of_an_action_are_read_S0_25(text: str) -> None:
    found = read(text, TOOLS)
    assert (found.type, found.tool, found.args) == ("action", "search", {"symbol": "MSFT"})


def test_input_that_is_no_json_is_kept_as_it_is_S0_26() -> None:
    found = read("Action: search\nAction Input: Microsoft, 30 days", TOOLS)
    assert found.args == {"input": "Microsoft, 30 days"}


def test_the_seeds_own_inline_example_is_an_action_and_no_answer_S0_27() -> None:
    found = read('Thought: data\nAction: search_stock_price({"symbol": "MSFT"})', TOOLS)
    assert (found.type, found.tool, found.args) == (
        "action",
        "search_stock_price",
        {"symbol": "MSFT"},
    )


def test_an_answer_invented_behind_an_action_is_not_taken_S0_28() -> None:
    text = 'Action: search\nAction Input: {"symbol": "X"}\nObservation: 1\nFinal Answer: 1'
    found = read(text, TOOLS)
    assert (found.type, found.answer) == ("action", "")
    assert "Final Answer" in found.dropped


def test_a_blank_line_before_the_input_changes_nothing_S0_29() -> None:
    found = read('Action: search\n\nAction Input: {"symbol": "X"}', TOOLS)
    assert (found.type, found.args) == ("action", {"symbol": "X"})


def test_text_without_any_label_is_the_answer_a_lone_thought_is_not_S0_12() -> None:
    assert read("It is sunny.", TOOLS).type == "final"
    lone = read("Thought: I should look.", TOOLS)
    assert (lone.type, lone.reason) == ("retry", "thought_only")
