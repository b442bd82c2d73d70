"""`triptych diff RUN RUN [RUN...]`: where runs part, and what they come to beside each other."""

from __future__ import annotations

import argparse
from itertools import groupby

from dashboard.desk import Json, desk
from dashboard.diffing import NAMES, checked
from dashboard.formats import at_least, count, duration, money, paradigm_name, run_status
from dashboard.formats import origin_glyph as glyph
from dashboard.verbs.output import inert_block, print_json, short, table
from data.location import database_path

SIGNS = {"equal": "=", "asked": "≈", "answered": "≠", "changed": "≠", "only": "±"}
WIDTH = 100


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", nargs="+", help="two to six runs (triptych runs)")
    parser.add_argument("--all", action="store_true", help="also the steps that are equal")


def diff(args: argparse.Namespace) -> int:
    """0 whether they differ or not: a difference is a result, not an error."""
    run_ids = checked(args.run)
    with desk(database_path(args.db)) as answering:
        found = answering.diff(run_ids)
    if args.json:
        print_json(found)
    else:
        _print(found, args.all)
    return 0


def _print(found: Json, everything: bool) -> None:
    print(_totals(found) + "\n")
    for name, changes in zip(NAMES[1:], found["rigs"][1:], strict=False):
        print(f"{name} beside A: {', '.join(changes) or 'the same rig'}")
    print(_parted(found) + "\n")
    numbered = list(enumerate(found["rows"]))
    for same, rows in groupby(numbered, key=lambda row: row[1]["state"] == "equal"):
        stretch = list(rows)
        if same and not everything:
            print(f"= {_many(len(stretch))}")
        else:
            for number, row in stretch:
                _print_row(row, number == _place(found, "first_divergence"))
    print(f"\n{found['equal']:,} equal, {found['different']:,} different")


def _totals(found: Json) -> str:
    head = ["", "run", "paradigm", "model", "status", "calls", "tools", "read", "written", "cost",
            "time"]  # fmt: skip
    lines = [
        [
            name,
            run["run"],
            paradigm_name(run["paradigm"]),
            short(run["model"], 30),
            run_status(run["status"], run["passed"]),
            *_sums(total),
            "" if run["status"] == "running" else duration(total["duration_ms"]),
        ]
        for name, run, total in zip(NAMES, found["runs"], found["totals"], strict=False)
    ]
    together = ["", "together, what is shared counted once", "", "", "", *_sums(found["together"])]
    return table(head, [*lines, [*together, ""]], numbers=range(5, 11))


def _sums(total: Json) -> list[str]:
    partly = total["unknown_usage"] > 0
    return [
        count(total["model_calls"]),
        count(total["tool_calls"]),
        at_least(count(total["input_tokens"]), partly),
        at_least(count(total["output_tokens"]), partly),
        at_least(money(total["cost_usd"]), total["unpriced"] > 0),
    ]


def _parted(found: Json) -> str:
    first, act = found["first_divergence"], found["first_other_act"]
    if first is None:
        return "They are equal, step by step."
    said = f"They part at {_steps(first['steps'])}: {first['says']}."
    if act is None:
        return f"{said} All the same was decided, called and returned."
    if act["row"] != first["row"]:
        said += f" Something else was done first at {_steps(act['steps'])}: {act['says']}."
    return said


def _steps(steps: list[int | None]) -> str:
    return ", ".join(
        f"{name} step {step}" for name, step in zip(NAMES, steps, strict=False) if step is not None
    )


def _place(found: Json, which: str) -> int | None:
    return found[which] and int(found[which]["row"])


def _many(steps: int) -> str:
    return f"{steps:,} equal step{'' if steps == 1 else 's'}"


def _print_row(row: Json, parts_here: bool) -> None:
    there = [(name, cell) for name, cell in zip(NAMES, row["cells"], strict=False) if cell]
    what = there[0][1]
    named = " ".join(filter(None, (what["kind"], short(what["who"], 40))))
    mark = "  ◀ they part here" if parts_here else ""
    says = "" if row["state"] == "equal" else f": {row['says']}"
    print(f"{SIGNS[row['state']]} {named}{says}{mark}")
    texts: dict[tuple[str, str], list[tuple[str, Json]]] = {}
    for name, cell in there:
        texts.setdefault((cell["text"], cell["result"]), []).append((name, cell))
    for (text, result), cells in texts.items():
        place = ", ".join(f"{name} {glyph(cell['origin'])} {cell['step']}" for name, cell in cells)
        print(f"    {place:<10} {short(inert_block(text), WIDTH)}")
        if result:
            print(f"    {'':<10} → {short(inert_block(result), WIDTH)}")
