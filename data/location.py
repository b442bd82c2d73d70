"""Where the database file is: as told, else the clone's own, else the user's data folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from data.paths import typed

ROOT = Path(__file__).resolve().parent.parent
FILE = "triptych.duckdb"


def database_path(
    given: str | None = None,
    environ: Mapping[str, str] | None = None,
    root: Path = ROOT,
) -> str:
    """`given` is `--db`; then `TRIPTYCH_DB`; `:memory:` stays as it is.

    A clone is known by its `pyproject.toml` beside `data/`; an installed package has none, and
    must not write into its own folder.
    """
    environ = os.environ if environ is None else environ
    told = given or environ.get("TRIPTYCH_DB")
    if told == ":memory:":
        return told
    if told:
        return str(typed(told).absolute())
    if (root / "pyproject.toml").is_file():
        return str(root / "data" / "local" / FILE)
    return str(_user_folder(environ) / "triptych" / FILE)


def _user_folder(environ: Mapping[str, str]) -> Path:
    told = environ.get("XDG_DATA_HOME", "")
    # the XDG rule: a relative path is to be ignored
    return Path(told) if Path(told).is_absolute() else Path.home() / ".local" / "share"
