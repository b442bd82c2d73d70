"""From rows to what the components are handed: plain numbers and strings, no Streamlit."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from agents.policies.registry import PARADIGMS
from dashboard.alerts import Alert
from dashboard.axes import said
from dashboard.faults import fault_names
from dashboard.finding_words import finding_words
from dashboard.formats import (
    at_least,
    characters,
    count,
    duration,
    money,
    origin_glyph,
    origin_name,
    run_status,
    short,
    step_status,
)
from dashboard.lanes import lane_titles
from dashboard.palette import actor_name, role_of
from dashboard.words import t
from dashboard.words.many import many
from data.rows import RunRow, StepRow

if TYPE_CHECKING:
    from data.findings import Finding

Data = dict[str, Any]
NOTHING_YET = "–"
GOOD_ENDS = frozenset({"ok", "stop", "tool_calls"})
LANE_STEPS = 400
"""More steps than this are not listed in a lane; it says so and the run's page has them all."""


def lanes_data(
    runs: Sequence[RunRow],
    steps: Mapping[str, Sequence[StepRow]],
    live: Mapping[str, str],
    alerts: Mapping[str, Sequence[Alert]],
    problems: Mapping[str, str],
    findings: Mapping[str, Sequence[Finding] | None] = MappingProxyType({}),
) -> Data:
    """`live` and `problems`: run id -> text; `findings`: None while they are not known.
    Times are epoch seconds of this machine's clock."""
    titles = lane_titles(runs)
    several = len({run.question for run in runs}) > 1
    return {
        "now": time.time(),
        "lanes": [
            {
                "run": run.run_id,
                "title": name,
                "model": _models(run),
                "axes": said(run.paradigm, run.rig),
                "question": short(" ".join(run.question.split()), 200) if several else "",
                "unusual": _unusual(run),
                "status_text": run_status(run.status, run.passed),
                "tone": tone(run),
                "running": run.status == "running",
                "ours": run.origin != "imported",
                "started_at": run.started_at,
                "stats": _stats(run),
                "counted": run.usage_source == "counted" and bool(run.model_calls),
                "steps": [_step(step) for step in steps.get(run.run_id, ())[:LANE_STEPS]],
                **_coming(run, steps.get(run.run_id, ()), live, problems),
                "alerts": [_alert(found) for found in alerts.get(run.run_id, ())],
                "findings": [_finding(found) for found in findings.get(run.run_id) or ()],
                "reading": run.status != "running" and findings.get(run.run_id, ()) is None,
            }
            for run, (name, _) in zip(runs, titles, strict=True)
        ],
    }


def _coming(
    run: RunRow,
    steps: Sequence[StepRow],
    live: Mapping[str, str],
    problems: Mapping[str, str],
) -> Data:
    """The line below the steps: what comes in, what is waited for, or how it ended."""
    if problem := problems.get(run.run_id):
        return {"live": problem, "typing": False}
    more = len(steps) - LANE_STEPS
    if more > 0:
        return {"live": t("lane.more-steps", n=f"{more:,}"), "typing": False}
    if run.status == "running":
        text = live.get(run.run_id, "")
        return {"live": _heard(run, steps, text) or t("lane.waiting"), "typing": bool(text)}
    if run.status == "interrupted":
        return {"live": t("lane.interrupted"), "typing": False}
    told = bool(steps) and run.reason in steps[-1].summary
    ending = "" if run.status == "success" or told else run.reason
    return {"live": ending, "typing": False}


def _heard(run: RunRow, steps: Sequence[StepRow], text: str) -> str:
    """What comes in, as a reader can follow it: a plan is JSON, so only its size is said."""
    if run.rig.get("reflect") is True and text.lstrip().startswith('{"pass"'):
        return t("lane.reviewing", n=f"{len(text):,}")
    known = PARADIGMS.get(run.paradigm)
    if known is None or "planner" not in known.actors:
        return text
    if not text.lstrip().startswith(("{", "[", "`")):
        return text
    asked = [step for step in steps if step.kind == "model"]
    planning = not asked or asked[-1].actor == "evaluator" or bool(asked[-1].fault)
    return t("lane.planning" if planning else "lane.judging", n=f"{len(text):,}")


def _unusual(run: RunRow) -> list[str]:
    """What was switched on or chosen for this lane; a rig from outside may hold anything."""
    names = fault_names(run.rig)
    said = [many("lane.faults", len(names), names=", ".join(names))] if names else []
    if (writes := run.rig.get("writes")) in ("allow", "stub"):  # not the default: a person
        said.append(t(f"lane.writes.{writes}"))
    chosen = run.rig.get("chosen")
    return [*said, chosen] if isinstance(chosen, str) and chosen else said


def _alert(alert: Alert) -> Data:
    return {
        "text": alert.text,
        "level": alert.level,
        "glyph": "✗" if alert.level == "error" else "⚠",
        "seq": alert.seqs[0] if alert.seqs else None,
    }


def _finding(found: Finding) -> Data:
    return {
        "name": t(f"finding.{found.kind}"),
        "text": finding_words(found.text),
        "level": found.level,
        "seq": found.seqs[0] if found.seqs else None,
        "more": len(found.seqs) - 1,
    }


def _models(run: RunRow) -> str:
    if run.planner_model and run.planner_model != run.model:
        return t("lane.planner", model=run.model, planner=run.planner_model)
    return run.model


def tone(run: RunRow) -> str:
    """open, good, part or bad: how its status is coloured."""
    if run.status == "running":
        return "open"
    if run.status in ("error", "interrupted") or run.passed is False:
        return "bad"
    return "good" if run.passed or run.status == "success" else "part"


def _stats(run: RunRow) -> list[tuple[str, str, str]]:
    """Label, value, and what a hover says."""
    partly = run.unknown_usage > 0
    hint = _source(run)
    read = at_least(count(run.input_tokens), partly)
    cost, why = at_least(money(run.cost_usd), run.unpriced > 0), run.cost_why
    if run.status == "running" and not run.model_calls:
        read, cost, hint, why = NOTHING_YET, NOTHING_YET, "", ""
    calls, tools = count(run.model_calls), count(run.tool_calls)
    asked, failed = "", t("lane.failed", n=run.tool_errors) if run.tool_errors else ""
    if run.sub_runs:
        calls += f" + {count(run.inner_model_calls)}"
        tools += f" + {count(run.inner_tool_calls)}"
        read += f" + {count(run.inner_input_tokens)}"
        if run.inner_cost_usd is not None:
            cost += f" + {money(run.inner_cost_usd)}"
        asked = t("lane.by-inner", inner=inner_runs(run))
        failed, hint, why = (f"{said}; {asked}" if said else asked for said in (failed, hint, why))
    return [
        (t("stat.model-calls"), calls, asked),
        (t("stat.tool-calls"), tools, failed),
        (t("stat.tokens-read"), read, hint),
        (t("stat.cost"), cost, why),
        (t("stat.time"), duration(run.duration_ms), ""),
    ]


def inner_runs(run: RunRow) -> str:
    return many("lane.inner", run.sub_runs, n=count(run.sub_runs))


def _source(run: RunRow) -> str:
    if run.usage_source in ("counted", "reported"):
        return t(f"lane.{run.usage_source}")
    return t("lane.usage", source=t(f"usage.{run.usage_source}"))


def _step(step: StepRow) -> Data:
    tool = step.kind == "tool"
    return {
        "seq": step.seq,
        "role": role_of(step),
        "glyph": origin_glyph(step.origin),
        "origin": origin_name(step.origin),
        "who": "" if tool or step.actor == "agent" else actor_name(step.actor),
        "text": step.summary or step_status(step.status),
        "took": duration(step.duration_ms),
        "bad": step.status not in GOOD_ENDS or bool(step.fault),
        "sub_run": step.sub_run,
    }


def block(
    label: str,
    text: str,
    part: str,
    *,
    new: bool = False,
    opened: bool = True,
    raw: str = "",
    size: str = "",
    prose: bool = False,
) -> Data:
    """One text for the transcript component; `size` is said beside its label, `new` marks it at
    the margin, `prose` sets it in the font of the page. It stays text either way."""
    return {
        "label": label,
        "text": text,
        "part": part,
        "new": new,
        "open": opened,
        "raw": raw,
        "prose": prose,
        "size": size or characters(len(text)),
    }
