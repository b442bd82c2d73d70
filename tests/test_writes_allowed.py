"""A tool that writes runs only where the rig allows it, from the verb and over the API."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp_notes import __file__ as NOTES
from protocol_server import ProtocolServer, Say

from agents.errors import NotReady
from dashboard.launch import launch_from, rigs_of
from tests.process import told, triptych

ACT = Say('Thought: note it\nAction: write_note\nAction Input: {"text": "hello"}')
END = Say("Thought: done\nFinal Answer: I have noted it.")


@pytest.fixture
def server() -> Iterator[ProtocolServer]:
    with ProtocolServer([ACT, END]) as running:
        yield running


def tool_of(tmp_path: Path) -> str:
    words = [sys.executable, NOTES, str(tmp_path / "notes.txt"), str(tmp_path / "starts.txt")]
    return "mcp:" + shlex.join(words)


@pytest.mark.parametrize(
    ("words", "outcome", "written"),
    [
        ([], "refused", False),
        (["--writes", "ask"], "refused", False),
        (["--writes", "stub"], "ok", False),
        (["--writes", "allow"], "ok", True),
    ],
)
def test_a_writing_tool_of_the_verb_runs_only_with_allow_S1_29(
    words: list[str], outcome: str, written: bool, tmp_path: Path, server: ProtocolServer
) -> None:
    db = tmp_path / "t.duckdb"
    found = told(
        db, "run", "Note hello.", "--model", "local:tiny", "--paradigm", "react",
        "--tool", tool_of(tmp_path), *words, TRIPTYCH_LOCAL_URL=server.openai_url,
    )  # fmt: skip
    (run,) = found["runs"]
    assert run["status"] == "success"
    steps = told(db, "show", run["run"])["steps"]
    assert [step["status"] for step in steps if step["kind"] == "tool"] == [outcome]
    assert (tmp_path / "notes.txt").exists() is written
    assert (tmp_path / "starts.txt").read_text() == "started\n"


def test_another_word_than_ask_allow_and_stub_is_refused(tmp_path: Path) -> None:
    done = triptych(tmp_path / "t.duckdb", "run", "x", "--writes", "maybe")
    assert done.returncode == 2 and "'ask', 'allow', 'stub'" in done.stderr


def test_a_refused_launch_names_its_lane_and_starts_its_server_once(tmp_path: Path) -> None:
    lane = {"paradigm": "react", "model": "local:tiny", "tools": [tool_of(tmp_path)]}
    launch = launch_from({"question": "x", "lanes": [lane, {**lane, "model": "openai:gpt-5"}]})
    with pytest.raises(NotReady, match=r"^Lane 2 \(openai:gpt-5\): .*OPENAI_API_KEY"):
        rigs_of(launch, {"PATH": ""})
    assert (tmp_path / "starts.txt").read_text() == "started\nstarted\n"
