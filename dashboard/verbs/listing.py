"""`triptych runs`: what was run."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from agents.errors import BadInput
from dashboard.desk import Json, desk
from dashboard.formats import count, duration, money, run_status, share
from dashboard.verbs.output import print_json, short, table
from data.filters import RunFilter
from data.location import database_path


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", type=int, default=50, help="how many (50)")
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--text", default="", help="only runs whose question or answer holds it")
    parser.add_argument("--paradigm")
    parser.add_argument("--model")
    parser.add_argument("--scenario")
    parser.add_argument("--status")


HEAD = [
    "run", "when (UTC)", "paradigm", "model", "status", "calls", "tokens in", "cost", "time",
    "plan", "replan", "question",
]  # fmt: skip


def runs(args: argparse.Namespace) -> int:
    if args.limit < 1 or args.offset < 0:
        raise BadInput("--limit must be 1 or more, and --offset 0 or more.")
    wanted = RunFilter(
        paradigms=_one(args.paradigm),
        models=_one(args.model),
        scenarios=_one(args.scenario),
        statuses=_one(args.status),
        text=args.text,
    )
    with desk(database_path(args.db)) as answering:
        found = answering.runs(wanted, args.limit, args.offset)
    if args.json:
        print_json(found)
        return 0
    rows = [
        [
            run["run"],
            _when(run["started_at"]),
            run["paradigm"],
            run["model"],
            run_status(run["status"], run["passed"]),
            str(run["model_calls"]),
            count(run["input_tokens"]),
            money(run["cost_usd"]),
            duration(run["duration_ms"]),
            *_plan(run["plan"]),
            short(run["question"], 50),
        ]
        for run in found["runs"]
    ]
    if rows:
        print(table(HEAD, rows, numbers=range(5, 11)))
        print("plan: steps planned / executed / rejected; replan: rejected per executed step")
    print(f"{len(rows)} of {found['total']} runs")
    return 0


def _plan(plan: Json | None) -> tuple[str, str]:
    """Seed 002's three counters and their rate (S2-32); nothing for a run without a plan."""
    if plan is None:
        return "", ""
    counted = f"{plan['planned']}/{plan['executed']}/{plan['rejected']}"
    return counted, share(plan["rejected"], plan["executed"]) if plan["executed"] else ""


def _one(value: str | None) -> tuple[str, ...]:
    return (value,) if value else ()


def _when(at: float | None) -> str:
    return "" if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")
