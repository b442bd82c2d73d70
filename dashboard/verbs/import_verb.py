"""`triptych import PATH...`: traces of other systems become runs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from agents.errors import BadInput
from dashboard.answers import Json
from dashboard.desk import desk
from dashboard.formats import count
from dashboard.verbs.output import inert_block, print_json, table
from data.importers.registry import names
from data.location import database_path
from data.paths import typed


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder or an archive")
    parser.add_argument(
        "--format", metavar="F", help=f"instead of recognising each file: {names()}"
    )


def import_(args: argparse.Namespace) -> int:
    """1 where nothing could be read at all; a folder may hold other things beside traces."""
    paths = [typed(path) for path in args.paths]
    missing = next((path for path in paths if not path.exists()), None)
    if missing is not None:
        raise BadInput(f"There is no file or folder {missing}.")
    whole = [str(path.absolute()) for path in paths]
    with desk(database_path(args.db)) as answering:
        found = answering.imports(whole, args.format)
    _as_given(found, whole, args.paths)
    if args.json:
        print_json({"files": found["files"], "failed": found["failed"]})
    else:
        _print(found)
    return 1 if found["failed"] and not found["files"] else 0


def _as_given(found: Json, whole: Sequence[str], given: Sequence[str]) -> None:
    """Paths as the user wrote them; a dashboard elsewhere was told them whole."""
    for one in [*found["files"], *found["failed"]]:
        for full, short in zip(whole, given, strict=True):
            if one["path"] == full or one["path"].startswith((f"{full}/", f"{full}!")):
                one["path"] = short.rstrip("/") + one["path"][len(full) :]
                break


HEAD = ["file", "format", "traces", "model calls", "tool calls", "errors", "tokens in", "out", ""]


def _print(found: Json) -> None:
    rows = [[*map(str, _row(one))] for one in found["files"]]
    if rows:
        print(table(HEAD, rows, numbers=range(2, 8)))
    for one in found["files"]:
        if one["lost"] and not one["already"]:
            print(f"\n{inert_block(one['path'])}: not read, or not in the file")
            for lost in one["lost"]:
                print(f"  {lost['count']:>6,}  {inert_block(lost['what'])}")
    if found["failed"]:
        print("\nNot imported:")
    for one in found["failed"]:
        print(f"  {inert_block(one['error'])}")
    new = sum(len(one["runs"]) for one in found["files"] if not one["already"])
    print(f"\n{new} new traces; `triptych runs` lists them, `triptych show RUN` opens one.")


def _row(one: Json) -> Sequence[Any]:
    return (
        one["path"],
        one["format"],
        one["traces"],
        one["model_calls"],
        one["tool_calls"],
        one["errors"],
        count(one["input_tokens"]),
        count(one["output_tokens"]),
        "was here already" if one["already"] else "",
    )
