"""From a rig as data to a rig that can run: scenario, tools, models and paradigm put together."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from agents.choosing import resolved
from agents.errors import BadInput
from agents.events import Actor
from agents.models.base import Model
from agents.models.catalog import make_model
from agents.models.prices import price
from agents.models.script import Script
from agents.policies.registry import actors_of, paradigm, policy_of
from agents.reading.conditions import BadCondition, check_form
from agents.rig import Rig, RigSpec
from agents.tools import Tool
from data.bundled import names as scenario_names
from data.bundled import scenario as find_scenario
from data.scenario import Scenario
from data.toolbox import tool_from

PLANNING: frozenset[Actor] = frozenset({"planner", "replanner"})


def rig_of(
    spec: RigSpec,
    scenario_name: str,
    environ: Mapping[str, str] = os.environ,
    *,
    script: Script | None = None,
    absent: Sequence[Tool] = (),
) -> Rig:
    """Its own spec has a paradigm in place of `auto`. Raises BadInput or NotReady in one sentence
    before anything is spent or recorded.

    `script` is what the scripted model goes by where there is no scenario; `absent` are stand-ins
    for tools that are not here (data.record.tools), for the names that no tool of the rig has.
    """
    spec = resolved(spec, environ)
    scenario = find_scenario(scenario_name) if scenario_name else None
    paradigm(spec.paradigm)
    _check(spec.criteria)
    script = scenario.script if scenario else script
    tools = tools_of(spec, scenario)
    tools |= {tool.name: tool for tool in absent if tool.name not in tools}
    if spec.only is not None:
        tools = _only(spec.only, tools)
    main = _model(spec.model, script, spec.pace, environ)
    planner = _model(spec.planner_model, script, spec.pace, environ) if spec.planner_model else main
    own: dict[Actor, Model] = dict.fromkeys(PLANNING, planner)
    if spec.reflect and spec.reviewer_model:
        own["reflector"] = _model(spec.reviewer_model, script, spec.pace, environ)
    actors = actors_of(spec.paradigm, reflect=spec.reflect)
    models = {actor: own.get(actor, main) for actor in actors}
    policy = policy_of(spec.paradigm, reflect=spec.reflect)
    return Rig(spec, policy, models, tools, price)


def _check(criteria: tuple[str, ...]) -> None:
    for condition in criteria:
        try:
            check_form(condition)
        except BadCondition as error:
            raise BadInput(f"A condition on the answer: {error}.") from None


def tools_of(spec: RigSpec, scenario: Scenario | None) -> dict[str, Tool]:
    if spec.over_mcp and scenario is None:
        raise BadInput("Only a scenario's tools can be reached over MCP; choose a scenario.")
    tools = list(_with_faults(spec, scenario)) if scenario else []
    for name in spec.tools:
        found = tool_from(name)
        tools += found if isinstance(found, tuple) else (found,)
    by_name: dict[str, Tool] = {}
    for tool in tools:
        if tool.name in by_name:
            raise BadInput(f"Two tools are both called “{tool.name}”; leave one of them out.")
        by_name[tool.name] = tool
    return by_name


def _only(names: tuple[str, ...], tools: Mapping[str, Tool]) -> dict[str, Tool]:
    missing = next((name for name in names if name not in tools), None)
    if missing is not None:
        raise BadInput(f"This rig is held to a tool “{missing}” that is not there any more.")
    return {name: tools[name] for name in names}


def no_such_fault(scenario: Scenario, fault: str) -> str:
    """One sentence. A fault is left out of a scenario where it could change nothing."""
    known = ", ".join(scenario.faults) or "none"
    elsewhere = any(fault in find_scenario(name).faults for name in scenario_names())
    other = ", which other scenarios have" if elsewhere else ""
    return f"{scenario.name} has no fault “{fault}”{other}; it has: {known}."


def _with_faults(spec: RigSpec, scenario: Scenario) -> tuple[Tool, ...]:
    unknown = next((name for name in spec.faults if name not in scenario.faults), None)
    if unknown is not None:
        raise BadInput(no_such_fault(scenario, unknown))
    tools = scenario.tools
    if spec.over_mcp:
        from data.over_mcp import over_mcp

        tools = over_mcp(scenario)
    for name in spec.faults:
        tools = scenario.faults[name](tools)
    return tools


def _model(name: str, script: Script | None, pace: float, environ: Mapping[str, str]) -> Model:
    return make_model(name, script=script, pace=pace, environ=environ)
