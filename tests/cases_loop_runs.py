"""Runs of the real loop as the cases of kind loop describe them."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from agents.events import Event, Returned
from agents.loop import begin, run
from agents.messages import Wire, as_json
from agents.models.base import Model
from agents.models.script import Wish
from agents.models.scripted import ScriptedModel
from agents.policies.registry import paradigm
from agents.rig import Limits, Rig, RigSpec
from agents.state import State, fold
from agents.tools import Tool, tool
from tests.asking import model_of
from tests.cases import Case, Within, unchecked
from tests.cases_model import AFTER, CaseModel, calls_of
from tests.cases_scripts import Failing, Lookups, Steps
from tests.cases_tools import ANYTHING, tool_of
from tests.protocol_server import Answer, Fail, ProtocolServer, Received, Say
from tests.rigs import Ran, play

PARADIGMS = {
    "fc": "function-calling", "function_calling": "function-calling", "react": "react",
    "plan": "plan-replan", "plan_replan": "plan-replan", "plan_fixed": "plan-execute",
    "plan_execute": "plan-execute",
}  # fmt: skip
KNOWN = {
    "paradigm", "model_script", "script_repeats_last", "limits", "tools", "executor",
    "abort_after_ms", "provider", "model", "first_request_error", "every_request_error", "op",
    "recorded_steps", "from_step", "edit", "mutate", "steps", "fail_step", "replanner", "plan",
    "replans_to", "after", "evaluator", "replan", "lookups", "wrong_first", "wrong_results",
    "retrieved", "answer", "writes", "question", "fails",
}  # fmt: skip


@dataclass
class Run:
    ran: Ran
    executed: list[str] = field(default_factory=list)
    queries: list[str] = field(default_factory=list)
    """Every call that ran, as text."""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    """Requests over HTTP, where a provider was part of the case."""
    later_requests: list[Any] = field(default_factory=list)
    last_tools: int = 0
    """How many tools the last request offered to be called."""
    more: dict[str, Any] = field(default_factory=dict)


def run_case(case: Case, limits: Limits) -> Run:
    given = case["input"]
    unchecked(case, "input", set(given) - KNOWN)
    if "retrieved" in given:
        return retrieved(given, limits)
    if "first_request_error" in given or "every_request_error" in given or "provider" in given:
        return over_http(given, limits)
    if "lookups" in given:
        return lookups(given, limits)
    if "model_script" in given:
        return scripted(case, limits)
    return planned(given, limits)


def rig_of(
    given: Mapping[str, Any], model: Model, tools: Mapping[str, Tool], limits: Limits
) -> Rig:
    name = PARADIGMS.get(str(given.get("paradigm", "fc")), str(given.get("paradigm")))
    chosen = paradigm(name)
    spec = RigSpec(
        paradigm=name, model=model.name, limits=limits, writes=given.get("writes", "ask")
    )
    return Rig(spec, chosen.policy(), dict.fromkeys(chosen.actors, model), dict(tools))


def tools_for(case: Case, executed: list[str]) -> dict[str, Tool]:
    """As described; otherwise every tool that the script calls exists, unless that is the
    point of the case."""
    given = case["input"]
    called = [name for item in given.get("model_script", []) for name, _ in calls_of(item)]
    hallucinated = "unknown tool" in str(case.get("symptom", "")).lower()
    default: Mapping[str, Any] = {"look_up": {}} if hallucinated else {name: {} for name in called}
    described = given.get("tools", default)
    if not isinstance(described, Mapping):
        described = {name: {} for name in described}
    made: dict[str, Tool] = {}
    for name, doing in described.items():
        schema = doing.get("schema", doing.get("parameters", ANYTHING))
        threads = given.get("executor") == "threads"
        made[name] = tool_of(name, schema, doing, executed, made, threads=threads)
    return made


def scripted(case: Case, limits: Limits) -> Run:
    given = case["input"]
    executed: list[str] = []
    model = CaseModel(given["model_script"], repeats=bool(given.get("script_repeats_last")))
    rig = rig_of(given, model, tools_for(case, executed), limits)
    if "abort_after_ms" in given:
        return aborted(rig, given["abort_after_ms"] / 1000, executed)
    ran = play(rig, str(given.get("question", "q")))
    later = [str(request.messages) for request in model.requests[1:]]
    last = model.requests[-1]
    offered = len(last.tools) if last.tool_choice == "auto" else 0
    queries = [str(e.call) for e in ran.events if isinstance(e, Returned)]
    return Run(ran, executed, queries, later_requests=later, last_tools=offered)


def aborted(rig: Rig, after_s: float, executed: list[str]) -> Run:
    """Stops it from outside, and then tries to go on from what is on record."""
    events: list[Event] = []
    cancel = asyncio.Event()

    async def record(event: Event, sent: Wire) -> None:
        events.append(event)

    async def go() -> tuple[State, float]:
        await record(begin("q", rig), ())
        task = asyncio.ensure_future(run(fold(events), rig, record, cancel=cancel))
        await asyncio.sleep(after_s)
        cancel.set()
        asked = time.monotonic()
        return await task, time.monotonic() - asked

    state, took = asyncio.run(go())
    ran = Ran(events, [()] * len(events), state)
    again = replace(rig, models=dict.fromkeys(rig.models, CaseModel([AFTER])))
    resumed = play(again, before=events[:-1]).state.stopped
    more = {
        "return_within_ms": Within(took * 1000),
        "resume_possible": resumed is not None and resumed.status == "success",
    }
    return Run(ran, executed, more=more)


def over_http(given: Mapping[str, Any], limits: Limits) -> Run:
    """Through the provider's own adapter and SDK, with the error that the case wants first."""
    script = list(given.get("model_script", []))
    executed: list[str] = []
    names = {name for item in script for name in named_in(item)} or {"search"}
    tools = {name: tool_of(name, ANYTHING, {}, executed) for name in names}
    failed: list[bool] = []

    def answer(received: Received) -> Answer:
        every, first = given.get("every_request_error"), given.get("first_request_error")
        error = every or (first if not failed else None)
        if error:
            failed.append(True)
            text = error.get("message") or (
                f"Unsupported parameter: '{error.get('param')}' is not supported with this model."
            )
            return Fail(error["status"], text, error.get("code"), error.get("param"))
        place = len(server.received) - 1 - len(failed)
        item = script[place] if place < len(script) else AFTER
        wished = [(f"c{place}_{i}", n, a) for i, (n, a) in enumerate(calls_of(item))]
        text = str(item.get("text", item.get("final", "")))
        return Say(text, wished)

    api = "anthropic" if "anthropic" in str(given.get("provider")) else "chat"
    with ProtocolServer(answer) as server:
        model = model_of(api, server)
        model.name = f"{model.name.partition(':')[0]}:{given.get('model', 'test')}"
        rig = rig_of(given, model, tools, limits)
        ran = play(rig, "q")
        bodies = server.bodies
    # what was said before is in the scratchpad of every later request
    return Run(ran, executed, bodies=bodies, later_requests=[b["messages"] for b in bodies])


def named_in(item: Mapping[str, Any]) -> list[str]:
    written = re.findall(r"^Action\s*:\s*([\w.-]+)", str(item.get("text", "")), re.MULTILINE)
    return [name for name, _ in calls_of(item)] + written


def lookups(given: Mapping[str, Any], limits: Limits) -> Run:
    """The lab of seed 002: so many look-ups, so many searches that find the wrong thing."""
    wrong = given.get("wrong_first", given.get("wrong_results", 0))
    mind = Lookups(given["lookups"], wrong)
    limits = limits if "max_iterations" in given.get("limits", {}) else wide(limits)
    rig = rig_of(given, ScriptedModel(mind), {"search": tool(mind.search)}, limits)
    ran = play(rig, "q")
    return Run(ran, ["search"] * len(mind.searched), mind.searched)


def wide(limits: Limits) -> Limits:
    """Only the limit that the case names is to bite."""
    return limits.model_copy(update={"max_iterations": 100})


def planned(given: Mapping[str, Any], limits: Limits) -> Run:
    """A plan of named steps: which fail, what the evaluator and the replanner say."""
    executed: list[str] = []
    queries: list[str] = []
    names = [str(n) for n in given.get("plan", [])]
    names = names or [f"step {n}" for n in range(1, int(given.get("steps", 0)) + 1)]
    failing = failing_steps(names, given.get("fail_step", given.get("fails", [])))
    once = re.findall(r"(\w+) failed once", str(given.get("after", "")))

    async def search(query: str) -> str:
        """Carries a step out."""
        queries.append(query)
        executed.append(query)
        if query in failing or (query in once and executed.count(query) == 1):
            from agents.tools import ToolError

            raise ToolError(f"{query} failed", retryable=query in once)
        return as_json({"done": query})

    def wish(name: str) -> Wish:
        return Wish(name, "search", {"query": name})

    new = given.get("replans_to", given.get("replan"))
    script = Steps(
        [wish(n) for n in names],
        None if new is None else [wish(str(n)) for n in new],
        given.get("evaluator") == "reject",
    )
    failure = given.get("replanner", {}).get("raise")
    model = Failing(script, "replan", failure) if failure else ScriptedModel(script)
    rig = rig_of({"paradigm": "plan", **given}, model, {"search": tool(search)}, limits)
    return Run(play(rig, "q"), executed, queries)


def failing_steps(names: list[str], given: Any) -> set[str]:
    """By name, or by number from 1."""
    listed = given if isinstance(given, list) else [given]
    return {names[one - 1] if isinstance(one, int) else str(one) for one in listed}


def retrieved(given: Mapping[str, Any], limits: Limits) -> Run:
    """Something is read about each subject, and the answer borrows from one for another."""
    from agents.evidence.borrowed import borrowed
    from agents.evidence.story import story

    subjects = list(given["retrieved"])

    async def read_notes(subject: str) -> dict[str, Any]:
        """Reads what the notes say on one subject."""
        passages = [f"{subject} {text}" for text in given["retrieved"][subject]]
        return {"id": subject, "passages": passages}

    script = [
        {"calls": [["read_notes", {"subject": s}] for s in subjects]},
        {"final": given["answer"]},
    ]
    tools = {"read_notes": tool(read_notes)}
    question = f"Why are {' and '.join(subjects)} waiting?"
    ran = play(rig_of(given, CaseModel(script), tools, limits), question)
    results = [e for e in ran.events if e.kind == "returned"]
    unsupported = sorted({id_ for id_, _, _ in borrowed(story(ran.events), given["answer"])})
    accepted = all(r.outcome == "ok" for r in results)
    stopped = ran.state.stopped
    return Run(
        ran,
        ["read_notes"] * len(results),
        more={
            "unsupported_claims": unsupported,
            "calls_accepted": accepted,
            "information_retrieved": accepted and len(results) == len(subjects),
            "task_completed": bool(stopped and stopped.status == "success" and not unsupported),
        },
    )
