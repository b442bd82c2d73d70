"""`triptych show RUN [--step K]`: a run's steps, or one of them whole."""

from __future__ import annotations

import argparse
from typing import Any

from dashboard.desk import Json, desk
from dashboard.formats import count, duration, money, origin_glyph, run_status
from dashboard.verbs.output import inert_block, print_json, short, table
from data.location import database_path
from data.rows import lasted


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", help="the run's id (triptych runs)")
    parser.add_argument("--step", type=int, metavar="K", help="one step, by its number")


def show(args: argparse.Namespace) -> int:
    with desk(database_path(args.db)) as answering:
        if args.step is None:
            found = answering.show(args.run)
        else:
            found = answering.step(args.run, args.step)
    if args.json:
        print_json(found)
    elif args.step is None:
        _print_run(found)
    else:
        _print_step(found)
    return 0


def _print_run(run: Json) -> None:
    print(f"{run['run']}  {run['paradigm']} on {run['model']}: "
          f"{run_status(run['status'], run['passed'])}, {run['reason']}")  # fmt: skip
    print(f"Question: {inert_block(run['question'])}\n")
    rows = [
        [
            str(step["seq"]),
            origin_glyph(step["origin"]),
            step["actor"] or step["name"],
            step["status"],
            count(step["input_tokens"]) if step["kind"] == "model" else "",
            duration(lasted(step["started_at"], step["ended_at"], step["origin"])),
            short(step["summary"], 90),
        ]
        for step in run["steps"]
    ]
    print(table(["step", "", "who", "status", "tokens in", "time", "what"], rows, numbers=[0, 4]))
    print(f"\nAnswer: {inert_block(run['answer'] or '(none)')}")
    print(f"{run['model_calls']} model calls, {run['tool_calls']} tool calls, "
          f"{count(run['input_tokens'])} tokens read, {money(run['cost_usd'])}")  # fmt: skip
    if learned := run["reflection"]:
        print(f"\nWhy the first answer failed: {inert_block(learned['why'])}\n"
              f"What changed: {inert_block(learned['changed'])}\n"
              f"What came of it: {inert_block(learned['outcome'])}")  # fmt: skip
    if run["called_by"]:
        print(f"It carried out a step of run {run['called_by']}.")
    for one in run["sub_runs"]:
        at = "a step" if one["step"] is None else f"step {one['step']}"
        print(f"+ inner run {one['run']} for {at}: {run_status(one['status'])}, "
              f"{one['model_calls']} model calls, {one['tool_calls']} tool calls, "
              f"{count(one['input_tokens'])} tokens read, {money(one['cost_usd'])}")  # fmt: skip
    for alert in run["alerts"]:
        print(f"⚠ {alert['text']}")


def _print_step(found: Json) -> None:
    for link in found.get("request", []):
        mark = "+" if link["new"] else " "
        print(f"{mark} [{link['part']}] {inert_block(_content(link['body']))}")
    print()
    for key, value in found["event"].items():
        print(f"{key}: {inert_block(str(value))}")


def _content(body: Any) -> str:
    if isinstance(body, dict) and isinstance(body.get("content"), str):
        return str(body["content"])
    return str(body)
