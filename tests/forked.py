"""Processes that are forked off one that has loaded everything: each is as real and as killable as
one that is started anew, without three seconds of work for its imports. There is one such process
a worker."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.loaded"])
ROOT = Path(__file__).resolve().parent.parent


def forked(target: Callable[..., object], *args: Any) -> ForkServerProcess:
    """Has begun `target(*args)`, which must be a function of a module."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    try:
        process: ForkServerProcess = PROCESSES.Process(target=target, args=args)
        process.start()
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
    return process
