"""No secret of the environment in an observation."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.secrets import HIDDEN
from agents.tools import tool
from tests.playbook import playbook_rig
from tests.recovering import (
    lines,
    results,
)
from tests.rigs import play

FAKE = "hunter2-and-some-more"


def test_a_secret_of_the_environment_is_in_no_observation_S1_25(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BILLING_API_KEY", FAKE)
    (tmp_path / "config").write_text(f"key = {FAKE}")

    async def show(path: str) -> str:
        """Shows a file."""
        return (tmp_path / path).read_text()

    async def as_data() -> dict[str, str]:
        """The same as data."""
        return {"key": FAKE}

    async def fails() -> str:
        """Fails, with the key in its message."""
        raise ConnectionError(f"cannot reach https://user:{FAKE}@billing")

    wanted = lines(("show", {"path": "config"}), ("as_data", {}), ("fails", {}))
    rig, model = playbook_rig(wanted, [tool(show), tool(as_data), tool(fails)])
    ran = play(rig, "q")
    assert FAKE not in str(ran.events) + str(model.requests)
    assert results(ran)[0].output == f"key = {HIDDEN}"
    assert all("a secret was taken out" in r.notes for r in results(ran)[:2])


def test_an_observation_without_secrets_is_left_as_it_is_S1_25() -> None:
    text = "An example of a key: sk-abcdefgh12345678, and  two blanks.\n"

    async def show() -> str:
        """Shows."""
        return text

    rig, _ = playbook_rig(lines(("show", {})), [tool(show)])
    (result,) = results(play(rig, "q"))
    assert (result.output, result.notes) == (text, ())
