"""The command line: which verb, with what; and how errors end it."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from typing import Any, NamedTuple

from agents.errors import TriptychError
from dashboard.keys import load_secrets
from dashboard.words import ENGLISH, speaking


class Verb(NamedTuple):
    """Its module, in this package, is imported when the verb is typed: one that needs no database
    or no agents starts without them."""

    module: str
    does: str
    text: str
    takes: str = ""
    """The module's function that adds the verb's own arguments."""
    for_programs: bool = True


VERBS = {
    "serve": Verb(
        "serve", "serve", "Start the dashboard and open the browser.", "arguments", False
    ),
    "run": Verb("run_verb", "run", "Put one question to several paradigms.", "arguments"),
    "scenarios": Verb(
        "inventory", "scenarios", "List the bundled scenarios.", "scenarios_arguments"
    ),
    "tools": Verb(
        "inventory", "tools", "List tools and what they cost in tokens.", "tools_arguments"
    ),
    "models": Verb(
        "inventory", "models", "List models, which are ready, and what the others need."
    ),
    "runs": Verb("listing", "runs", "List what was run.", "arguments"),
    "search": Verb(
        "search_verb", "search", "Find a text in everything that was said or sent.", "arguments"
    ),
    "show": Verb("show", "show", "Show a run, or one step of it.", "arguments"),
    "replay": Verb(
        "fork_verbs",
        "replay",
        "Play a run again from its record, and prove it equal.",
        "replay_arguments",
    ),
    "fork": Verb(
        "fork_verbs",
        "fork",
        "Go on from an event of a run, with something changed.",
        "fork_arguments",
    ),
    "resume": Verb("fork_verbs", "resume", "Go on with an interrupted run.", "resume_arguments"),
    "diff": Verb("diff", "diff", "Set two to six runs side by side, step by step.", "arguments"),
    "trials": Verb(
        "trials_verb",
        "trials",
        "Try scenarios, paradigms, models and faults again and again, and count.",
        "arguments",
    ),
    "import": Verb("import_verb", "import_", "Import traces of other systems.", "arguments"),
    "export": Verb(
        "export_verb", "export", "Write runs to a file that can be handed on.", "arguments"
    ),
    "delete": Verb(
        "delete_verb",
        "delete",
        "Delete runs for good, with the texts that no other run uses.",
        "arguments",
    ),
    "lab": Verb(
        "lab", "lab", "The call budget of three agents, measured and reckoned.", "arguments"
    ),
    "choose": Verb(
        "choose", "choose", "Which paradigm for a task: a few questions, one answer.", "arguments"
    ),
    "doctor": Verb("doctor", "doctor", "Check that everything Triptych needs is there."),
    "mcp": Verb(
        "mcp_verb",
        "mcp",
        "Serve a scenario's tools over MCP (standard input and output).",
        "arguments",
        False,
    ),
}


def run(argv: list[str]) -> int:
    """`triptych` alone, or with options only, serves."""
    if not any(word in VERBS for word in argv) and not {"-h", "--help"} & set(argv):
        argv = ["serve", *argv]
    argv = _verb_first(argv)
    args = _parser(argv[0]).parse_args(argv)
    chosen = VERBS[args.verb]
    try:
        load_secrets()
        # the pages that are served choose their language themselves
        with speaking("" if args.verb == "serve" else ENGLISH):
            return int(getattr(_module(chosen), chosen.does)(args))
    except TriptychError as error:
        print(f"triptych: {error}", file=sys.stderr)
        return 1


def _module(verb: Verb) -> Any:
    return import_module(f"dashboard.verbs.{verb.module}")


def _verb_first(argv: list[str]) -> list[str]:
    """`triptych --db X run …` is the same as `triptych run --db X …`."""
    place = next((i for i, word in enumerate(argv) if word in VERBS), 0)
    return [argv[place], *argv[:place], *argv[place + 1 :]]


def _parser(typed: str) -> argparse.ArgumentParser:
    """Knows every verb's name, and the arguments of the one that was typed."""
    parser = argparse.ArgumentParser(
        prog="triptych",
        description="Launch, watch, replay and fork agent runs. Without a verb: the dashboard.",
    )
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--db", metavar="PATH", help="the database file (or TRIPTYCH_DB)")
    programs = argparse.ArgumentParser(add_help=False)
    programs.add_argument("--json", action="store_true", help="print JSON for programs")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    for name, verb in VERBS.items():
        parents = [common, programs] if verb.for_programs else [common]
        made = verbs.add_parser(name, help=verb.text, description=verb.text, parents=parents)
        if name == typed and verb.takes:
            getattr(_module(verb), verb.takes)(made)
    return parser
