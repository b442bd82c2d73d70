"""Keys come from the environment or the secrets file, and go nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.errors import BadInput
from dashboard.keys import load_secrets
from tests.process import apart, triptych
from tests.protocol_server import ProtocolServer, Say

KEY = "sk-test-0123456789abcdefghij"


def secrets(folder: Path, text: str) -> None:
    (folder / ".streamlit").mkdir()
    (folder / ".streamlit" / "secrets.toml").write_text(text)


def test_a_key_in_the_secrets_file_is_used_but_the_environment_goes_first(tmp_path: Path) -> None:
    secrets(tmp_path, f'OPENAI_API_KEY = "{KEY}"\nANTHROPIC_API_KEY = "file"\n[nested]\nx = "y"\n')
    environ = {"ANTHROPIC_API_KEY": "environment"}
    load_secrets(environ, tmp_path)
    assert environ == {"ANTHROPIC_API_KEY": "environment", "OPENAI_API_KEY": KEY}


def test_a_broken_secrets_file_is_said_without_its_text(tmp_path: Path) -> None:
    secrets(tmp_path, f"OPENAI_API_KEY = {KEY}")
    with pytest.raises(BadInput) as caught:
        load_secrets({}, tmp_path)
    assert KEY not in str(caught.value) and "mend the file" in str(caught.value)


def test_a_key_is_neither_stored_nor_printed_nor_logged(tmp_path: Path) -> None:
    secrets(tmp_path, f'OPENAI_API_KEY = "{KEY}"')
    db = tmp_path / "t.duckdb"
    with ProtocolServer([Say("Hello there.")]) as server:
        words = ["run", "Hello?", "--model", "openai:gpt-5-mini", "--paradigm", "function-calling"]
        done = apart(db, *words, OPENAI_BASE_URL=server.openai_url)
        sent = str(server.received)
    assert done.returncode == 0, done.stderr
    assert "Hello there." in done.stdout
    assert KEY in sent
    assert KEY not in done.stdout + done.stderr
    for path in tmp_path.rglob("*"):
        if path.is_file() and path.name != "secrets.toml":
            assert KEY.encode() not in path.read_bytes(), path


def test_a_wrong_key_is_one_sentence_and_does_not_name_the_key(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    with ProtocolServer([Say("never")], key="another") as server:
        words = ["run", "Hello?", "--model", "openai:gpt-5-mini", "--paradigm", "react"]
        done = triptych(db, *words, OPENAI_API_KEY=KEY, OPENAI_BASE_URL=server.openai_url)
    assert "did not accept the key" in done.stdout
    assert KEY not in done.stdout + done.stderr
