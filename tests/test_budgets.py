"""Seed 003's table of budgets: one named set of limits a row, and each of them holds (S3-32)."""

from __future__ import annotations

import pytest
from playbook import playbook_rig
from rigs import play, play_scenario, rig
from streamlit.testing.v1 import AppTest

from agents.budgets import BUDGETS, budget, named_by
from agents.errors import BadInput
from agents.events import Replied, Returned
from agents.messages import as_json
from agents.rig import Limits
from agents.tools import tool
from data.bundled.project_x import MOBILE


async def look(what: str) -> dict[str, str]:
    """Looks."""
    return {"found": what}


def count(ran: object, kind: type) -> int:
    return sum(isinstance(e, kind) for e in ran.events)  # type: ignore[attr-defined]


def test_S3_32_a_single_question_takes_at_most_three_steps() -> None:
    limits = budget("single-question").over({})
    small = play_scenario("umbrella", "react", limits=limits)
    assert small.state.stopped and small.state.stopped.status == "success"
    large = play_scenario("larkspur-4", "react", limits=limits)
    assert large.state.stopped and large.state.stopped.status in ("limit", "partial")
    assert count(large, Returned) <= 3


def test_S3_32_an_exploration_ends_after_twenty_steps() -> None:
    lines = [[("look", {"what": str(n)})] for n in range(40)]
    using, _ = playbook_rig(lines, [tool(look)], using="react",
                            limits=budget("exploration").over({}))  # fmt: skip
    ran = play(using, "x")
    done = [e for e in ran.events if isinstance(e, Returned) and e.outcome == "ok"]
    assert len(done) == 20
    assert ran.state.stopped and ran.state.stopped.status in ("limit", "partial")


def test_S3_32_a_pipeline_has_the_steps_of_its_plan_and_three_calls_inside_one() -> None:
    steps = [
        {"id": str(n), "task": f"t{n}", "tool": "look", "args": {"what": str(n)}} for n in range(15)
    ]
    limits = budget("pipeline").over({})
    using, _ = playbook_rig([as_json({"goal": "g", "steps": steps}), "done"], [tool(look)],
                            using="plan-execute", limits=limits)  # fmt: skip
    assert count(play(using, "x"), Returned) == 15
    inner = rig("project-x-inner", "plan-execute", limits=limits, faults=("wrong-passage",))
    (one,) = [e for e in play(inner, MOBILE).events
              if isinstance(e, Returned) and e.call.name == "react"]  # fmt: skip
    assert ", 3 tool calls," in one.notes[0], "it would have made six"


def test_S3_32_a_reviewed_pipeline_is_redone_once_and_no_more() -> None:
    one = budget("pipeline-reviewed")
    model = "scripted+stubborn"
    ran = play_scenario("larkspur-2", "plan-execute", model=model, limits=one.over({}),
                        reflect=one.reflect)  # fmt: skip
    actors = [e.actor for e in ran.events if isinstance(e, Replied)]
    assert actors.count("reflector") == 2 and actors.count("synthesizer") == 2


def test_limits_given_for_themselves_go_before_the_named_ones() -> None:
    assert budget("exploration").over({"max_iterations": 8}).max_iterations == 8
    assert all(named_by(b.over({}), reflect=b.reflect) == b.name for b in BUDGETS.values())
    assert named_by(Limits()) == ""
    with pytest.raises(BadInput, match="no limits called “huge”; choose one of: single-question"):
        budget("huge")


def test_the_form_fills_its_limits_from_a_named_one_and_bends_the_scripted_model_only() -> None:
    def form() -> None:
        import streamlit as st

        from agents.rig import RigSpec
        from dashboard.panels.lane_editor import set_lanes
        from dashboard.panels.lessons import budget_choice, habit_choice, with_habit
        from dashboard.panels.options import LIMITS, set_options

        if "opt_budget" not in st.session_state:
            set_options(RigSpec(paradigm="react"))
            set_lanes([RigSpec(paradigm="react")])
        budget_choice(list(LIMITS))
        habit_choice()
        st.text(with_habit("scripted") + " " + with_habit("openai:x"))
        st.text(str(st.session_state.opt_elsewhere))

    app = AppTest.from_function(form, default_timeout=60).run()
    assert not app.exception and app.text[0].value == "scripted openai:x"
    app.selectbox(key="opt_habit").select("ping-pong")
    app.selectbox(key="opt_budget").select("pipeline-reviewed").run()
    assert not app.exception and app.text[0].value == "scripted+ping-pong openai:x"
    assert app.session_state["opt_max_iterations"] == 60 and app.session_state["lane_0_reflect"]
    assert app.text[1].value == "{'max_inner_calls': 3}"
    app.selectbox(key="opt_budget").select("single-question").run()
    assert app.session_state["opt_max_tool_calls"] == 3 and app.text[1].value == "{}"
