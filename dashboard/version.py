"""Which Triptych this is."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path


def version() -> str:
    """Of the clone that runs, or else of the installed package."""
    project = Path(__file__).resolve().parent.parent / "pyproject.toml"
    if project.exists():
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
    return metadata.version("triptych")
