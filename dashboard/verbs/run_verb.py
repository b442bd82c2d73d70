"""`triptych run`: one question on several rigs, from the command line."""

from __future__ import annotations

import argparse
from typing import Any

from agents.budgets import BUDGETS, budget
from agents.choosing import AUTO
from agents.errors import BadInput, StoreError
from agents.policies.registry import PARADIGMS, paradigm
from agents.rig import Limits, RigSpec
from dashboard.config_file import read_file
from dashboard.desk import Json, desk
from dashboard.formats import count, duration, money, run_status
from dashboard.habits import SCRIPTED, bent
from dashboard.launch import Launch, launch_from
from dashboard.verbs.output import inert_block, print_json, table
from data.location import database_path

REPEATABLE = [
    (
        "paradigm",
        "P",
        f"{', '.join(PARADIGMS)} (all of them by default), or auto: by what the model can do",
    ),
    ("model", "M", "scripted, openai:NAME, openai-responses:NAME, anthropic:NAME, local:NAME"),
    ("tool", "T", "calculator, sql:PATH, folder:PATH, mcp:COMMAND or mcp:http://…"),
    ("fault", "F", "a fault of the scenario's tools to switch on (triptych scenarios --faults)"),
    (
        "habit",
        "H",
        "a bad habit of the scripted model, or H@N for its Nth occasion "
        "(triptych scenarios --habits)",
    ),
    ("check", "C", "a condition on the answer for --reflect, such as '\"800\" in answer'"),
]
HEAD = [
    "paradigm", "status", "model calls", "tool calls", "tokens in", "out", "cost", "time", "alerts",
]  # fmt: skip


NO_RIG = frozenset({"help", "db", "json", "question", "scenario", "config"})
RIG_OPTIONS: dict[str, Any] = {}
"""What describes the rigs, and cannot stand beside a file that does -> what it is by default."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", nargs="?", default="", help="what to ask")
    parser.add_argument("--scenario", default="", help="a bundled scenario (triptych scenarios)")
    for name, metavar, text in REPEATABLE:
        parser.add_argument(
            f"--{name}", action="append", default=[], metavar=metavar, help=f"{text}; repeatable"
        )
    parser.add_argument(
        "--config", metavar="FILE", help="a set-up in YAML, instead of the options below"
    )
    parser.add_argument(
        "--over-mcp", action="store_true", help="reach the scenario's tools through MCP"
    )
    parser.add_argument(
        "--reflect", action="store_true", help="review the answer, and have it redone once"
    )
    parser.add_argument("--reviewer-model", metavar="M", help="for the review only")
    parser.add_argument(
        "--writes",
        choices=["ask", "allow", "stub"],
        default="ask",
        help="calls of tools that change something: left to a person, run, or only simulated",
    )
    parser.add_argument("--planner-model", metavar="M", help="for planner and replanner only")
    parser.add_argument(
        "--limits",
        metavar="NAME",
        help=f"limits of a kind of task: {', '.join(BUDGETS)}; those below go before them",
    )
    parser.add_argument("--max-iterations", type=int, metavar="N")
    parser.add_argument("--max-tool-calls", type=int, metavar="N")
    parser.add_argument("--max-tokens", type=int, metavar="N")
    parser.add_argument("--max-cost", type=float, metavar="USD")
    parser.add_argument("--deadline", type=float, metavar="SECONDS")
    parser.add_argument("--tool-timeout", type=float, metavar="SECONDS")
    parser.add_argument("--max-identical-calls", type=int, metavar="N")
    parser.add_argument("--max-malformed", type=int, metavar="N")
    for action in parser._actions:
        if action.dest not in NO_RIG:
            RIG_OPTIONS[action.dest] = action.default


def run(args: argparse.Namespace) -> int:
    """0 when the runs ended, however they ended: an agent's failure is a result, not an error."""
    launch = _launch(args)
    with desk(database_path(args.db)) as answering:
        found = answering.compare(launch)
    if args.json:
        print_json({"comparison": found["comparison"], "runs": found["runs"]})
    else:
        _print(found)
    for problem in dict.fromkeys(run["problem"] for run in found["runs"] if run["problem"]):
        raise StoreError(problem)
    return 0


def _launch(args: argparse.Namespace) -> Launch:
    if not args.config:
        lanes = _lanes(args)
        return launch_from({"question": args.question, "scenario": args.scenario, "lanes": lanes})
    beside = [name for name, usual in RIG_OPTIONS.items() if getattr(args, name) != usual]
    if beside:
        named = ", ".join(f"--{name.replace('_', '-')}" for name in beside)
        raise BadInput(f"The rigs stand in {args.config}: leave out {named}, or --config.")
    found = read_file(args.config)
    asked = {
        "question": args.question or found.question,
        "scenario": args.scenario or found.scenario,
    }
    lanes = [spec.model_dump(mode="json") for spec in found.lanes]
    return launch_from({**asked, "lanes": lanes})


def _lanes(args: argparse.Namespace) -> list[dict[str, Any]]:
    named = budget(args.limits) if args.limits else None
    reflect = args.reflect or bool(named and named.reflect)
    if not reflect and (args.check or args.reviewer_model):
        raise BadInput("--check and --reviewer-model are for a review: add --reflect.")
    chosen = args.paradigm or list(PARADIGMS)
    for name in chosen:
        if name != AUTO:
            paradigm(name)
    return [
        RigSpec(
            paradigm=name,
            model=model,
            planner_model=args.planner_model,
            tools=tuple(args.tool),
            faults=tuple(args.fault),
            over_mcp=args.over_mcp,
            reflect=reflect,
            reviewer_model=args.reviewer_model,
            criteria=tuple(args.check),
            writes=args.writes,
            limits=_limits(args),
        ).model_dump(mode="json")
        for model in bent(args.model or [SCRIPTED], args.habit)
        for name in chosen
    ]


def _limits(args: argparse.Namespace) -> Limits:
    given = {
        "max_iterations": args.max_iterations,
        "max_tool_calls": args.max_tool_calls,
        "max_tokens": args.max_tokens,
        "max_cost_usd": args.max_cost,
        "deadline_s": args.deadline,
        "tool_timeout_s": args.tool_timeout,
        "max_identical_calls": args.max_identical_calls,
        "max_malformed": args.max_malformed,
    }
    from pydantic import ValidationError

    own = {k: v for k, v in given.items() if v is not None}
    try:
        return budget(args.limits).over(own) if args.limits else Limits.model_validate(own)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = str(first["loc"][0]).replace("_", "-")
        raise BadInput(f"--{name}: {first['msg']} (got {first['input']}).") from None


def _print(found: Json) -> None:
    for run in found["runs"]:
        print(f"── {PARADIGMS[run['paradigm']].title} ({run['model']}), run {run['run']}")
        print(inert_block(run["answer"] or f"(no answer: {run['reason']})"))
        if run.get("retold"):
            print("\n" + inert_block("\n".join(run["retold"])))
        print()
    rows = [
        [
            PARADIGMS[run["paradigm"]].title,
            run_status(run["status"], run["passed"]),
            str(run["model_calls"]),
            str(run["tool_calls"]),
            count(run["input_tokens"]),
            count(run["output_tokens"]),
            money(run["cost_usd"]),
            duration(run["duration_ms"]),
            ", ".join(alert["kind"] for alert in run["alerts"]),
        ]
        for run in found["runs"]
    ]
    print(table(HEAD, rows, numbers=range(2, 8)))
