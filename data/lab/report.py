"""The lab as data: one setting, or the tables, for programs and for the verb."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from data.lab import seed, tables
from data.lab.arithmetic import expected, replanning_calls
from data.lab.setting import AGENTS, Agent, Setting, checked

COMPARED: tuple[Agent, ...] = (*AGENTS, "react-raising")


def report(setting: Setting) -> dict[str, Any]:
    """Raises BadInput for an impossible setting."""
    checked(setting)
    return {
        "setting": asdict(setting),
        "agents": [_agent(setting, agent) for agent in COMPARED],
        "arithmetic": {
            "N + 2 + 2f": replanning_calls(setting.lookups, setting.wrong),
            "calls of the replanning agent by node": tables.table_4(setting),
        },
        "tables": {
            "1": tables.table_1(),
            "2": [_row(row) for row in tables.table_2()],
            "3": [_row(row) for row in tables.table_3()],
            "4": tables.table_4(Setting(4, 1, tables.ROOMY)),
        },
        "figure 2": {
            agent: [{"lookups": n, "tokens_read": read} for n, read in line]
            for agent, line in tables.figure_2().items()
        },
        "ratio at six look-ups": {"measured": round(tables.ratio(), 2), "seed": seed.RATIO},
        "short cap": [_row(row) for row in tables.short_cap()],
        "ceiling": [_row(row) for row in tables.ceiling()],
        "evaluators": [_row(row) for row in tables.evaluators()],
        "notes": [tables.SCRIPTED, tables.why_tokens_differ()],
    }


def _agent(setting: Setting, agent: Agent) -> dict[str, Any]:
    counts = tables.run_of(setting, agent).counts
    return {
        "agent": agent,
        **asdict(counts),
        "outcome": tables.outcome(counts),
        "expected": asdict(expected(setting, agent)),
    }


def _row(row: tables.Measured) -> dict[str, Any]:
    return {
        "agent": row.agent,
        "lookups": row.setting.lookups,
        "wrong": row.setting.wrong,
        "cap": row.setting.cap,
        "evaluator": row.setting.evaluator,
        "calls": row.counts.calls,
        "executed": row.counts.executed,
        "tokens_read": row.counts.tokens_read,
        "outcome": tables.outcome(row.counts),
        "seed": row.seed and row.seed._asdict(),
    }
