"""`triptych delete RUN...`: runs go for good, with the texts that no other run uses."""

from __future__ import annotations

import argparse

from dashboard.desk import desk
from dashboard.verbs.output import print_json
from data.location import database_path


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "run", nargs="+", help="runs (triptych runs); all of them are deleted, or none"
    )


def delete(args: argparse.Namespace) -> int:
    with desk(database_path(args.db)) as answering:
        found = answering.delete(args.run)
    if args.json:
        print_json(found)
        return 0
    many, inner = len(found["deleted"]), len(found["sub_runs"])
    with_them = f", with {inner} that ran inside" if inner else ""
    print(f"{many} {'run' if many == 1 else 'runs'} deleted{with_them}.")
    for path in found["copies_deleted"]:
        print(f"Deleted too, since it held deleted runs: {path}, a copy of before an update.")
    return 0
