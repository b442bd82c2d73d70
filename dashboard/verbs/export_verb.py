"""`triptych export RUN... -o PATH`: runs as a file to hand on."""

from __future__ import annotations

import argparse
import sys
import zipfile
from io import BytesIO
from pathlib import Path

from agents.errors import BadInput
from dashboard.desk import desk
from dashboard.share.formats import FORMATS, Wanted, format_of, says
from dashboard.verbs.output import print_json
from data.location import database_path
from data.paths import typed

STANDARD_OUTPUT = "-"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", nargs="+", help="runs, or a comparison (triptych runs)")
    told = "; ".join(f"{name}: {says(name)}" for name in FORMATS)
    parser.add_argument("--format", metavar="F", default="html", help=f"{told} (default html)")
    parser.add_argument("-o", "--out", metavar="PATH", required=True,
                        help="where to; - is standard output; a folder takes the tables of "
                        "parquet and csv as files of their own")  # fmt: skip
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
    path = typed(args.out)
    packed = format_of(args.format).suffix.endswith(".zip")
    folder = packed and not to_screen and (path.is_dir() or args.out.endswith(("/", "\\")))
    if not folder:
        _refuse(path, args.force, to_screen)
    wanted = Wanted(tuple(args.run), args.format, args.view, args.plain)
    with desk(database_path(args.db)) as answering:
        made, left_out = answering.export(wanted)
    for told in left_out:
        print(f"Not in the file: {told}.", file=sys.stderr)
    if to_screen:
        sys.stdout.buffer.write(made)
        return 0
    files = _members(path, made) if folder else {path: made}
    for target, content in files.items():
        _refuse(target, args.force, to_screen)
        _write(target, content, args.force)
    size = sum(map(len, files.values()))
    if args.json:
        told = {"path": args.out, "format": args.format, "runs": args.run, "bytes": size}
        print_json({**told, "left_out": list(left_out)})
    else:
        for target, content in files.items():
            print(f"{target if folder else args.out}: {len(content):,} bytes")
    return 0


def _members(folder: Path, made: bytes) -> dict[Path, bytes]:
    with zipfile.ZipFile(BytesIO(made)) as archive:
        return {folder / name: archive.read(name) for name in archive.namelist()}


def _write(path: Path, content: bytes, force: bool) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb" if force else "xb") as file:
            file.write(content)
    except FileExistsError:
        _refuse(path, False, False)
    except OSError as error:
        raise BadInput(f"{path} could not be written: {error.strerror}.") from None


def _refuse(path: Path, force: bool, to_screen: bool) -> None:
    if not to_screen and not force and path.exists():
        raise BadInput(f"{path} is there already; --force overwrites it.")
