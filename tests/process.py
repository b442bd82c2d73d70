"""Starting the real `triptych` as a process, as a user does."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MAIN = str(ROOT / "dashboard" / "__main__.py")


def environment(db: Path, **more: str) -> dict[str, str]:
    """No keys of the machine, and a database of the test's own."""
    kept = {k: v for k, v in os.environ.items() if "API_KEY" not in k and "BASE_URL" not in k}
    return {**kept, "TRIPTYCH_DB": str(db), "TRIPTYCH_LOCAL_URL": "http://127.0.0.1:9/v1", **more}


def triptych(db: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, MAIN, *words],
        capture_output=True, text=True, timeout=300, env=environment(db, **more), cwd=db.parent,
    )  # fmt: skip


def told(db: Path, *words: str, **more: str) -> Any:
    """The JSON that a verb prints."""
    done = triptych(db, *words, "--json", **more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def serving(db: Path, *words: str, **more: str) -> Iterator[str]:
    """The dashboard's address; it is stopped like a user stops it, with SIGINT."""
    port = free_port()
    log = db.with_suffix(".log")
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, MAIN, "serve", "--port", str(port), "--no-browser", *words],
            stdout=out, stderr=subprocess.STDOUT, env=environment(db, **more), cwd=db.parent,
        )  # fmt: skip
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 120
        while True:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, "the server did not come up: " + log.read_text()
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{url}/_stcore/health", timeout=2).close()
                break
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
