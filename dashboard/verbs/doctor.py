"""`triptych doctor`: is everything there that Triptych needs?"""

from __future__ import annotations

import argparse
import os
import sys
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from agents.errors import TriptychError
from agents.models.catalog import models_status
from dashboard.doorplate import read
from dashboard.verbs.output import print_json, table
from data.location import database_path


class Finding(NamedTuple):
    what: str
    ok: bool
    found: str


def doctor(args: argparse.Namespace) -> int:
    """1 where something that everybody needs is missing; keys are nobody's duty."""
    findings = [_python(), *_packages(), _database(args.db), _tokenizer()]
    ready = [status.name for status in models_status(os.environ) if status.ready]
    models = Finding("models ready", bool(ready), ", ".join(ready) or "none")
    findings.append(models)
    if args.json:
        print_json([finding._asdict() for finding in findings])
    else:
        rows = [["✓" if f.ok else "✗", f.what, f.found] for f in findings]
        print(table(["", "what", "found"], rows))
    return 0 if all(finding.ok for finding in findings) else 1


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("Python", sys.version_info >= (3, 11), version)


def _packages() -> list[Finding]:
    names = ["streamlit", "plotly", "duckdb", "pydantic", "openai", "anthropic", "genai-prices"]
    found = []
    for name in names:
        try:
            found.append(Finding(name, True, metadata.version(name)))
        except metadata.PackageNotFoundError:
            found.append(Finding(name, False, f"missing: pip install {name}"))
    return found


def _database(given: str | None) -> Finding:
    from data.store import Store

    path = database_path(given)
    plate = read(path)
    if plate is not None:
        return Finding("database", True, f"{path}, open in the dashboard at {plate.url}")
    if not Path(path).exists():
        return Finding("database", True, f"{path}, made at the first run")
    try:
        with Store.open(path):
            return Finding("database", True, path)
    except TriptychError as error:
        return Finding("database", False, str(error))


def _tokenizer() -> Finding:
    from agents.models.tokens import count

    try:
        return Finding("tokenizer", True, f"o200k, “hello world” = {count('hello world')} tokens")
    except Exception as error:
        return Finding("tokenizer", False, f"{type(error).__name__}: {error}")
