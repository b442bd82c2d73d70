"""A path of this machine as a person writes it."""

from __future__ import annotations

from pathlib import Path

from agents.errors import BadInput

SHOWN = 200


def typed(text: str | Path) -> Path:
    """`~` is the person's own folder. Raises BadInput for what nothing can be called: the system
    says so of a name that is too long, Python of a user who is not there."""
    try:
        path = Path(text).expanduser()
        path.exists()
    except (OSError, RuntimeError, ValueError):
        raise BadInput(f"There is no file or folder {shown(text)}.") from None
    return path


def shown(path: str | Path) -> str:
    """It may be a megabyte that somebody pasted."""
    text = str(path)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
