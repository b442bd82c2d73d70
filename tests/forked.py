"""Processes that are forked off one that has loaded everything: each is as real and as killable as
one that is started anew, without three seconds of work for its imports. There is one such process
a worker."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import ModuleType
from typing import Any

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.loaded"])
ROOT = Path(__file__).resolve().parent.parent


def forked(target: Callable[..., object], *args: Any) -> ForkServerProcess:
    """Has begun `target(*args)`, which must be a function of a module."""
    before, main = os.environ.get("PYTHONPATH"), sys.modules["__main__"]
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    # else the main program is run again in it; Streamlit's AppTest leaves a script of its own there
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        process: ForkServerProcess = PROCESSES.Process(target=target, args=args)
        process.start()
    finally:
        sys.modules["__main__"] = main
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
    return process
