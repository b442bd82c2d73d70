"""`triptych trials`: repeated trials, run, gone on with, or read from imported results."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from agents.errors import BadInput
from dashboard.desk import Desk, Json, desk
from dashboard.trials.setups import setup, shipped
from dashboard.verbs.output import print_json
from dashboard.verbs.trials_text import print_estimate, print_list, print_set
from data.location import database_path
from data.trials.plan import TrialPlan, plan_from

STOPPED_SHORT = frozenset({"budget", "failed", "interrupted"})
PLAN = {
    "scenarios": "scenario", "paradigms": "paradigm", "models": "model", "faults": "fault",
    "trials": "trials", "concurrency": "concurrency", "budget_usd": "budget", "chance": "chance",
    "seed": "seed", "temperature": "temperature", "name": "name",
}  # fmt: skip
"""Field of the plan -> option."""


def arguments(parser: argparse.ArgumentParser) -> None:
    for name, metavar, text in (
        ("scenario", "S", "a bundled scenario (triptych scenarios)"),
        ("paradigm", "P", "all of them by default"),
        ("model", "M", "scripted by default"),
        ("fault", "F", "none, a fault, or several joined as A+B; each is tried by itself"),
    ):
        parser.add_argument(
            f"--{name}", action="append", metavar=metavar, help=f"{text}; repeatable"
        )
    parser.add_argument("--trials", type=int, metavar="K", help="repeats of each cell (3)")
    parser.add_argument("--concurrency", type=int, metavar="N", help="runs at once (2)")
    parser.add_argument(
        "--budget", type=float, metavar="USD", help="stop when so much is spent; for priced models"
    )
    parser.add_argument(
        "--chance", type=float, metavar="P",
        help="how likely faults, or a scripted model's habit, are on in a repeat (1)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, metavar="N", help="of what is drawn (0)")
    parser.add_argument("--temperature", type=float, metavar="T")
    parser.add_argument("--name", metavar="TEXT")
    parser.add_argument(
        "--setup", metavar="FILE", help=f"a set-up in YAML, or one of: {', '.join(shipped())}"
    )
    parser.add_argument("--estimate", action="store_true", help="only say what it would take")
    parser.add_argument("--resume", metavar="ID", help="go on with a set; --budget raises its cap")
    parser.add_argument("--show", metavar="ID", help="the results of a set so far")
    parser.add_argument(
        "--of", metavar="WHAT",
        help="imported results: a file (imported first), an imported set, or a format",
    )  # fmt: skip
    parser.add_argument("--list", action="store_true", help="the sets there are")
    parser.add_argument("-o", "--out", metavar="PATH", help="also as a table, .csv or .parquet")


def trials(args: argparse.Namespace) -> int:
    """1 where a set stopped short: its cap, a model that fails, a process that died."""
    _check_out(args.out)
    _refuse_mixtures(args)
    plan = _plan(args) if _is_new(args) else None
    with desk(database_path(args.db)) as answering:
        if args.list:
            return _list(answering, args.json)
        if plan is not None and args.estimate:
            return _estimate(answering, plan, args.json)
        set_id = _set(answering, args, plan)
        found = answering.trials.show(set_id)
        if args.out:
            format = Path(args.out).suffix.removeprefix(".").lower()
            _write(args.out, answering.trials.export(set_id, format))
    return _tell(found, args)


def _set(answering: Desk, args: argparse.Namespace, plan: TrialPlan | None) -> str:
    """The id of the set that is asked for, run to its end where it is to be run."""
    if args.show:
        return str(args.show)
    if args.of:
        return _imported(answering, args.of)
    if plan is not None:
        set_id = answering.trials.start(plan)
    else:
        set_id = answering.trials.resume(args.resume, args.budget)
    try:
        answering.trials.follow(set_id, _progress)
    except KeyboardInterrupt:
        answering.trials.pause(set_id)
        raise BadInput(f"Paused; triptych trials --resume {set_id} goes on.") from None
    finally:
        _end_progress()
    return set_id


def _imported(answering: Desk, named: str) -> str:
    if not Path(named).is_file():
        return str(answering.trials.show(named)["trials"])
    found = answering.imports([str(Path(named).absolute())], None)
    if found["failed"]:
        raise BadInput(found["failed"][0]["error"])
    return str(answering.trials.show(found["files"][0]["runs"][0])["trials"])


def _plan(args: argparse.Namespace) -> TrialPlan:
    given = {
        field: value
        for field, option in PLAN.items()
        if (value := getattr(args, option)) is not None
    }
    if args.setup:
        return plan_from({**setup(args.setup).plan.model_dump(mode="json"), **given})
    if not args.scenario:
        raise BadInput(
            "Say what is to be tried: --scenario NAME, --setup FILE, --resume ID, --show ID, "
            "--of WHAT or --list."
        )
    return plan_from(given)


def _is_new(args: argparse.Namespace) -> bool:
    return not (args.list or args.show or args.of or args.resume)


def _refuse_mixtures(args: argparse.Namespace) -> None:
    chosen = [name for name in ("list", "show", "of", "resume") if getattr(args, name)]
    if len(chosen) > 1:
        raise BadInput(f"--{chosen[0]} and --{chosen[1]} are two things; ask for one of them.")
    if not chosen:
        return
    options = [*PLAN.values(), "setup", "estimate"]
    beside = [name for name in options if getattr(args, name) not in (None, False)]
    if chosen == ["resume"] and "budget" in beside:
        beside.remove("budget")
    if beside:
        raise BadInput(f"--{beside[0]} is for a new set; --{chosen[0]} takes a set as it is.")


def _check_out(out: str | None) -> None:
    if out and Path(out).suffix.lower() not in (".csv", ".parquet"):
        raise BadInput(f"{out}: a table is written as .csv or .parquet.")


def _write(out: str, made: bytes) -> None:
    try:
        Path(out).write_bytes(made)
    except OSError as error:
        raise BadInput(f"{out} could not be written: {error.strerror}.") from None


def _list(answering: Desk, as_json: bool) -> int:
    found = answering.trials.listed()
    print_json(found) if as_json else print_list(found)
    return 0


def _estimate(answering: Desk, plan: TrialPlan, as_json: bool) -> int:
    found = answering.trials.estimate(plan)
    print_json(found) if as_json else print_estimate(found, plan)
    return 0


def _tell(found: Json, args: argparse.Namespace) -> int:
    described: dict[str, Any] = {}
    if args.setup:
        source = setup(args.setup)
        described = {"stated": dict(source.stated), "gaps": list(source.gaps)}
    if args.json:
        print_json({**found, **described})
    else:
        print_set(found, described)
    if found["state"] not in STOPPED_SHORT:
        return 0
    left = found["cells_in_all"] - found["finished"]
    raise BadInput(
        f"It stopped with {left} of {found['cells_in_all']} cells left: "
        f"{found['reason'] or found['state']}. What it has is kept; "
        f"triptych trials --resume {found['trials']} goes on."
    )


def _progress(found: Json) -> None:
    """One line that writes over itself, for people at a terminal."""
    if sys.stderr.isatty():
        done = found["finished"] + found["errors"]
        line = f"{done} of {found['cells_in_all']} runs, {found['running']} going on"
        print(f"\r{line:<60}", end="", file=sys.stderr, flush=True)


def _end_progress() -> None:
    if sys.stderr.isatty():
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr, flush=True)
