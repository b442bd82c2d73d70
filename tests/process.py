"""The real `triptych`: a verb in this process, a verb or the dashboard in one of its own."""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from dashboard.__main__ import main
from tests.forked import forked

ROOT = Path(__file__).resolve().parent.parent
MAIN = str(ROOT / "dashboard" / "__main__.py")


class Open(NamedTuple):
    """A dashboard that is open."""

    db: Path
    url: str


def environment(db: Path, **more: str) -> dict[str, str]:
    """No keys of the machine, and a database of the test's own."""
    kept = {k: v for k, v in os.environ.items() if "API_KEY" not in k and "BASE_URL" not in k}
    return {**kept, "TRIPTYCH_DB": str(db), "TRIPTYCH_LOCAL_URL": "http://127.0.0.1:9/v1", **more}


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def triptych(db: Path, *words: str, **more: str) -> Done:
    """What a process of this verb does and prints, less the start of Python (three seconds of
    work). It has a thread, since the main one may hold playwright's event loop."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    codes: list[int] = []

    def work() -> None:
        try:
            codes.append(main([*words]))
        except SystemExit as wrong_words:
            codes.append(int(wrong_words.code or 0))

    with (
        _being(environment(db, **more), db.parent),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        worker = threading.Thread(target=work)
        worker.start()
        worker.join(300)
    assert codes, f"{words} did not end: {_text(err)}"
    return Done(codes[0], _text(out), _text(err))


def apart(db: Path, *words: str, **more: str) -> Done:
    """A process of its own, where that is what is tested."""
    out, err = (db.parent / f"said-{time.time_ns()}.{name}" for name in ("out", "err"))
    process = forked(_be, [*words], out, err, environment(db, **more), db.parent)
    process.join(300)
    if process.exitcode is None:
        process.kill()
        process.join()
    said = [stream.read_bytes().decode() for stream in (out, err)]
    for stream in (out, err):
        stream.unlink()
    return Done(process.exitcode or 0, *said)


@contextlib.contextmanager
def _being(environ: Mapping[str, str], folder: Path) -> Iterator[None]:
    """In that folder, with that environment and no other."""
    before, place = dict(os.environ), Path.cwd()
    try:
        os.environ.clear()
        os.environ.update(environ)
        os.chdir(folder)
        yield
    finally:
        os.chdir(place)
        os.environ.clear()
        os.environ.update(before)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    written = stream.buffer
    assert isinstance(written, io.BytesIO)
    return written.getvalue().decode()


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
def serving(db: Path, *words: str, anew: bool = False, **more: str) -> Iterator[str]:
    """The dashboard's address, of a process of its own that is told to end as a service is. It is
    started `anew` where the start is what is tested."""
    port = free_port()
    log = db.with_suffix(".log")
    serve = ["serve", "--port", str(port), "--no-browser", *words]
    environ = environment(db, **more)
    process = (_Started if anew else _Forked)(serve, log, environ, db.parent)
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 120
        while True:
            assert process.runs(), log.read_text()
            assert time.monotonic() < deadline, "the server did not come up: " + log.read_text()
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{url}/_stcore/health", timeout=2).close()
                break
            time.sleep(0.05)
        yield url
    finally:
        process.end()


class _Started:
    def __init__(
        self, words: list[str], log: Path, environ: Mapping[str, str], folder: Path
    ) -> None:
        with log.open("w") as out:
            self._process = subprocess.Popen(
                [sys.executable, MAIN, *words],
                stdout=out, stderr=subprocess.STDOUT, env=environ, cwd=folder,
            )  # fmt: skip

    def runs(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class _Forked:
    def __init__(
        self, words: list[str], log: Path, environ: Mapping[str, str], folder: Path
    ) -> None:
        log.write_text("")
        self._process = forked(_be, words, log, log, dict(environ), folder)

    def runs(self) -> bool:
        return self._process.is_alive()

    def end(self) -> None:
        self._process.terminate()
        self._process.join(15)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _be(words: list[str], out: Path, err: Path, environ: Mapping[str, str], folder: Path) -> None:
    """Makes this process what one of these words is, started in that folder."""
    for stream, path in ((1, out), (2, err)):
        with path.open("ab") as opened:
            os.dup2(opened.fileno(), stream)
    os.environ.clear()
    os.environ.update(environ)
    os.chdir(folder)
    sys.argv = [MAIN, *words]
    try:
        sys.exit(main(words))
    finally:
        atexit._run_exitfuncs()  # a forked process ends without them
