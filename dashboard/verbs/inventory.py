"""`triptych scenarios`, `tools` and `models`: what there is to run."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import asdict

from agents.messages import ToolSpec
from agents.models.catalog import models_status
from agents.models.habits import HABITS
from agents.models.tokens import count_definition
from dashboard.faults import FAULTS
from dashboard.habits import described, habits_for
from dashboard.verbs.output import print_json, short, table
from dashboard.words import t
from data.bundled import names, scenario
from data.scenario import Scenario
from data.toolbox import tool_from, toolbox_help


def scenarios_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--faults", action="store_true", help="what can be switched on in each one's tools"
    )
    parser.add_argument(
        "--habits", action="store_true", help="what the scripted model can be told to do wrong"
    )


def scenarios(args: argparse.Namespace) -> int:
    found = [scenario(name) for name in names()]
    if args.json:
        print_json(
            [
                {
                    "name": s.name,
                    "title": s.title,
                    "teaches": s.teaches,
                    "question": s.question,
                    "tools": [tool.name for tool in s.tools],
                    "teaches_zh": s.teaches_zh or None,
                    "faults": list(s.faults),
                    "habits": habits_for(s),
                }
                for s in found
            ]
        )
        return 0
    if args.faults:
        rows = [[name, t(f"fault.{name}"), _where(name, found)] for name in FAULTS]
        print(table(["fault", "what it does", "in"], rows))
        print("\nSwitch one on: triptych run --scenario larkspur-4 --fault wrong-passage")
    if args.habits:
        rows = [[habit.name, described(habit.name)] for habit in HABITS.values()]
        print(table(["habit", "what the scripted model does"], rows))
        print("\nAsk for one: triptych run --scenario larkspur-4 --habit repeated-action")
    if not args.faults and not args.habits:
        rows = [[s.name, s.title, short(s.teaches, 90)] for s in found]
        print(table(["scenario", "title", "what it shows"], rows))
    return 0


def _where(fault: str, found: list[Scenario]) -> str:
    having = [s.name for s in found if fault in s.faults]
    return "all of them" if len(having) == len(found) else ", ".join(having)


def tools_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tokens", action="store_true", help="what each definition costs a call")
    parser.add_argument("--scenario", action="append", default=[], help="only these scenarios'")
    parser.add_argument("--tool", action="append", default=[], help="also these of your own")


def tools(args: argparse.Namespace) -> int:
    """Token counts are of the definition as JSON, with the o200k tokenizer; seed 000 estimates
    80 a tool and adds 15 a function, which is shown beside what is counted (S0-31, S0-32)."""
    found: list[tuple[str, ToolSpec, str]] = []
    for name in args.scenario or names():
        world = scenario(name)
        found += [(name, t.spec, t.effect) for t in world.tools]
    for name in args.tool:
        made = tool_from(name)
        found += [(name, t.spec, t.effect) for t in (made if isinstance(made, tuple) else (made,))]
    rows = [
        {
            "from": place,
            "tool": spec.name,
            "effect": effect,
            "tokens": count_definition(spec),
            "seed_estimate": 80,
            "description": spec.description,
        }
        for place, spec, effect in found
    ]
    measured = _measured(found)
    if args.json:
        print_json({"tools": rows, "own": dict(toolbox_help()), "measure": measured})
        return 0
    shown = [
        [
            *(str(r[k]) for k in ("from", "tool", "effect", "tokens")),
            short(str(r["description"]), 50),
        ]
        for r in rows
    ]
    print(table(["from", "tool", "effect", "tokens a call", "description"], shown, numbers=[3]))
    of_tools, messages, overhead, total, usd = measured.values()
    print(
        f"\nA request that tells of them all: {of_tools} tokens of tools + {messages} of messages"
    )
    print(f"+ {overhead} by the seed's 15 a function = {total}, ${usd} at its $0.03 for 1,000")
    print("\nYour own things, with --tool (here and in `triptych run`):")
    print(table(["tool", "what it does"], toolbox_help()))
    return 0


def _measured(found: Sequence[tuple[str, ToolSpec, str]]) -> dict[str, int | float]:
    """With the questions of the scenarios whose tools are listed as its messages."""
    from data.lab.cost import measure

    worlds = [place for place in dict.fromkeys(place for place, _, _ in found) if place in names()]
    return measure([spec for _, spec, _ in found], [scenario(name).question for name in worlds])


def models(args: argparse.Namespace) -> int:
    found = models_status(os.environ)
    if args.json:
        print_json([asdict(status) for status in found])
        return 0
    rows = [["✓" if s.ready else "–", s.name, s.needs or "ready"] for s in found]
    print(table(["", "model", "needs"], rows))
    return 0
