"""Parsers and policies make something of every text."""

from __future__ import annotations

import contextlib
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.messages import Reply, Request, ToolSpec
from agents.models.arguments import NotAnObject, read_arguments
from agents.models.calls import calls_in_content
from agents.policies.registry import PARADIGMS
from agents.reading.plan_text import PlanFault, read_plan, read_verdict
from agents.reading.react_text import read
from agents.state import State
from tests.mixing import TEXTS, TOOLS
from tests.playbook import playbook_rig

SPECS = {
    "search": ToolSpec(
        "search",
        "",
        {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
    ),
    "today": ToolSpec("today", "", {"type": "object", "properties": {}}),
}


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_no_parser_ever_raises_on_any_text(text: str) -> None:
    read(text, SPECS)
    with contextlib.suppress(PlanFault):
        read_plan(text, list(SPECS))
    with contextlib.suppress(PlanFault):
        read_verdict(text, "1")
    with contextlib.suppress(NotAnObject):
        assert isinstance(read_arguments(text, SPECS["search"].parameters), dict)
    calls_in_content(text, Request((), tuple(SPECS.values())))


@given(TEXTS, st.sampled_from(["stop", "length", "tool_calls", "refusal", "error"]))
@settings(max_examples=150, deadline=None)
def test_every_policy_makes_something_of_any_reply(text: str, finish: Any) -> None:
    reply = Reply(text, (), "m", "text", finish=finish)
    for paradigm in PARADIGMS.values():
        chosen, _ = playbook_rig([], TOOLS)
        for actor in paradigm.actors:
            reading = paradigm.policy().read(State(), actor, reply, chosen)
            led = (
                reading.calls, reading.plan is not None, reading.verdict is not None,
                reading.answer is not None, reading.fault is not None,
            )  # fmt: skip
            assert sum(map(bool, led)) == 1
