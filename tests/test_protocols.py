"""The message formats of the paradigms, as the seed document 000 shows them."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from agents.events import Replied, Returned, Started
from agents.messages import Request, Text
from agents.models.openai_chat import OpenAIChat
from agents.policies.prompts import REACT
from agents.policies.react import STOP
from agents.rig import Limits
from agents.tools import tool
from data.bundled import scenario
from tests.playbook import playbook_rig
from tests.rigs import Ran, play, play_scenario, rig


def bodies(ran: Ran, which: int) -> list[dict[str, Any]]:
    """The pieces of the which-th request as they were sent."""
    sent = [wire for wire in ran.wires if wire]
    return [json.loads(link.body) for link in sent[which]]


def test_react_goes_thought_action_observation_final_answer_S0_01_S0_23() -> None:
    ran = play_scenario("umbrella", "react")
    kinds = [event.kind for event in ran.events]
    assert kinds == ["started", "replied", "returned", "replied", "returned", "replied", "stopped"]
    first, *_, last = [event for event in ran.events if isinstance(event, Replied)]
    assert first.text.startswith("Thought: ") and "\nAction: " in first.text
    assert "Final Answer: " in last.text
    assert first.reading.thought and first.reading.calls and last.reading.answer


def test_a_native_call_has_id_type_name_and_arguments_as_text_S0_02() -> None:
    ran = play_scenario("umbrella", "function-calling")
    assistant = next(b for b in bodies(ran, 1) if b.get("tool_calls"))
    for call in assistant["tool_calls"]:
        assert call["type"] == "function" and call["id"]
        assert isinstance(json.loads(call["function"]["arguments"]), dict)


def test_the_history_of_function_calling_is_system_user_assistant_tools_S0_30() -> None:
    ran = play_scenario("umbrella", "function-calling")
    roles = [b["role"] for b in bodies(ran, 1) if "role" in b]
    assert roles == ["system", "user", "assistant", "tool", "tool"]


def test_planner_and_synthesizer_may_be_two_models_S0_03_S0_18() -> None:
    ran = play(
        rig("larkspur-2", "plan-execute", planner_model="scripted"),
        scenario("larkspur-2").question,
        "larkspur-2",
    )
    start = ran.events[0]
    assert isinstance(start, Started) and start.rig["planner_model"] == "scripted"
    actors = {e.actor: e.model for e in ran.events if isinstance(e, Replied)}
    assert set(actors) == {"planner", "synthesizer"}


def test_a_prompt_of_ones_own_is_what_the_first_request_holds_S0_05() -> None:
    own = 'Think hard. Tools: {tools} Write {"json": true} when you like.'
    ran = play(rig("umbrella", "react", prompt=own), scenario("umbrella").question, "umbrella")
    system = bodies(ran, 0)[0]["content"]
    assert system.startswith("Think hard. Tools: - ") and "get_weather" in system
    assert system.endswith('Write {"json": true} when you like.')


def test_the_react_prompt_names_tools_and_the_five_labels_S0_07() -> None:
    ran = play_scenario("umbrella", "react")
    system = bodies(ran, 0)[0]["content"]
    for label in ("Thought:", "Action:", "Action Input:", "Observation:", "Final Answer:"):
        assert label in REACT and f"\n{label}" in f"\n{system}"
    for used in scenario("umbrella").tools:
        assert f"- {used.name}: " in system


def test_the_stop_sequences_are_sent_also_the_chinese_ones_S0_08_S0_09() -> None:
    assert STOP == ("\nObservation:", "\nObservation：", "\n观察：")
    assert bodies(play_scenario("umbrella", "react"), 0)[-1]["stop"] == list(STOP)


def test_an_observation_follows_the_assistants_text_as_a_user_message_S0_11() -> None:
    ran = play_scenario("umbrella", "react")
    before, after = bodies(ran, 1)[2:4]
    result = next(e for e in ran.events if isinstance(e, Returned))
    reply = next(e for e in ran.events if isinstance(e, Replied))
    assert before == {"role": "assistant", "content": reply.text}
    assert after == {"role": "user", "content": f"Observation: {result.output}"}


def test_a_tool_is_described_as_the_provider_wants_it_S0_14() -> None:
    def get_current_weather(
        city: Annotated[str, Field(description="City name")],
        unit: Literal["celsius", "fahrenheit"] = "celsius",
    ) -> str:
        """Get the current weather for a city"""
        return ""

    spec = tool(get_current_weather).spec
    wire = OpenAIChat("openai:x", "k").wire(Request((Text("user", "q", "question"),), (spec,)))
    sent = json.loads(wire[0].body)
    assert sent["type"] == "function"
    function = sent["function"]
    assert function["name"] == "get_current_weather"
    assert function["parameters"]["properties"]["city"] == {
        "description": "City name",
        "type": "string",
    }
    assert function["parameters"]["properties"]["unit"]["enum"] == ["celsius", "fahrenheit"]
    assert function["parameters"]["required"] == ["city"]


def test_a_plan_is_json_with_steps_and_is_checked_before_it_runs_S0_17_S2_04() -> None:
    ran = play_scenario("larkspur-4", "plan-execute")
    planner = next(e for e in ran.events if isinstance(e, Replied))
    steps = json.loads(planner.text)["steps"]
    assert len(steps) == 4 and all({"id", "task", "tool", "args"} <= set(step) for step in steps)
    bad = json.dumps({"steps": [{"id": 1, "tool": "teleport", "args": {}}]})

    async def search(query: str) -> str:
        """Looks up."""
        return query

    rig_, model = playbook_rig([bad], [tool(search)], using="plan-execute", repeats=True)
    refused = play(rig_, "q")
    assert not [e for e in refused.events if isinstance(e, Returned)]
    assert "teleport" in str(model.requests[1].messages[-1])


def test_the_cap_is_looked_at_after_the_evaluator_and_before_its_verdict_S2_15() -> None:
    """At the cap even a rejected step goes to the synthesizer, not to the replanner."""
    ran = play_scenario(
        "larkspur-4", "plan-replan", faults=("wrong-passage",), limits=Limits(max_iterations=1)
    )
    actors = [e.actor for e in ran.events if isinstance(e, Replied)]
    assert actors == ["planner", "evaluator", "synthesizer"]


def test_the_replanner_sees_goal_history_reason_and_rest_S2_16_S0_38() -> None:
    ran = play_scenario("larkspur-4", "plan-replan", faults=("wrong-passage",))
    place = [e.actor for e in ran.events if isinstance(e, Replied)].index("replanner")
    asked = bodies(ran, place)
    assert asked[1]["content"] == scenario("larkspur-4").question
    data = json.loads(asked[2]["content"])
    assert set(data) == {"completed", "failed", "reason", "remaining"}
    assert len(data["failed"]) == 1 and data["reason"] and len(data["remaining"]) == 3


@pytest.mark.parametrize("cap", [1, 2, 3])
def test_the_cap_counts_executed_steps_S2_19(cap: int) -> None:
    ran = play_scenario("larkspur-6", "plan-replan", limits=Limits(max_iterations=cap))
    assert len([e for e in ran.events if isinstance(e, Returned)]) == cap


def test_an_evaluators_verdict_is_structured_and_kept_with_its_reason_S2_14() -> None:
    ran = play_scenario("larkspur-2", "plan-replan", faults=("wrong-passage",))
    verdicts = [
        e.reading.verdict for e in ran.events if isinstance(e, Replied) and e.reading.verdict
    ]
    assert [v.satisfied for v in verdicts] == [False, True, True]
    assert all(v.reason.count(".") <= 2 and v.reason for v in verdicts)


def test_a_failed_step_is_never_run_again_unchanged_S2_17() -> None:
    ran = play_scenario("larkspur-4", "plan-replan", faults=("wrong-passage",))
    calls = [(e.call.name, str(e.call.arguments)) for e in ran.events if isinstance(e, Returned)]
    assert len(calls) == len(set(calls))
