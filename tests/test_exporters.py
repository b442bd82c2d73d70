"""Real exporters and instrumentors against the real dashboard, on loopback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from protocol_server import ProtocolServer, Say
from test_ingest import Door, awaited, door

from tests.otlp_spans import Json

__all__ = ["door"]
PROGRAM = Path(__file__).with_name("exporting.py")


@pytest.fixture
def models() -> Iterator[ProtocolServer]:
    def answer(received: object) -> Say:
        api = getattr(received, "api", "")
        body = str(getattr(received, "body", ""))
        if "all about rain" in body:
            return Say("It is wet.", usage=(7, 3))
        if "umbrella" in body:
            if "rain in Oslo" in body:
                return Say("Take one.")
            asks = ("call_2", "ask_expert", {"question": "Is rain wet?"})
            return Say(calls=[("call_1", "weather", {"city": "Oslo"}), asks])
        if api == "chat":
            return Say(calls=[("call_1", "weather", {"city": "Oslo"})])
        return Say("It rains.")

    with ProtocolServer(answer) as server:
        yield server


def sent(door: Door, models: ProtocolServer, what: str) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("OTEL_")}
    done = subprocess.run(
        [sys.executable, str(PROGRAM), door.url, models.url, what],
        capture_output=True, text=True, timeout=120, env=environment,
    )  # fmt: skip
    assert done.returncode == 0 and "to export" not in done.stderr, done.stderr


def the_only(door: Door, question: str, events: int) -> Json:
    row = awaited(door, question, events)
    assert row["model_calls"] == 1 and (row["input_tokens"], row["output_tokens"]) == (10, 5)
    return row


def test_the_sdks_own_exporter_is_read(door: Door, models: ProtocolServer) -> None:
    sent(door, models, "by hand")
    row = the_only(door, "By hand?", 3)
    assert row["answer"] == "Yes." and row["status"] == "success"


def test_openinference_for_the_openai_sdk_is_read(door: Door, models: ProtocolServer) -> None:
    pytest.importorskip("openinference.instrumentation.openai")
    sent(door, models, "openai")
    row = the_only(door, "What is the weather?", 2)
    assert row["paradigm"] == "function-calling"


def test_the_anthropic_sdks_own_spans_are_read(door: Door, models: ProtocolServer) -> None:
    """They hold numbers and no messages."""
    sent(door, models, "anthropic")
    row = the_only(door, "", 2)
    assert row["model"].startswith("claude") and row["status"] != "error"


def test_pydantic_ai_is_read_with_its_sub_agent_and_nothing_is_counted_twice(
    door: Door, models: ProtocolServer
) -> None:
    """Its own spans stand around those of OpenInference, which trace the same calls."""
    pytest.importorskip("pydantic_ai")
    pytest.importorskip("openinference.instrumentation.openai")
    sent(door, models, "pydantic-ai")
    row = awaited(door, "Shall I take an umbrella?", 6)
    assert (row["model_calls"], row["tool_calls"], row["tool_errors"]) == (2, 2, 0)
    assert (row["input_tokens"], row["output_tokens"]) == (20, 10)
    assert (row["answer"], row["status"]) == ("Take one.", "success")
    inner = row["inner"]
    assert (inner["runs"], inner["model_calls"], inner["input_tokens"]) == (1, 1, 7)
