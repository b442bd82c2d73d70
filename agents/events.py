"""The five things that can happen in a run. A run is a list of these, and nothing else.

Times are seconds since the epoch, UTC. A run's events are numbered from 0 by their place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Discriminator, TypeAdapter, ValidationError

from agents.messages import Call, Dialect, Finish, Origin, ToolSpec, Usage
from agents.plans import Plan, Verdict
from agents.reviews import Reflection, Review

Actor = Literal["agent", "planner", "evaluator", "replanner", "synthesizer", "reflector"]
Status = Literal["success", "partial", "limit", "error", "cancelled"]
Outcome = Literal["ok", "error", "timeout", "unknown_tool", "invalid", "refused", "cancelled"]


@dataclass(frozen=True, slots=True)
class Fault:
    """What was wrong with a reply: `kind` for counting, `text` for the model and the reader."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What the parser made of a reply. Exactly one of calls, plan, verdict, answer, fault leads; of
    a reviewer's reply that is its review or a fault."""

    thought: str = ""
    calls: tuple[Call, ...] = ()
    plan: Plan | None = None
    verdict: Verdict | None = None
    answer: str | None = None
    fault: Fault | None = None
    dropped: str = ""
    """What the model wrote after the part that counts, such as an invented observation."""
    review: Review | None = None
    """Of a reviewer's reply, its verdict; of an answer in a reflected run, what code found."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Dollars of one model call; `usd` None is unknown, and `why` says why or where from."""

    usd: float | None
    why: str
    as_of: str = ""
    """The date of the price list."""


@dataclass(frozen=True, slots=True)
class Started:
    at: float
    question: str
    rig: Mapping[str, Any]
    """The rig as data (`RigSpec` as JSON), exactly as it was launched."""
    scenario: str = ""
    tools: tuple[ToolSpec, ...] = ()
    """The tools that the agent was told of, in their order; empty where nothing tells."""
    origin: Origin = "live"
    kind: Literal["started"] = "started"


@dataclass(frozen=True, slots=True)
class Replied:
    """A model was asked and answered, failed, or was cut off (`finish` error or cancelled)."""

    actor: Actor
    started_at: float
    ended_at: float
    request: str
    """Digest of the request as sent; the links themselves are kept beside the events."""
    model: str
    text: str
    reading: Reading
    usage: Usage
    cost: Cost
    finish: Finish
    dialect: Dialect
    thinking: str = ""
    raw: str = ""
    notes: tuple[str, ...] = ()
    forced: bool = False
    """Asked for a final answer because a limit was reached."""
    first_token_at: float | None = None
    origin: Origin = "live"
    kind: Literal["replied"] = "replied"


@dataclass(frozen=True, slots=True)
class Spent:
    """What a sub-run took, as far as it is known; a sum that nothing is known of is None. It is
    part of the outer run's budget, and of no other run's totals."""

    model_calls: int = 0
    tool_calls: int = 0
    graph_steps: int = 0
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True)
class Returned:
    """The one result of a call. `output` is what the model reads, byte for byte."""

    call: Call
    started_at: float
    ended_at: float
    outcome: Outcome
    output: str
    effect: Literal["reads", "writes", "unknown"] = "unknown"
    retryable: bool = False
    notes: tuple[str, ...] = ()
    sub_run: str = ""
    """The run that carried this call out (an inner loop), where it was recorded as one."""
    spent: Spent | None = None
    """What that run took; None where no run carried it out."""
    origin: Origin = "live"
    kind: Literal["returned"] = "returned"


@dataclass(frozen=True, slots=True)
class Edited:
    """A person changed or added something; it is a fork's first own event."""

    at: float
    target: Literal["question", "follow_up", "system", "observation"]
    """`question` puts another one in the place of the first; `follow_up` is a further message of
    the user, as traces of conversations hold them too (origin imported)."""
    value: str
    call_id: str = ""
    """The call whose observation is replaced; empty for the other targets. An edited reply is no
    `Edited` but a `Replied` of origin edited: it has to be read by a policy like any other."""
    origin: Origin = "edited"
    kind: Literal["edited"] = "edited"


@dataclass(frozen=True, slots=True)
class Stopped:
    at: float
    status: Status
    reason: str
    answer: str | None = None
    gaps: tuple[str, ...] = ()
    reflection: Reflection | None = None
    """Of a reflected run whose first answer did not pass."""
    origin: Origin = "live"
    kind: Literal["stopped"] = "stopped"


Event = Annotated[Started | Replied | Returned | Edited | Stopped, Discriminator("kind")]

_adapter: TypeAdapter[Event] = TypeAdapter(Event)
_own = {kind: TypeAdapter(kind) for kind in (Started, Replied, Returned, Edited, Stopped)}
"""To write one: a union would look for its kind first, which takes half as long again."""


def to_json(event: Event) -> str:
    """One line of JSON. Lone surrogates survive as \\u escapes."""
    try:
        return _own[type(event)].serializer.to_json(event).decode()
    except ValueError:
        return json.dumps(_adapter.dump_python(event, mode="python"), default=dict)


def from_json(text: str) -> Event:
    """Raises pydantic.ValidationError on anything that is not an event."""
    try:
        return _adapter.validate_json(text)
    except ValidationError:
        # pydantic's JSON reader refuses lone surrogates, which Python's accepts
        return _adapter.validate_python(json.loads(text))


def start_of(event: Event) -> float:
    return event.started_at if isinstance(event, Replied | Returned) else event.at


def end_of(event: Event) -> float:
    return event.ended_at if isinstance(event, Replied | Returned) else event.at
