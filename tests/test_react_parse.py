"""Case kind `react_parse` of the public bug reports (AGENT_RULES R0 to R12)."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.messages import ToolSpec
from agents.reading.react_actions import bind
from agents.reading.react_text import read

PATH = Path(os.environ.get("TRIPTYCH_CASES", Path(__file__).with_name("agent_cases.jsonl")))
CASES = [json.loads(line) for line in PATH.read_text().splitlines() if line.strip()]


def specs(tools: dict[str, list[str]]) -> dict[str, ToolSpec]:
    return {
        name: ToolSpec(
            name,
            "",
            {
                "type": "object",
                "properties": {p: {"type": "string"} for p in parameters},
                "required": parameters,
            },
        )
        for name, parameters in tools.items()
    }


@pytest.mark.parametrize(
    "case", [pytest.param(c, id=c["id"]) for c in CASES if c["kind"] == "react_parse"]
)
def test_react_text_is_read_as_the_public_reports_ask(case: dict) -> None:
    tools = specs(case["input"]["tools"])
    reading = read(case["input"]["text"], tools)
    expected = case["expected"]
    assert reading.type == expected["type"]
    if reading.type == "action":
        assert reading.tool == expected["tool"]
        assert reading.args == expected["args"]
        if "bound_args" in expected:
            assert bind(reading.args, tools[reading.tool]) == expected["bound_args"]
        for text in expected.get("must_not_keep", []):
            assert text not in json.dumps(reading.args, ensure_ascii=False) + reading.thought
    elif reading.type == "final":
        assert reading.answer == expected["answer"]
    else:
        assert reading.reason == expected["reason"]


MARKERS = [
    "Thought:", "Action:", "Action Input:", "Final Answer:", "\n", "{", "}", '"', "search", "(",
    "[", "```", "<think>", "</think>", "'", "：", "None",
]  # fmt: skip


@given(st.lists(st.one_of(st.sampled_from(MARKERS), st.text(max_size=8))).map("".join))
def test_the_react_parser_never_raises_on_any_text(text: str) -> None:
    read(text, specs({"search": ["query"], "today": []}))
