"""The processes that tests fork off one that has loaded everything."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.process import apart


def test_a_process_begins_whatever_the_main_program_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "main.py"
    script.write_text("raise SystemExit(3)")
    main = ModuleType("__main__")
    main.__file__ = str(script)
    monkeypatch.setitem(sys.modules, "__main__", main)
    done = apart(tmp_path / "x.duckdb", "scenarios")
    assert (done.returncode, done.stderr) == (0, "")
    assert sys.modules["__main__"] is main
