"""The numbers that seed 002 and seed 000 print, as they stand there. Token counts are about."""

from __future__ import annotations

from typing import NamedTuple

from data.lab.setting import Agent


class Row(NamedTuple):
    calls: int
    executed: int
    tokens: int | None
    answer: str


TABLE_2: dict[int, dict[Agent, Row]] = {
    2: {"react": Row(3, 2, 362, "complete"), "plan-execute": Row(2, 2, 363, "complete")},
    4: {"react": Row(5, 4, 918, "complete"), "plan-execute": Row(2, 4, 504, "complete")},
    6: {"react": Row(7, 6, 1_676, "complete"), "plan-execute": Row(2, 6, 620, "complete")},
}
"""Clean runs. The seed prints calls and tokens; the searches of a clean run are its look-ups."""

RATIO = 2.7
"""What ReAct reads at six look-ups, in fixed plans: 1,676 / 620."""

TABLE_3: dict[Agent, Row] = {
    "react": Row(6, 5, 1_211, "complete"),
    "plan-execute": Row(2, 4, 500, "one wrong"),
    "plan-replan": Row(8, 5, 1_582, "complete"),
}
"""Four look-ups with one wrong first result."""

SHORT_CAP: dict[int, Row] = {
    6: Row(9, 6, None, "one unanswered"),
    7: Row(10, 7, None, "complete"),
}
"""By cap, for six look-ups with one wrong first result; the seed prints no tokens."""

FC_OF_REACT, FC_OF_PLAN, PLAN_OF_REACT = 0.47, 0.30, 0.47 / 0.30
"""What function calling costs, of ReAct and of plan-and-execute (seed 000); and what follows."""

TOKENS_A_TOOL, TOOLS_IN_EXAMPLE, TOKENS_IN_EXAMPLE = 80, 5, 400
"""Seed 000: about 80 tokens a tool definition, five of them about 400, in every request."""
