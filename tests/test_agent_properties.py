"""What must hold for every run and every text, tried on many of them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents.events import Event, Replied, Returned, Stopped
from agents.loop import begin, run
from agents.messages import Answered, Reply, Request, Said, ToolSpec, Usage, Wire
from agents.models.anthropic_messages import AnthropicMessages
from agents.models.arguments import NotAnObject, read_arguments
from agents.models.calls import calls_in_content
from agents.models.openai_chat import OpenAIChat
from agents.models.openai_responses import OpenAIResponses
from agents.models.usage import anthropic_usage, chat_usage, responses_usage, running_total
from agents.policies.registry import PARADIGMS
from agents.reading.plan_text import PlanFault, read_plan, read_verdict
from agents.reading.react_text import read
from agents.rig import Limits, Rig
from agents.state import EXECUTED, NOT_RUN, State, fold
from agents.tools import ToolError, tool
from data.bundled import scenario
from tests.playbook import Line, Playbook, playbook_rig
from tests.protocol_checks import anthropic_fault, chat_fault, responses_fault
from tests.rigs import Ran, play, play_scenario, rig

PROVIDERS = (
    (OpenAIChat("openai:test", "key"), chat_fault),
    (OpenAIResponses("openai-responses:test", "key"), responses_fault),
    (AnthropicMessages("anthropic:test", "key"), anthropic_fault),
)


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


@MANY
@given(ROUNDS, LIMITS, st.sampled_from(["react", "function-calling"]), st.integers(1, 12))
def test_every_call_gets_one_result_in_call_order_and_a_later_call_reads_it(
    lines: list[Line], limits: Limits, using: str, cancel_at: int
) -> None:
    ran, model = mixed(lines, limits, using, cancel_at if cancel_at < 8 else None)
    stopped = ran.state.stopped
    assert stopped is not None and isinstance(ran.events[-1], Stopped)
    wished = [c.id for e in ran.events if isinstance(e, Replied) for c in e.reading.calls]
    results = [e.call.id for e in ran.events if isinstance(e, Returned)]
    assert sorted(results) == sorted(wished)
    assert len(set(results)) == len(results)
    for request in model.requests:
        told_in_order(request)
    if stopped.status != "cancelled":
        assert not unseen(ran.events)


def told_in_order(request: Request) -> None:
    waiting: list[str] = []
    for message in request.messages:
        if isinstance(message, Answered):
            assert waiting.pop(0) == message.call_id
        else:
            assert not waiting
            if isinstance(message, Said):
                waiting = [call.id for call in message.calls]
    assert not waiting


def unseen(events: list[Event]) -> list[Returned]:
    last = max((i for i, e in enumerate(events) if isinstance(e, Replied)), default=0)
    after = [e for e in events[last:] if isinstance(e, Returned)]
    return [e for e in after if e.outcome in EXECUTED and NOT_RUN not in e.notes]


@MANY
@given(ROUNDS, LIMITS, st.sampled_from(["react", "function-calling"]))
def test_the_history_sent_is_valid_for_every_provider(
    lines: list[Line], limits: Limits, using: str
) -> None:
    _, model = mixed(lines, limits, using)
    for request in model.requests:
        valid_for_every_provider(request)


def valid_for_every_provider(request: Request) -> None:
    for provider, fault in PROVIDERS:
        assert fault(provider.payload(provider.wire(request))) is None


@pytest.mark.parametrize("paradigm", list(PARADIGMS))
@pytest.mark.parametrize("next_one", list(PARADIGMS))
def test_a_run_of_any_paradigm_can_go_on_as_any_other_at_any_provider(
    paradigm: str, next_one: str
) -> None:
    whole = play_scenario("larkspur-2", paradigm, faults=("temporary-error",)).events
    asked: list[Request] = []
    for k in range(1, len(whole)):
        chosen, model = playbook_rig(["Final: yes"], [], using=next_one, repeats=True)
        play(chosen, before=whole[:k])
        asked += model.requests
    assert asked
    for request in asked:
        valid_for_every_provider(request)


def faults_of(name: str) -> list[tuple[str, ...]]:
    return [(), *((fault,) for fault in scenario(name).faults if fault != "slow")]


TIGHT = [
    Limits(),
    Limits(max_iterations=2),
    Limits(max_tool_calls=2),
    Limits(max_graph_steps=4),
    Limits(max_tokens=900),
    Limits(max_replans=0, max_identical_calls=1),
]


@pytest.mark.parametrize("paradigm", list(PARADIGMS))
@pytest.mark.parametrize("name", ["larkspur-4", "project-x"])
def test_going_on_from_any_event_is_the_same_run_under_faults_and_limits(
    name: str, paradigm: str
) -> None:
    for faults in faults_of(name):
        for limits in TIGHT:
            using = rig(name, paradigm, faults=faults, limits=limits)
            whole = play(using, scenario(name).question, name).events
            # a fault that passes by itself is a state of the world, which is made anew here
            for k in range(1, len(whole) + 1) if not_stateful(faults) else ():
                again = play(fresh(using, name, faults, limits), before=whole[:k]).events
                assert again == whole, f"{faults}, {limits}: went another way after event {k}"


def not_stateful(faults: Iterable[str]) -> bool:
    return "temporary-error" not in faults


def fresh(using: Rig, name: str, faults: tuple[str, ...], limits: Limits) -> Rig:
    return rig(name, using.spec.paradigm, faults=faults, limits=limits)


PIECES = [
    "Thought:", "Action:", "Action Input:", "Final Answer:", "Observation:", "\n", "{", "}", '"',
    "search", "(", "[", "]", ")", "```", "<think>", "</think>", "'", "：", "None", "\\", ",", ":",
    '{"steps": [', '{"id": 1, "tool": "search", "args": ', '"inputs": ["1"]', '"satisfied": true',
    "@1.x", "null", "NaN", "1e999", "-", "\ud800", "<tool_call>", "</tool_call>",
    '"name": "search"',
]  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8))).map("".join)
SPECS = {
    "search": ToolSpec(
        "search",
        "",
        {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
    ),
    "today": ToolSpec("today", "", {"type": "object", "properties": {}}),
}


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_no_parser_ever_raises_on_any_text(text: str) -> None:
    read(text, SPECS)
    with contextlib.suppress(PlanFault):
        read_plan(text, list(SPECS))
    with contextlib.suppress(PlanFault):
        read_verdict(text, "1")
    with contextlib.suppress(NotAnObject):
        assert isinstance(read_arguments(text, SPECS["search"].parameters), dict)
    calls_in_content(text, Request((), tuple(SPECS.values())))


@given(TEXTS, st.sampled_from(["stop", "length", "tool_calls", "refusal", "error"]))
@settings(max_examples=150, deadline=None)
def test_every_policy_makes_something_of_any_reply(text: str, finish: Any) -> None:
    reply = Reply(text, (), "m", "text", finish=finish)
    for paradigm in PARADIGMS.values():
        chosen, _ = playbook_rig([], TOOLS)
        for actor in paradigm.actors:
            reading = paradigm.policy().read(State(), actor, reply, chosen)
            led = (
                reading.calls, reading.plan is not None, reading.verdict is not None,
                reading.answer is not None, reading.fault is not None,
            )  # fmt: skip
            assert sum(map(bool, led)) == 1


COUNTS = st.one_of(
    st.none(), st.integers(-5, 10**9), st.floats(), st.booleans(), st.text(max_size=3)
)
NAMES = [
    "prompt_tokens", "completion_tokens", "total_tokens", "input_tokens", "output_tokens",
    "cache_read_input_tokens", "cache_creation_input_tokens", "prompt_cache_hit_tokens",
]  # fmt: skip
DETAILS = st.one_of(
    st.none(),
    st.dictionaries(
        st.sampled_from(
            ["cached_tokens", "reasoning_tokens", "cache_write_tokens", "thinking_tokens"]
        ),
        COUNTS,
    ),
)
USAGES = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(NAMES, COUNTS),
        "prompt_tokens_details": DETAILS,
        "completion_tokens_details": DETAILS,
        "input_tokens_details": DETAILS,
        "output_tokens_details": DETAILS,
    },
)


@given(st.one_of(USAGES, st.none(), st.lists(st.integers())))
@settings(max_examples=400, deadline=None)
def test_usage_is_never_negative_and_parts_never_exceed_wholes(given_usage: Any) -> None:
    for usage in (
        chat_usage(given_usage),
        responses_usage(given_usage),
        anthropic_usage(given_usage),
        anthropic_usage(running_total([given_usage, given_usage])),
    ):
        sound(usage)


def sound(usage: Usage) -> None:
    whole, out = usage.input_tokens, usage.output_tokens
    read_, written = usage.cache_read_input_tokens, usage.cache_creation_input_tokens
    thought = usage.reasoning_output_tokens
    assert all(n is None or n >= 0 for n in (whole, out, read_, written, thought))
    if whole is not None:
        assert (read_ or 0) + (written or 0) <= whole
    if out is not None:
        assert (thought or 0) <= out
    if usage.source == "unknown":
        assert usage == Usage()
