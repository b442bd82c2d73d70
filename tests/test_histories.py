"""What must hold of every history: one result a call, in order, valid for every provider."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agents.events import Event, Replied, Returned, Stopped
from agents.messages import Answered, Request, Said
from agents.rig import Limits
from agents.state import EXECUTED, NOT_RUN
from tests.mixing import LIMITS, MANY, ROUNDS, mixed
from tests.playbook import Line
from tests.valid import valid_for_every_provider


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
