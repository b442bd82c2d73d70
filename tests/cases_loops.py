"""Cases of kind loop: which sort each is of, how it is run, and what is measured of the run."""

from __future__ import annotations

import json
import re
from typing import Any

from agents.events import Event, Replied, Returned
from agents.rig import Limits
from agents.state import EXECUTED
from tests.cases import ORDINALS, Case, Within, hold
from tests.cases_loop_runs import Run, run_case
from tests.cases_records import check_fork, check_replay

LIMITS = {
    "repeat": "max_identical_calls", "identical_calls": "max_identical_calls",
    "turns": "max_iterations", "iterations": "max_iterations", "max_turns": "max_iterations",
    "max_replan": "max_replans", "replans": "max_replans", "graph_steps": "max_graph_steps",
    "recursion_limit": "max_graph_steps", "tool_calls": "max_tool_calls",
    "calls": "max_tool_calls", "max_calls": "max_tool_calls", "tokens": "max_tokens",
    "cost_usd": "max_cost_usd", "malformed": "max_malformed", "deadline_s": "deadline_s",
    "observation_chars": "max_observation_chars",
}  # fmt: skip
MILLISECONDS = {
    "tool_timeout_ms": "tool_timeout_s", "deadline_ms": "deadline_s", "timeout_ms": "deadline_s",
}  # fmt: skip


def check(case: Case) -> None:
    match case["input"].get("op"):
        case "replay":
            check_replay(case)
        case "fork" | "resume":
            check_fork(case)
        case _:
            hold(case, case["expected"], measured(run_case(case, limits_of(case))))


def limits_of(case: Case) -> Limits:
    given: dict[str, Any] = {}
    for name, value in case["input"].get("limits", {}).items():
        if name in MILLISECONDS:
            given[MILLISECONDS[name]] = value / 1000
        else:
            given[LIMITS.get(name, name)] = value
    return Limits(**given)


def measured(run: Run) -> dict[str, Any]:
    events = run.ran.events
    stopped = run.ran.state.stopped
    assert stopped is not None
    replies = [e for e in events if isinstance(e, Replied)]
    results = in_call_order(events)
    answer = stopped.answer or ""
    seen: dict[str, Any] = {
        "status": stopped.status,
        "answer": answer,
        "reason": stopped.reason,
        "crash": False,
        "model_calls": len(replies),
        "llm_calls": len(replies),
        "tool_executions": len(run.executed),
        "searches": len(run.executed),
        "executed_steps": len(run.executed),
        "executed": run.executed,
        "iterations": len(replies),
        "last_request_has_tools": bool(run.last_tools),
        "last_turn_forced": bool(replies and replies[-1].forced),
        "executions": {name: run.executed.count(name) for name in run.executed},
        "executions_of_identical_query": max(map(run.queries.count, run.queries), default=0),
        "recorded_results": len(results),
        "results_in_order": Shown([shown(r) for r in results]),
        "recorded": {r.call.name: r.output if r.outcome == "ok" else r.outcome for r in results},
        "observation": "\n".join(r.output for r in results),
        "observation_within_ms": Within(max((took(r) for r in results), default=0)),
        "raw_tool_call_shown_to_user": looks_like_a_call(answer),
        "nudges": sum(r.reading.fault is not None for r in replies),
        "flag": Flags(flags(run)),
        "replan_attempts": sum(r.actor == "replanner" for r in replies),
        "unanswered": len(stopped.gaps),
        "gaps": stopped.gaps,
        "gaps_listed": bool(stopped.gaps),
        "steps_marked": marks(run),
        "forced_final": any(r.forced for r in replies),
        "tool_errors": sum(r.outcome != "ok" for r in results),
        "tool_results_unseen": unseen(events),
        **run.more,
    }
    for word, place in ORDINALS.items():
        if results and -len(results) <= place < len(results):
            seen[f"{word}_observation"] = results[place].output
        if run.bodies and -len(run.bodies) <= place < len(run.bodies):
            seen[f"{word}_request_has_stop"] = "stop" in run.bodies[place]
    seen |= inner(results)
    seen["requests"] = len(run.bodies) if run.bodies else len(replies)
    seen["scratchpad"] = json.dumps(run.later_requests, ensure_ascii=False)
    return seen


class Flags(frozenset[str]):
    """Equal to each of its members, and to a list of some."""

    def __eq__(self, other: object) -> bool:
        return set([other] if isinstance(other, str) else other) <= set(self)  # type: ignore

    __hash__ = frozenset.__hash__


class Shown(list[str]):
    """`error:TEXT` stands for an error that says TEXT; anything else is meant word for word."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, list) or len(other) != len(self):
            return False
        return all(_shown_as(mine, str(theirs)) for mine, theirs in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]


def _shown_as(mine: str, theirs: str) -> bool:
    kind, colon, text = theirs.partition(":")
    if colon and kind in ("error", "timeout", "cancelled", "unknown_tool", "invalid", "refused"):
        return mine.startswith(f"{kind}:") and text.strip() in mine
    return mine == theirs or mine.partition(":")[0] == theirs


def shown(result: Returned) -> str:
    return result.output if result.outcome == "ok" else f"{result.outcome}:{result.output}"


def in_call_order(events: list[Event]) -> list[Returned]:
    """Turn by turn, each in the order of its reply's calls."""
    found: list[Returned] = []
    waiting: list[Returned] = []
    order: list[str] = []
    for event in [*events, None]:
        if isinstance(event, Returned):
            waiting.append(event)
        elif event is None or isinstance(event, Replied):
            known = {id_: place for place, id_ in enumerate(order)}
            found += sorted(waiting, key=lambda r: known.get(r.call.id, len(known)))
            waiting = []
            order = [c.id for c in event.reading.calls] if event else []
    return found


def unseen(events: list[Event]) -> int:
    """Results after which no model was asked any more."""
    last = max((i for i, e in enumerate(events) if isinstance(e, Replied)), default=-1)
    return sum(isinstance(e, Returned) and e.outcome in EXECUTED for e in events[last:])


def took(result: Returned) -> float:
    return (result.ended_at - result.started_at) * 1000


def looks_like_a_call(answer: str) -> bool:
    return bool(re.search(r"^\s*Action( Input)?\s*[:：]|\"action_input\"|tool_calls", answer, re.M))


def flags(run: Run) -> list[str]:
    """Faults of replies, notes, findings, and what a plan says of its steps."""
    from data.findings import findings

    found = [f.kind for f in findings(run.ran.events)]
    for event in run.ran.events:
        if isinstance(event, Replied):
            found += [*event.notes, *([event.reading.fault.kind] if event.reading.fault else [])]
        elif isinstance(event, Returned):
            found += [*event.notes, event.outcome]
    for step in run.ran.state.plan or ():
        if step.result is None and "unchanged" in step.reason:
            found.append("unchanged_retry")
    return found


def marks(run: Run) -> str:
    """`unchecked` where every step of the plan was carried out and nobody looked at it."""
    found = {p.status for p in run.ran.state.plan or ()}
    return "unchecked" if found == {"done"} else ", ".join(sorted(found))


def inner(results: list[Returned]) -> dict[str, Any]:
    """What became of the calls that tools made themselves, as their results tell."""
    said = [n for r in results for n in r.notes if n.startswith("inner call ")]
    if not said:
        return {"silently_dropped": True}
    status = "reported_abandoned" if "abandoned" in said[-1] else said[-1].rpartition(": ")[2]
    return {"inner_status": status, "silently_dropped": False}
