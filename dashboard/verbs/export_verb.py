"""`triptych export RUN... -o PATH`: runs as a file to hand on."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from agents.errors import BadInput
from dashboard.desk import desk
from dashboard.share.formats import FORMATS, Wanted, format_of
from dashboard.verbs.output import print_json
from data.location import database_path

STANDARD_OUTPUT = "-"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", nargs="+", help="runs, or a comparison (triptych runs)")
    told = "; ".join(f"{name}: {form.says}" for name, form in FORMATS.items())
    parser.add_argument("--format", metavar="F", default="html", help=f"{told} (default html)")
    parser.add_argument("-o", "--out", metavar="PATH", required=True,
                        help="where to; - is standard output")  # fmt: skip
    parser.add_argument("--view", choices=("together", "diff"), default="",
                        help="what an HTML file of several runs opens with")  # fmt: skip
    parser.add_argument("--plain", action="store_true",
                        help="HTML for browsers older than 2023: not packed")  # fmt: skip
    parser.add_argument("--force", action="store_true", help="overwrite a file that is there")


def export(args: argparse.Namespace) -> int:
    """Nothing is written where anything is wrong."""
    to_screen = args.out == STANDARD_OUTPUT
    if to_screen and args.json:
        raise BadInput("--json tells of a file; with “-o -” standard output is the file itself.")
    path = Path(args.out)
    _refuse(path, args.force, to_screen)
    format_of(args.format)
    wanted = Wanted(tuple(args.run), args.format, args.view, args.plain)
    with desk(database_path(args.db)) as answering:
        made = answering.export(wanted)
    if to_screen:
        sys.stdout.buffer.write(made)
        return 0
    try:
        with path.open("wb" if args.force else "xb") as file:
            file.write(made)
    except FileExistsError:
        _refuse(path, False, to_screen)
    except OSError as error:
        raise BadInput(f"{path} could not be written: {error.strerror}.") from None
    if args.json:
        print_json({"path": args.out, "format": args.format, "runs": args.run, "bytes": len(made)})
    else:
        print(f"{args.out}: {len(made):,} bytes")
    return 0


def _refuse(path: Path, force: bool, to_screen: bool) -> None:
    if not to_screen and not force and path.exists():
        raise BadInput(f"{path} is there already; --force overwrites it.")
