"""`triptych lab`: the call budget of seed 002 for one setting, its tables, or the whole sweep."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from agents.errors import BadInput
from dashboard.formats import count, paradigm_name
from dashboard.verbs.output import print_json, table

NAMES = {"react-raising": "ReAct, limit that raises"}
ONE_SETTING = ("lookups", "wrong", "cap", "ceiling", "evaluator")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lookups", type=int, metavar="N", help="1 to 6 (6)")
    parser.add_argument("--wrong", type=int, metavar="F", help="wrong first results, 0 to N (1)")
    parser.add_argument("--cap", type=int, metavar="C", help="most steps a plan executes (6)")
    parser.add_argument(
        "--ceiling", type=int, metavar="G", help="most graph steps that ReAct takes (20)"
    )
    parser.add_argument("--evaluator", metavar="E", help="right, strict or lenient (right)")
    parser.add_argument(
        "--sweep", action="store_true", help="every setting, each held against the arithmetic"
    )


def lab(args: argparse.Namespace) -> int:
    """1 where the sweep found a mismatch."""
    given = {name: v for name in ONE_SETTING if (v := getattr(args, name)) is not None}
    if args.sweep:
        if given:
            named = ", ".join(f"--{name}" for name in given)
            raise BadInput(f"--sweep plays every setting: leave out {named}.")
        return _sweep(args.json)
    from data.lab.report import report
    from data.lab.setting import Setting

    found = report(Setting(**given))
    if args.json:
        print_json(found)
    else:
        _print(found)
    return 0


def _sweep(as_json: bool) -> int:
    from data.lab.sweep import sweep

    found = sweep(_progress if sys.stderr.isatty() else lambda done, of: None)
    if as_json:
        print_json(found)
    else:
        print(
            f"{found['settings']:,} settings, {found['mismatches']} mismatches, "
            f"{found['seconds']:.1f} s"
        )
        for one in found["differing"]:
            print(f"  {one}")
    return 1 if found["mismatches"] else 0


def _progress(done: int, of: int) -> None:
    if done % 25 == 0 or done == of:
        end = "\n" if done == of else ""
        print(f"\r{done:,} of {of:,} settings", end=end, file=sys.stderr, flush=True)


def _print(found: dict[str, Any]) -> None:
    at = found["setting"]
    print(
        f"{at['lookups']} look-ups, {at['wrong']} wrong, cap {at['cap']}, ReAct's ceiling "
        f"{at['ceiling']} graph steps, evaluator {at['evaluator']}:"
    )
    head = ["agent", "model calls", "arithmetic", "executed", "rejected", "tokens read", "outcome"]
    rows = [
        [
            _name(one["agent"]),
            str(one["calls"]),
            str(one["expected"]["calls"]),
            str(one["executed"]),
            "–" if one["rejected"] is None else str(one["rejected"]),
            count(one["tokens_read"]),
            one["outcome"],
        ]
        for one in found["agents"]
    ]
    print(table(head, rows, numbers=[1, 2, 3, 4, 5]))
    print(f"N + 2 + 2f = {found['arithmetic']['N + 2 + 2f']} where no cap cuts the plan short.")
    for title, rows in (
        ("Table 2: clean runs", found["tables"]["2"]),
        ("Table 3: four look-ups, one wrong first result", found["tables"]["3"]),
        ("The short cap: six look-ups, one wrong", found["short cap"]),
        ("ReAct's ceiling of 20 graph steps: six look-ups, four wrong", found["ceiling"]),
        ("Evaluators: four look-ups, one wrong", found["evaluators"]),
    ):
        print(f"\n{title}")
        print(_table(rows))
    ratio = found["ratio at six look-ups"]
    print(
        f"\nReAct reads {ratio['measured']} times as much at six look-ups (seed {ratio['seed']})."
    )
    for note in found["notes"]:
        print(f"\n{note}")


def _table(rows: list[dict[str, Any]]) -> str:
    head = ["look-ups", "cap", "agent", "model calls", "seed", "executed", "tokens", "seed",
            "outcome"]  # fmt: skip
    return table(
        head,
        [
            [
                str(row["lookups"]),
                "–" if row["agent"].startswith("react") else str(row["cap"]),
                _name(row["agent"], row["evaluator"]),
                str(row["calls"]),
                _seed(row, "calls"),
                str(row["executed"]),
                count(row["tokens_read"]),
                _seed(row, "tokens"),
                row["outcome"],
            ]
            for row in rows
        ],
        numbers=[0, 1, 3, 4, 5, 6, 7],
    )


def _seed(row: dict[str, Any], name: str) -> str:
    return "–" if row["seed"] is None else count(row["seed"][name])


def _name(agent: str, evaluator: str = "right") -> str:
    name = NAMES.get(agent) or paradigm_name(agent)
    return name if evaluator == "right" else f"{name}, too {evaluator}"
