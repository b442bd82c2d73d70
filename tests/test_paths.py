"""Paths as people write them, in every place that takes one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from agents.errors import BadInput
from data.paths import typed
from data.toolbox.folder import folder_tool
from data.toolbox.sql import sql_tool
from tests.process import triptych

NOWHERE = ("~nobody-of-this-name/x", f"/{'x' * 5000}", "a\0b")


@pytest.mark.parametrize("path", NOWHERE)
@pytest.mark.parametrize("takes", [folder_tool, sql_tool])
def test_a_tool_refuses_in_a_sentence_what_nothing_can_be_called(
    takes: Callable[[str], object], path: str
) -> None:
    with pytest.raises(BadInput):
        takes(path)


def test_a_sentence_about_a_pasted_megabyte_stays_a_sentence() -> None:
    with pytest.raises(BadInput) as refused:
        typed("/" + "x" * 1_000_000)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("path", NOWHERE[:2])
@pytest.mark.parametrize("words", ["import PATH", "runs --db PATH", "export r -o PATH"])
def test_a_verb_says_so_without_a_traceback(tmp_path: Path, words: str, path: str) -> None:
    given = [path if word == "PATH" else word for word in words.split()]
    done = triptych(tmp_path / "x.duckdb", *given)
    assert done.returncode and done.stderr.startswith("triptych: There is no file or folder ")
