"""MCP: tools of any server, whatever the server does; and our own world served as one."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from agents.calls import together
from agents.errors import BadInput, NotReady, TriptychError
from agents.events import Event, Returned, Started
from agents.loop import run
from agents.messages import Call
from agents.policies.registry import PARADIGMS
from agents.rig import Limits, Rig, RigSpec
from agents.state import State
from agents.tools import Tool, ToolError, as_text, explain
from data.bundled import names, scenario
from data.rigging import rig_of, tools_of
from data.toolbox import tool_from
from data.toolbox.mcp import mcp_tools
from data.toolbox.mcp_schema import Schema, Unusable
from data.toolbox.mcp_target import target_of
from tests.process import MAIN, free_port, told
from tests.rigs import play, rig

WILD = f"{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).with_name('mcp_wild.py')))}"


def by_name(tools: tuple[Tool, ...]) -> dict[str, Tool]:
    return {tool.name: tool for tool in tools}


@pytest.fixture(scope="module")
def wild() -> Iterator[dict[str, Tool]]:
    """For calls that leave the server alive; others start one of their own."""
    yield by_name(mcp_tools(WILD, effect="reads"))


def ask(tool: Tool, **arguments: Any) -> str:
    return as_text(asyncio.run(tool.invoke(**tool.check(arguments))))


def returned(tool: Tool, *, times: int = 1, **limits: Any) -> list[Returned]:
    """Through the real calling of a run, one call after another."""
    spec = RigSpec(paradigm="react", limits=Limits(**limits), writes="allow")
    using = replace(rig_of(spec, "umbrella"), tools={tool.name: tool})

    async def one(number: int) -> Returned:
        calls = (Call(f"c{number}", tool.name, {}),)
        return [r async for r in together(calls, State(), using, asyncio.Event(), run)][-1]

    async def all_of_them() -> list[Returned]:
        return [await one(number) for number in range(times)]

    return asyncio.run(all_of_them())


# --- S1-43: listed, schema-checked, called


def test_tools_are_listed_with_their_names_descriptions_and_schemas_S1_43(
    wild: dict[str, Tool],
) -> None:
    forecast = wild["forecast"]
    assert forecast.spec.description == "Weather."
    assert forecast.spec.parameters["required"] == ["city"]
    assert ask(forecast, city="Lisbon") == "Rain in Lisbon."


def test_annotations_are_not_believed_S1_43(wild: dict[str, Tool]) -> None:
    """`forecast` says of itself that it only reads."""
    tools = tool_from(f"mcp:{WILD}")
    assert isinstance(tools, tuple)
    assert {tool.effect for tool in tools} == {"writes"}
    trusted = tool_from(f"mcp-reads:{WILD}")
    assert isinstance(trusted, tuple)
    assert {tool.effect for tool in (*trusted, *wild.values())} == {"reads"}


@pytest.mark.parametrize(
    ("arguments", "place", "problem"),
    [
        ({}, (), "'city' is a required property"),
        ({"city": 5}, ("city",), "5 is not of type 'string'"),
        ({"city": "{x}", "days": 0}, ("days",), "0 is less than the minimum of 1"),
        ({"city": "a", "more": {"b": 1}}, (), "'more' was unexpected"),
    ],
)
def test_arguments_are_held_against_the_servers_own_schema_before_the_call_S1_43(
    wild: dict[str, Tool], arguments: dict[str, Any], place: tuple[str, ...], problem: str
) -> None:
    with pytest.raises(ValidationError) as caught:
        wild["forecast"].check(arguments)
    (error,) = caught.value.errors()
    assert error["loc"] == place and problem in error["msg"]
    assert "Please fix the parameters and retry." in explain(caught.value)


def test_structured_content_is_json_and_text_is_text_S1_43(wild: dict[str, Tool]) -> None:
    assert ask(wild["structured"]) == '{"n": 7}'
    assert ask(wild["garbage"]) == "after the garbage"


def test_parts_that_are_no_text_are_named_S1_43(wild: dict[str, Tool]) -> None:
    assert ask(wild["parts"]).splitlines() == [
        "See:",
        "[image, image/png, about 3 bytes, not shown]",
        "[link to the resource notes: file:///notes.txt]",
        "[resource file:///a.md]",
        "# A",
    ]


def test_names_that_providers_refuse_are_bent_and_lead_back_S1_43(wild: dict[str, Tool]) -> None:
    assert ask(wild["weather_in_st_dten_now"]) == "weather.in städten/now"
    assert ask(wild["weather_in_st_dten_now_2"]) == "weather in städten/now"


def test_the_connection_is_named_in_each_results_notes_S1_44(wild: dict[str, Tool]) -> None:
    (result,) = returned(wild["structured"])
    assert result.outcome == "ok"
    assert any(n.startswith("via mcp: ") and "mcp_wild.py" in n for n in result.notes)


# --- what a server can do wrong costs one observation


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("refuses", "Tool error: No such city; try Lisbon."),
        ("liar", "returned what its own schema does not allow: n: 'seven' is not of type"),
        ("silent_liar", "declares a schema for its result, but returned none"),
        ("no_result", "returned what is no MCP result"),
        ("protocol_error", "Tool error: Unknown: {x}"),
        ("long", "300,000 characters, more than the 200,000 that are handed over"),
        ("bomb", "takes too long to be applied"),
    ],
)
def test_a_bad_result_is_one_failed_observation_S1_43(
    wild: dict[str, Tool], name: str, says: str
) -> None:
    (result,) = returned(wild[name])
    assert result.outcome == "error" and says in result.output
    assert ask(wild["structured"]) == '{"n": 7}', "the connection still serves"


def test_a_schema_that_is_a_trap_neither_hangs_nor_fetches(wild: dict[str, Tool]) -> None:
    began = time.monotonic()
    with pytest.raises(ValidationError, match="takes too long"):
        wild["bomb"].check({"text": "a" * 40 + "!", "x": 1})
    with pytest.raises(ValidationError, match="cannot be applied"):
        wild["lost_reference"].check({})
    with pytest.raises(ValidationError, match="cannot be applied"):
        wild["remote"].check({})
    assert time.monotonic() - began < 60


def test_a_server_that_dies_in_a_call_is_started_again_for_the_next(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    tools = by_name(mcp_tools(f"{WILD} fine {starts}", effect="reads"))
    (died,) = returned(tools["dies"])
    assert died.outcome == "error" and died.retryable
    assert "ended with exit code 3 during the call" in died.output
    assert ask(tools["structured"]) == '{"n": 7}'
    assert starts.read_text().count("started") == 2


def test_a_server_that_does_not_come_back_is_tried_once_a_call(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    tools = by_name(mcp_tools(f"{WILD} once {starts}"))
    (died,) = returned(tools["dies"])
    assert not died.retryable and "Whether the call took effect is not known" in died.output
    (gone,) = returned(tools["structured"])
    assert gone.outcome == "error" and "ended with exit code 4" in gone.output
    assert starts.read_text().count("started") == 2


def test_a_tool_that_comes_back_with_another_schema_is_not_called(tmp_path: Path) -> None:
    tools = by_name(mcp_tools(f"{WILD} changes {tmp_path / 'starts'}"))
    returned(tools["dies"])
    with pytest.raises(ToolError, match="no longer has the tool forecast as it described it"):
        ask(tools["forecast"], city="Lisbon")


def test_a_server_that_hangs_costs_its_time_limit_and_is_replaced() -> None:
    tools = by_name(mcp_tools(WILD, effect="reads"))
    (hung,) = returned(tools["hangs"], tool_timeout_s=0.3)
    assert hung.outcome == "timeout" and hung.retryable
    assert ask(tools["structured"]) == '{"n": 7}'


@pytest.mark.parametrize("name", ["flood_line", "flood_notes"])
def test_a_server_that_floods_is_cut_off_and_replaced(name: str) -> None:
    tools = by_name(mcp_tools(WILD, effect="reads"))
    (flooded,) = returned(tools[name], tool_timeout_s=60)
    assert flooded.outcome == "error" and "sent more than" in flooded.output
    assert ask(tools["structured"]) == '{"n": 7}'


def test_nothing_of_the_server_lands_in_our_output(capfd: pytest.CaptureFixture[str]) -> None:
    tools = by_name(mcp_tools(WILD, effect="reads"))
    ask(tools["garbage"])
    returned(tools["dies"])
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")


# --- a server that cannot be listed is one sentence


@pytest.mark.parametrize(
    ("how", "kind", "says"),
    [
        ("dies", NotReady, "ended with exit code 4 before it listed its tools"),
        ("hangs", NotReady, "did not list its tools within 2 s"),
        ("floods", NotReady, "sent more than"),
        ("empty", BadInput, "has no tools"),
        ("twins", BadInput, "two tools called “forecast”"),
        ("no-schema", BadInput, "no JSON schema that can be used: 'txt' is not valid"),
        ("no-object", BadInput, "does not describe its tools as MCP demands"),
        ("endless", BadInput, "lists tools without end"),
    ],
)
def test_a_server_that_cannot_be_listed_is_one_sentence(
    how: str, kind: type[TriptychError], says: str
) -> None:
    with pytest.raises(kind) as caught:
        mcp_tools(f"{WILD} {how}", patience_s=2 if how == "hangs" else 30)
    text = str(caught.value)
    assert says in text and len(text.splitlines()) == 1 and text.endswith(".")


@pytest.mark.parametrize(
    ("typed", "kind", "says"),
    [
        ("mcp:", BadInput, "needs a command"),
        ("mcp:no-such-program-at-all x", BadInput, "no program “no-such-program-at-all”"),
        ("mcp:'unclosed", BadInput, "cannot be read"),
        ("mcp:A=1", BadInput, "needs a command"),
        ("mcp:x $NOT_SET_ANYWHERE", BadInput, "$NOT_SET_ANYWHERE is not set"),
        ("mcp:http://127.0.0.1:9/mcp", NotReady, "cannot be reached"),
        ("mcp:http://", BadInput, "no http address"),
        ("mcp:http://me:word@host/mcp", BadInput, "would be stored"),
        ("mcp:http://host/mcp header", BadInput, "headers only"),
    ],
)
def test_what_cannot_be_reached_is_one_sentence(
    typed: str, kind: type[TriptychError], says: str
) -> None:
    with pytest.raises(kind) as caught:
        tool_from(typed)
    assert says in str(caught.value) and len(str(caught.value).splitlines()) == 1


def test_a_key_is_named_by_its_variable_and_shown_nowhere() -> None:
    environ = {"THE_TOKEN": "hush-hush-hush"}
    program = target_of("KEY=$THE_TOKEN serve ${THE_TOKEN}", environ)
    assert program.env == {"KEY": "hush-hush-hush"}
    assert program.command == ("serve", "hush-hush-hush")
    address = target_of("http://h:1/mcp?k=$THE_TOKEN 'Authorization: Bearer $THE_TOKEN'", environ)
    assert address.headers == {"Authorization": "Bearer hush-hush-hush"}
    assert address.label == "http://h:1/mcp"
    assert "hush" not in repr(address) + program.label


def test_a_server_is_not_given_our_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    from mcp.client.stdio import get_default_environment

    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-12345678")
    assert "OPENAI_API_KEY" not in get_default_environment()


def test_a_server_that_nobody_holds_any_more_is_stopped() -> None:
    tools = by_name(mcp_tools(WILD, effect="reads"))
    pid = int(ask(tools["which"]))
    assert _alive(pid)
    del tools
    gc.collect()
    until = time.monotonic() + 15
    while _alive(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _alive(pid)


def test_a_process_that_ends_takes_its_servers_along() -> None:
    code = (
        "import asyncio; from data.toolbox.mcp import mcp_tools\n"
        f"tools = {{t.name: t for t in mcp_tools({WILD!r})}}\n"
        "print(asyncio.run(tools['which'].invoke()), flush=True)"
    )
    root = Path(MAIN).parent.parent
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0 and done.stderr == ""
    assert not _alive(int(done.stdout))


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        (r"^[A-Z]{2,5}-\d+$", "PX-1", True),
        (r"^[A-Z]{2,5}-\d+$", "px", False),
        (r"^[0-9a-f]{8}-[0-9a-f]{4}$", "zz", False),
        (r"^(a|a)*$", "b", True),
        (r"a?a?a?a?aaaa", "b", True),
    ],
)
def test_patterns_are_checked_only_where_they_surely_end(
    pattern: str, text: str, fits: bool
) -> None:
    assert (not Schema({"type": "string", "pattern": pattern}).problems(text)) is fits


def test_a_schema_without_a_bottom_is_refused() -> None:
    deep: dict[str, Any] = {}
    for _ in range(500):
        deep = {"properties": {"x": deep}}
    with pytest.raises(Unusable, match="levels deep"):
        Schema(deep)
    with pytest.raises(Unusable, match="without end"):
        Schema({"$ref": "#"}).problems({})


# --- over HTTP


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server made with the library, on a port of its own."""
    import uvicorn
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError as MCPToolError

    made = MCPServer("sums")

    @made.tool()
    def add(a: int, b: int) -> dict[str, int]:
        """Adds two numbers."""
        return {"sum": a + b}

    @made.tool()
    def fail() -> str:
        raise MCPToolError("the sum is off")

    @made.tool()
    async def slow() -> str:
        await asyncio.sleep(60)
        return "late"

    @made.tool()
    def flood() -> str:
        return "x" * 70_000_000

    port = free_port()
    config = uvicorn.Config(made.streamable_http_app(), port=port, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}/mcp"
    server.should_exit = server.force_exit = True
    thread.join(10)


def test_a_server_over_http_is_listed_and_called_S1_43(address: str) -> None:
    tools = by_name(mcp_tools(address, effect="reads"))
    assert tools["add"].spec.description == "Adds two numbers."
    assert json.loads(ask(tools["add"], a=2, b=3)) == {"sum": 5}
    with pytest.raises(ToolError, match="the sum is off"):
        ask(tools["fail"])
    (late,) = returned(tools["slow"], tool_timeout_s=0.3)
    assert late.outcome == "timeout"
    (flooded,) = returned(tools["flood"], tool_timeout_s=120)
    assert flooded.outcome == "error"
    assert json.loads(ask(tools["add"], a=1, b=1)) == {"sum": 2}
    (result,) = returned(replace(tools["add"], check=lambda _: {"a": 1, "b": 2}))
    assert result.notes == (f"via mcp: {address}",)


# --- our own world as a server


def bare(event: Event) -> Event:
    """Without what names the connection."""
    if isinstance(event, Returned):
        kept = tuple(note for note in event.notes if not note.startswith("via mcp: "))
        return replace(event, notes=kept)
    return (
        replace(event, rig={**event.rig, "over_mcp": None}) if isinstance(event, Started) else event
    )


@pytest.mark.parametrize(
    ("paradigm", "faults"),
    [*((name, ()) for name in PARADIGMS), ("react", ("paged",)), ("react", ("temporary-error",))],
)
def test_a_run_over_its_mcp_server_is_the_same_run_S1_44(
    paradigm: str, faults: tuple[str, ...], served: dict[str, Tool]
) -> None:
    question = scenario("project-x").question

    def events(using: Rig) -> list[Event]:
        return play(using, question, "project-x").events

    here = events(rig("project-x", paradigm, faults=faults))
    tools = dict(served)
    for fault in faults:
        tools = by_name(scenario("project-x").faults[fault](tuple(tools.values())))
    local = rig("project-x", paradigm, faults=faults)
    there = events(replace(local, tools=tools))
    assert [bare(event) for event in there] == [bare(event) for event in here]
    notes = [e.notes for e in there if isinstance(e, Returned)]
    assert notes and all("via mcp: project-x" in each for each in notes)


@pytest.fixture(scope="module")
def served() -> dict[str, Tool]:
    """What a rig with `over_mcp` has, once for all of its runs."""
    return tools_of(RigSpec(paradigm="react", over_mcp=True), scenario("project-x"))


def test_the_rig_reaches_its_scenario_over_mcp_from_the_command_line_S1_44(tmp_path: Path) -> None:
    words = ["run", "--scenario", "project-x", "--paradigm", "react", "--over-mcp"]
    (run,) = told(tmp_path / "t.duckdb", *words)["runs"]
    assert run["passed"] is True


def test_over_mcp_needs_a_scenario() -> None:
    with pytest.raises(BadInput, match="choose a scenario"):
        rig_of(RigSpec(paradigm="react", model="local:x", over_mcp=True), "")


@pytest.mark.parametrize("name", ["project-x", "larkspur-2"])
def test_the_verb_serves_names_descriptions_schemas_and_results_as_they_are(name: str) -> None:
    local = scenario(name).tools
    theirs = mcp_tools(f"{shlex.quote(sys.executable)} {shlex.quote(MAIN)} mcp {name}")
    assert [tool.spec for tool in theirs] == [tool.spec for tool in local]
    if name == "project-x":
        arguments = {"project_id": "PX", "status": "blocked"}
        assert ask(theirs[0], **arguments) == ask(local[0], **arguments)
        with pytest.raises(ToolError, match="names no project exactly"):
            ask(theirs[0], project_id="PZ", status="open")


def test_an_unknown_scenario_is_not_served() -> None:
    done = subprocess.run(
        [sys.executable, MAIN, "mcp", "nope"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1 and done.stdout == ""
    assert "There is no scenario 'nope'" in done.stderr


def test_every_line_of_the_servers_standard_output_is_protocol() -> None:
    process = subprocess.Popen(
        [sys.executable, MAIN, "mcp", "umbrella"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    params = {"protocolVersion": "2025-11-25", "capabilities": {},
              "clientInfo": {"name": "t", "version": "1"}}  # fmt: skip
    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("garbage\n" + json.dumps(asked) + "\n")
    process.stdin.flush()
    lines = [json.loads(process.stdout.readline())]
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    lines += [json.loads(line) for line in process.stdout]
    assert process.wait(20) == 0
    assert any(line.get("id") == 1 and "result" in line for line in lines)
    assert "umbrella" in names()
