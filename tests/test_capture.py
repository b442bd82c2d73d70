"""Two-line capture: a user's own loop against a real dashboard, and what must never happen."""

from __future__ import annotations

import ast
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from capturing import KEY, loop
from protocol_server import ProtocolServer, Say
from test_ingest import Door, awaited, door, runs

from dashboard.capture import capture
from dashboard.capture.calls import watch
from dashboard.capture.grouping import Grouping
from dashboard.capture.sending import Sender

__all__ = ["door"]
ROOT = Path(__file__).resolve().parent.parent


def answer(received: Any) -> Say:
    asked = str(received.body.get("messages") or received.body.get("input"))
    if received.api == "chat" and received.body.get("tools") and "rain in" not in asked:
        return Say(calls=[("call_1", "weather", {"city": "Oslo"})])
    return Say("It rains.")


@pytest.fixture(scope="module")
def models() -> Iterator[ProtocolServer]:
    with ProtocolServer(answer, models=["gpt-4o", "claude-opus-5"], key=KEY) as server:
        yield server


def test_loops_of_every_client_become_runs(door: Door, models: ProtocolServer) -> None:
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("capturing.py")), door.url, models.url],
        capture_output=True, text=True, timeout=120, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["It", "rains.", "It", "rains.", "NotFoundError", "True"]
    assert "Triptych" not in done.stderr
    for question in ("Plain?", "In pieces?"):
        row = awaited(door, question, 5)
        assert (row["model_calls"], row["tool_calls"], row["status"]) == (2, 1, "success")
        assert (row["input_tokens"], row["output_tokens"]) == (20, 10)
        assert row["answer"] == "It rains." and row["paradigm"] == "function-calling"
    named = awaited(door, "Named?", 6)
    assert (named["model_calls"], named["tool_calls"], named["status"]) == (3, 1, "success")
    assert awaited(door, "Failing?", 2)["tool_errors"] == 0
    for question in ("Left early?", "Dropped in a run?", "Closed in a run?", "Left by with?"):
        row = awaited(door, question, 2)
        assert (row["model_calls"], row["input_tokens"]) == (1, None)
        assert row["answer"] is None, question
        assert "run?" in question or row["status"] != "success"  # a named run says that it ended
    for question in ("One at a time?", "The other?", "Streamed?"):
        row = awaited(door, question, 3)
        assert row["model_calls"] == 1 and row["answer"] == "It rains."
        assert (row["input_tokens"], row["output_tokens"]) == (10, 5)
    assert awaited(door, "By Responses?", 4)["model_calls"] == 2
    assert all(KEY not in str(row) for row in runs(door))


class Sink:
    """Takes what is sent, and keeps it."""

    def __init__(self, status: int = 200) -> None:
        self.bodies: list[bytes] = []
        self.headers: list[str] = []
        sink = self

        class Takes(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                sink.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
                sink.headers.append(str(self.headers))
                self.send_response(status)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Takes)
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._http.server_port}"

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


def a_client(models: ProtocolServer, **more: Any) -> Any:
    import openai

    given = {"api_key": KEY, "max_retries": 0, **more}
    return openai.OpenAI(base_url=models.openai_url, **given)


def test_keys_and_headers_are_never_sent(models: ProtocolServer) -> None:
    """Not even where a server puts the key into its error."""
    import openai

    sink = Sink()
    sender = Sender(sink.url, "tests")
    client = a_client(models, default_headers={"X-Mine": "a-header-of-mine"})
    watch(client, Grouping(sender))
    loop(client, f"My key is {KEY}?", stream=False)
    wrong = a_client(models, api_key="sk-another-98765432100")
    watch(wrong, Grouping(sender))
    with pytest.raises(openai.AuthenticationError):
        loop(wrong, "Refused?", stream=False)
    assert sender.flush(10)
    sent = b"".join(sink.bodies)
    sink.close()
    assert b"Refused?" in sent and b"AuthenticationError" in sent
    for secret in (KEY, "sk-another-98765432100", "a-header-of-mine"):
        assert secret.encode() not in sent
    assert "Authorization" not in "".join(sink.headers)


def test_without_a_dashboard_a_program_goes_on_with_one_warning(
    models: ProtocolServer, caplog: pytest.LogCaptureFixture
) -> None:
    sink = Sink()
    sink.close()  # a port that nobody listens at
    sender = Sender(sink.url, "tests")
    client = a_client(models)
    watch(client, Grouping(sender))
    with caplog.at_level(logging.WARNING, "triptych.capture"):
        for turn in range(3):
            assert loop(client, f"Turn {turn}?", stream=bool(turn)) == "It rains."
        assert not sender.flush(5)
    (told,) = [one for one in caplog.records if one.name == "triptych.capture"]
    assert "no dashboard answers" in told.getMessage()


def test_what_waits_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    from dashboard.capture import sending

    monkeypatch.setattr(sending, "MOST_WAITING_BYTES", 1_000)
    monkeypatch.setattr(sending.Sender, "_work", lambda self: None)
    sender = Sender("http://127.0.0.1:9", "tests")
    for _ in range(50):
        sender.put(dict, 100)
    assert len(sender._waiting) == 10 and sender._bytes == 1_000


def test_a_reply_of_an_unknown_form_harms_nobody(models: ProtocolServer) -> None:
    sink = Sink()
    sender = Sender(sink.url, "tests")
    client = a_client(models)
    watch(client, Grouping(sender))
    raw = client.chat.completions.with_raw_response.create(
        model="gpt-4o", messages=[{"role": "user", "content": "Raw?"}]
    )
    assert raw.parse().choices[0].message.content == "It rains."
    sender.put(lambda: {}["nothing"], 1)
    assert sender.flush(10)
    sink.close()
    assert b"Raw?" in b"".join(sink.bodies) and b"It rains." in b"".join(sink.bodies)


def test_what_is_no_client_is_refused_in_a_sentence() -> None:
    with pytest.raises(TypeError, match="openai or anthropic"):
        capture(object())


def test_it_imports_nothing_but_pythons_own_library() -> None:
    """It runs in the user's program, where `agents` may be another package."""
    for path in (ROOT / "dashboard" / "capture").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                assert all(a.name.split(".")[0] in sys.stdlib_module_names for a in node.names)
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                assert str(node.module).split(".")[0] in sys.stdlib_module_names | {"__future__"}
