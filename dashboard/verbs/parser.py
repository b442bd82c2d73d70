"""The command line: which verb, with what; and how errors end it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from agents.errors import TriptychError
from dashboard.keys import load_secrets
from dashboard.verbs import (
    diff,
    doctor,
    fork_verbs,
    import_verb,
    inventory,
    listing,
    mcp_verb,
    run_verb,
    serve,
    show,
)

Verb = Callable[[argparse.Namespace], int]


def run(argv: list[str]) -> int:
    """`triptych` alone, or with options only, serves."""
    parser = _parser()
    if not any(word in VERBS for word in argv) and not {"-h", "--help"} & set(argv):
        argv = ["serve", *argv]
    args = parser.parse_args(_verb_first(argv))
    try:
        load_secrets()
        return VERBS[args.verb](args)
    except TriptychError as error:
        print(f"triptych: {error}", file=sys.stderr)
        return 1


VERBS: dict[str, Verb] = {
    "serve": serve.serve,
    "run": run_verb.run,
    "scenarios": inventory.scenarios,
    "tools": inventory.tools,
    "models": inventory.models,
    "runs": listing.runs,
    "show": show.show,
    "replay": fork_verbs.replay,
    "fork": fork_verbs.fork,
    "resume": fork_verbs.resume,
    "diff": diff.diff,
    "import": import_verb.import_,
    "doctor": doctor.doctor,
    "mcp": mcp_verb.mcp,
}


def _verb_first(argv: list[str]) -> list[str]:
    """`triptych --db X run …` is the same as `triptych run --db X …`."""
    place = next((i for i, word in enumerate(argv) if word in VERBS), 0)
    return [argv[place], *argv[:place], *argv[place + 1 :]] if argv else argv


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="triptych",
        description="Launch, watch, replay and fork agent runs. Without a verb: the dashboard.",
    )
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--db", metavar="PATH", help="the database file (or TRIPTYCH_DB)")
    programs = argparse.ArgumentParser(add_help=False)
    programs.add_argument("--json", action="store_true", help="print JSON for programs")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")

    def verb(name: str, text: str, *parents: Any) -> argparse.ArgumentParser:
        return verbs.add_parser(name, help=text, description=text, parents=[common, *parents])

    serve.arguments(verb("serve", "Start the dashboard and open the browser."))
    run_verb.arguments(verb("run", "Put one question to several paradigms.", programs))
    verb("scenarios", "List the bundled scenarios.", programs)
    inventory.tools_arguments(verb("tools", "List tools and what they cost in tokens.", programs))
    verb("models", "List models, which are ready, and what the others need.", programs)
    listing.arguments(verb("runs", "List what was run.", programs))
    show.arguments(verb("show", "Show a run, or one step of it.", programs))
    fork_verbs.replay_arguments(
        verb("replay", "Play a run again from its record, and prove it equal.", programs)
    )
    fork_verbs.fork_arguments(
        verb("fork", "Go on from an event of a run, with something changed.", programs)
    )
    fork_verbs.resume_arguments(verb("resume", "Go on with an interrupted run.", programs))
    diff.arguments(verb("diff", "Set two to six runs side by side, step by step.", programs))
    import_verb.arguments(verb("import", "Import traces of other systems.", programs))
    verb("doctor", "Check that everything Triptych needs is there.", programs)
    mcp_verb.arguments(
        verb("mcp", "Serve a scenario's tools over MCP (standard input and output).")
    )
    return parser
