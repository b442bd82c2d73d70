"""`triptych fork`, `resume` and `replay`: going on from a run, and proving its record."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from agents.errors import StoreError
from dashboard.desk import Json, desk
from dashboard.formats import count, duration, money, run_status
from dashboard.verbs.output import inert_block, print_json
from data.location import database_path

if TYPE_CHECKING:
    from agents.forking import Edit

EDITS = [
    ("observation", "another result of the tool call there"),
    ("reply", "another reply of the model (text, or JSON with tool_calls)"),
    ("question", "another question in the place of the first"),
    ("follow-up", "a further message of the user"),
    ("system", "another system prompt"),
]


def fork_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", help="the run to fork (triptych runs)")
    parser.add_argument("--at", type=int, required=True, metavar="K",
                        help="share the first K events (the numbers that show prints)")  # fmt: skip
    for name, text in EDITS:
        parser.add_argument(f"--{name}", metavar="TEXT", help=text)
    parser.add_argument(
        "--call", default="", metavar="ID", help="the call that --observation is of"
    )
    parser.add_argument("--paradigm", metavar="P")
    parser.add_argument("--model", metavar="M")
    parser.add_argument("--planner-model", metavar="M")
    parser.add_argument("--tool", action="append", metavar="T",
                        help="tools instead of the run's own; repeatable")  # fmt: skip
    parser.add_argument("--writes", choices=["ask", "allow", "stub"],
                        help="what becomes of calls that change something")  # fmt: skip
    parser.add_argument("--absent-tools", choices=["ask", "stub"],
                        help="tools that are not here answer from the record; what it lacks is "
                        "left to a person, or gets a stub")  # fmt: skip
    for name in ("max-iterations", "max-tool-calls", "max-tokens"):
        parser.add_argument(f"--{name}", type=int, metavar="N")
    parser.add_argument("--max-cost", type=float, metavar="USD")
    parser.add_argument("--deadline", type=float, metavar="SECONDS")
    parser.add_argument("--times", type=int, default=1, metavar="N",
                        help="so many forks at once, to see how often it passes")  # fmt: skip


def resume_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", help="an interrupted run (triptych runs)")
    parser.add_argument("--observation", metavar="TEXT", help="the result that the run waits for")
    parser.add_argument("--call", default="", metavar="ID", help="the call that it is of")


def replay_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", help="the run's id (triptych runs)")


def fork(args: argparse.Namespace) -> int:
    """0 when the forks ended, however they ended."""
    from dashboard.forks import change_from

    change = change_from(_change(args))
    with desk(database_path(args.db)) as answering:
        found = answering.fork(args.run, change)
    forks = found["forks"]
    if args.json:
        print_json(forks[0] if args.times == 1 else found)
    else:
        for one in forks:
            _print(one)
        if args.times > 1:
            judged = f", {found['passed']} of {found['judged']} judged passed"
            print(f"{found['succeeded']} of {found['times']} answered"
                  + (judged if found["judged"] else ""))  # fmt: skip
    for problem in dict.fromkeys(one["problem"] for one in forks if one["problem"]):
        raise StoreError(problem)
    return 0


def resume(args: argparse.Namespace) -> int:
    edits: tuple[Edit, ...] = ()
    if args.observation is not None:
        edit = {"target": "observation", "value": args.observation, "call_id": args.call}
        from dashboard.forks import edits_from

        edits = edits_from([edit])
    with desk(database_path(args.db)) as answering:
        found = answering.resume(args.run, edits)
    if args.json:
        print_json(found)
    else:
        _print(found)
    if found["problem"]:
        raise StoreError(found["problem"])
    return 0


def replay(args: argparse.Namespace) -> int:
    """0 where every event came out again as recorded, 1 where the run parts from its record."""
    with desk(database_path(args.db)) as answering:
        found = answering.replay(args.run)
    if args.json:
        print_json(found)
    else:
        _print_proof(found)
    return 0 if found["ok"] else 1


def _change(args: argparse.Namespace) -> dict[str, Any]:
    given = {name.replace("-", "_"): getattr(args, name.replace("-", "_")) for name, _ in EDITS}
    edits = [
        {"target": target, "value": value, "call_id": args.call if target == "observation" else ""}
        for target, value in given.items()
        if value is not None
    ]
    rig = {
        "paradigm": args.paradigm,
        "model": args.model,
        "planner_model": args.planner_model,
        "tools": args.tool,
        "writes": args.writes,
    }
    limits = {
        "max_iterations": args.max_iterations,
        "max_tool_calls": args.max_tool_calls,
        "max_tokens": args.max_tokens,
        "max_cost_usd": args.max_cost,
        "deadline_s": args.deadline,
    }
    rig["limits"] = {k: v for k, v in limits.items() if v is not None} or None
    return {
        "at": args.at,
        "edits": edits,
        "rig": {k: v for k, v in rig.items() if v is not None},
        "absent_tools": args.absent_tools,
        "times": args.times,
    }


def _print(run: Json) -> None:
    origin = f"forked from {run['parent']} at {run['forked_at']}, " if run["parent"] else ""
    print(f"{run['run']}  {run['paradigm']} on {run['model']}: "
          f"{run_status(run['status'], run['passed'])}, {run['reason']}")  # fmt: skip
    print(inert_block(run["answer"] or "(no answer)"))
    print(f"{origin}{run['shared_events']} events shared, {run['live_events']} its own; "
          f"{count(run['input_tokens'])} tokens read, {money(run['cost_usd'])}, "
          f"{duration(run['duration_ms'])}")  # fmt: skip
    if run["system_prompt"] in ("recorded", "both"):
        after = f", followed by {run['paradigm']}'s own" if run["system_prompt"] == "both" else ""
        print(f"The system prompt was the recorded one{after}.")


def _print_proof(found: Json) -> None:
    print(f"{found['equal']} of {found['events']} events came out again as recorded; "
          "no model and no tool was called.")  # fmt: skip
    if found["given"]:
        print(f"{found['given']} of them were imported or written by a person: taken as they are.")
    parted = found["parted"]
    if parted:
        print(f"It parts at event {parted['at']}: {parted['why']}")
        print(inert_block("\n".join(parted["diff"])))
