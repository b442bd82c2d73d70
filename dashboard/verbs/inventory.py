"""`triptych scenarios`, `tools` and `models`: what there is to run."""

from __future__ import annotations

import argparse
import os
from dataclasses import asdict

from agents.messages import ToolSpec, as_json
from agents.models.catalog import models_status
from agents.models.tokens import count
from dashboard.verbs.output import print_json, short, table
from data.bundled import names, scenario
from data.toolbox import tool_from, toolbox_help


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
                    "faults": list(s.faults),
                }
                for s in found
            ]
        )
        return 0
    rows = [[s.name, s.title, short(s.teaches, 90)] for s in found]
    print(table(["scenario", "title", "what it shows"], rows))
    return 0


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
            "tokens": count(as_json(asdict(spec))),
            "seed_estimate": 80,
            "description": spec.description,
        }
        for place, spec, effect in found
    ]
    if args.json:
        print_json({"tools": rows, "own": dict(toolbox_help())})
        return 0
    shown = [
        [
            *(str(r[k]) for k in ("from", "tool", "effect", "tokens")),
            short(str(r["description"]), 50),
        ]
        for r in rows
    ]
    print(table(["from", "tool", "effect", "tokens a call", "description"], shown, numbers=[3]))
    print("\nYour own things, with --tool (here and in `triptych run`):")
    print(table(["tool", "what it does"], toolbox_help()))
    return 0


def models(args: argparse.Namespace) -> int:
    found = models_status(os.environ)
    if args.json:
        print_json([asdict(status) for status in found])
        return 0
    rows = [["✓" if s.ready else "–", s.name, s.needs or "ready"] for s in found]
    print(table(["", "model", "needs"], rows))
    return 0
