"""Runs of generated replies with tools that fail, hang, write or do not exist."""

from __future__ import annotations

import asyncio
import time

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from agents.events import Event
from agents.loop import begin, run
from agents.messages import Wire
from agents.rig import Limits
from agents.state import State, fold
from agents.tools import ToolError, tool
from tests.playbook import Line, Playbook, playbook_rig
from tests.rigs import Ran


async def search(query: str) -> str:
    """Looks something up."""
    return f"found {query}"


def soft() -> str:
    """Fails in a way that may pass."""
    raise ToolError("down for a moment", retryable=True)


async def hard() -> str:
    """Fails."""
    raise ValueError("no such thing")


async def slow() -> str:
    """Takes too long."""
    await asyncio.sleep(5)
    return "late"


def stuck() -> str:
    """Takes too long, and cannot be stopped."""
    time.sleep(0.2)
    return "late"


async def post(text: str) -> str:
    """Changes something."""
    return f"posted {text}"


TOOLS = [*map(tool, (search, soft, hard, slow, stuck)), tool(post, effect="writes")]
CALLS = st.one_of(
    st.tuples(st.just("search"), st.fixed_dictionaries({"query": st.sampled_from("abc")})),
    st.tuples(st.sampled_from(["search", "serch"]), st.sampled_from([{}, {"query": 5}])),
    st.tuples(st.sampled_from(["soft", "hard", "slow", "stuck", "sloww"]), st.just({})),
    st.tuples(st.sampled_from(["nope", "get_weather!", "", "poste"]), st.just({})),
    st.tuples(st.just("post"), st.just({"text": "x"})),
)
ROUNDS = st.lists(
    st.one_of(
        st.lists(CALLS, min_size=1, max_size=4),
        st.sampled_from(["", "Let me check the news.", "Thought: hm.", "Action: None"]),
    ),
    max_size=4,
)
LIMITS = st.builds(
    Limits,
    max_iterations=st.integers(1, 5),
    max_tool_calls=st.one_of(st.none(), st.integers(0, 4)),
    max_graph_steps=st.one_of(st.none(), st.integers(1, 8)),
    max_malformed=st.integers(1, 3),
    tool_timeout_s=st.just(0.03),
)
TIGHT = [
    Limits(),
    Limits(max_iterations=2),
    Limits(max_tool_calls=2),
    Limits(max_graph_steps=4),
    Limits(max_tokens=900),
    Limits(max_replans=0, max_identical_calls=1),
]
PIECES = [
    "Thought:", "Action:", "Action Input:", "Final Answer:", "Observation:", "\n", "{", "}", '"',
    "search", "(", "[", "]", ")", "```", "<think>", "</think>", "'", "：", "None", "\\", ",", ":",
    '{"steps": [', '{"id": 1, "tool": "search", "args": ', '"inputs": ["1"]', '"satisfied": true',
    "@1.x", "null", "NaN", "1e999", "-", "\ud800", "<tool_call>", "</tool_call>",
    '"name": "search"',
]  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8))).map("".join)
MANY = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def mixed(
    lines: list[Line], limits: Limits, using: str, cancel_at: int | None = None
) -> tuple[Ran, Playbook]:
    """`cancel_at`: the run is cancelled once so many events are on record."""
    chosen, model = playbook_rig([*lines, *["done"] * 9], TOOLS, using=using, limits=limits)
    events: list[Event] = []
    cancel = asyncio.Event()

    async def record(event: Event, sent: Wire) -> None:
        events.append(event)
        if len(events) == cancel_at:
            cancel.set()

    async def go() -> State:
        await record(begin("q", chosen), ())
        return await run(fold(events), chosen, record, cancel=cancel)

    state = asyncio.run(go())
    return Ran(events, [()] * len(events), state), model
