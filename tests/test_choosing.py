"""`auto`: the paradigm that fits what the model can do, asked of real servers on loopback."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from protocol_server import Fail, ProtocolServer, Say

from agents.choosing import resolved
from agents.models import ability as asking
from agents.models.ability import ability
from agents.rig import RigSpec
from tests.process import told

ADDS = Say(calls=[("c1", "add", {"a": 2, "b": 3})])


def chosen(model: str, environ: Mapping[str, str]) -> RigSpec:
    return resolved(RigSpec(paradigm="auto", model=model), environ)


@pytest.mark.parametrize("model", ["openai:gpt-6-luna", "anthropic:claude-sonnet-5-5", "scripted"])
def test_a_model_that_takes_tools_gets_function_calling_S0_06(model: str) -> None:
    spec = chosen(model, {})
    assert spec.paradigm == "function-calling"
    assert "take" in spec.chosen


@pytest.mark.parametrize("model", ["openai:gpt-3.5-turbo-instruct", "openai:o1-mini"])
def test_a_model_without_tools_gets_react_S0_06(model: str) -> None:
    assert chosen(model, {}).paradigm == "react"


def test_a_paradigm_that_was_named_is_left_alone() -> None:
    spec = RigSpec(paradigm="plan-execute", model="openai:o1-mini")
    assert resolved(spec, {}) is spec


@pytest.mark.parametrize(
    ("answer", "paradigm", "says"),
    [
        (ADDS, "function-calling", "tiny made one"),
        (Say("I would add 2 and 3."), "react", "tiny made none"),
        (Fail(400, "tiny does not support tools"), "react", "answered 400"),
    ],
)
def test_a_local_model_is_asked_for_one_tool_call_S0_06(
    answer: Any, paradigm: str, says: str
) -> None:
    with ProtocolServer([answer]) as server:
        environ = {"TRIPTYCH_LOCAL_URL": server.openai_url}
        spec = chosen("local:tiny", environ)
        again = chosen("local:tiny", environ)
        assert len([body for body in server.bodies if body.get("tools")]) == 1
    assert (spec.paradigm, again) == (paradigm, spec)
    assert says in spec.chosen


@contextmanager
def ollama(capabilities: Any) -> Iterator[str]:
    """Just what Ollama tells of a model."""

    class Tells(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            body = json.dumps({"capabilities": capabilities}).encode()
            self.send_response(200 if self.path == "/api/show" else 404)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Tells)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("can", "takes"), [(["completion", "tools"], True), (["insert"], False)])
def test_what_ollama_lists_is_believed(can: list[str], takes: bool) -> None:
    with ollama(can) as url:
        assert ability("local:tiny", {"TRIPTYCH_LOCAL_URL": url}).calls_tools is takes


def test_a_server_that_is_down_leaves_it_unknown_and_is_asked_again() -> None:
    down = {"TRIPTYCH_LOCAL_URL": "http://127.0.0.1:9/v1"}
    found = ability("local:tiny", down)
    assert found.calls_tools is None and "could not be asked" in found.why
    assert chosen("local:tiny", down).paradigm == "react"
    assert not any(url.startswith("http://127.0.0.1:9") for url, _ in asking._found)


def test_the_choice_and_its_reason_are_on_record_S0_06(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    (run,) = told(db, "run", "--scenario", "umbrella", "--paradigm", "auto")["runs"]
    assert run["paradigm"] == "function-calling" and run["passed"] is True
    rig = told(db, "show", run["run"])["rig"]
    assert rig["paradigm"] == "function-calling"
    assert rig["chosen"] == "chosen automatically: the scripted model takes tool calls"
