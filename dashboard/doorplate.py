"""How a verb finds the dashboard that has the database open: an owner-only file beside it."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import urllib.request
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Doorplate:
    url: str
    token: str
    pid: int


def plate_of(db: str) -> Path:
    return Path(f"{db}.server.json")


def hang(db: str, url: str) -> Doorplate:
    """Written before the server answers, readable by the owner only."""
    plate = Doorplate(url, secrets.token_urlsafe(24), os.getpid())
    path = plate_of(db)
    with contextlib.suppress(FileNotFoundError):
        path.unlink()
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        json.dump(asdict(plate), file)
    return plate


def read(db: str) -> Doorplate | None:
    """The plate of a process that lives; a dead one's is as good as none."""
    try:
        plate = Doorplate(**json.loads(plate_of(db).read_text()))
        os.kill(plate.pid, 0)
    except PermissionError:
        return plate
    except (OSError, ValueError, TypeError):
        return None
    return plate


def answers(url: str) -> bool:
    """Whether a dashboard is there, whatever lives under the plate's process number by now."""
    try:
        with urllib.request.urlopen(f"{url}/api/health", timeout=2) as response:
            return bool(response.status == 200)
    except (OSError, ValueError):
        return False


def take_down(db: str) -> None:
    """Only one's own."""
    plate = read(db)
    if plate is not None and plate.pid == os.getpid():
        with contextlib.suppress(FileNotFoundError):
            plate_of(db).unlink()
