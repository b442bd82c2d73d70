"""`triptych search TEXT`: where a text stands in all the runs."""

from __future__ import annotations

import argparse

from agents.errors import BadInput
from dashboard.desk import desk
from dashboard.verbs.output import print_json, short, table
from data.location import database_path


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "text", metavar="TEXT", help='words that all stand in one place; "a phrase" in quotes'
    )
    parser.add_argument("--limit", type=int, default=50, help="how many (50)")
    parser.add_argument(
        "--offset", type=int, default=0, help="the `next` that the page before printed"
    )


def search(args: argparse.Namespace) -> int:
    if args.limit < 1 or args.offset < 0:
        raise BadInput("--limit must be 1 or more, and --offset 0 or more.")
    if not args.text.strip():
        raise BadInput("Give a text to search for.")
    with desk(database_path(args.db)) as answering:
        found = answering.search(args.text, args.limit, args.offset)
    if args.json:
        print_json(found)
        return 0
    rows = [
        [hit["run"], str(hit["step"]), f"{hit['who']} {hit['name']}".strip(),
         short(hit["snippet"], 110)]
        for hit in found["hits"]
    ]  # fmt: skip
    if rows:
        print(table(["run", "step", "who", "text"], rows, numbers=[1]))
    most = "" if found["exact"] else "at most "
    print(f"{len(rows)} of {most}{found['total']:,} places", end="")
    print(f"; go on with --offset {found['next']}" if found["next"] is not None else "")
    return 0
