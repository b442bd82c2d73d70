"""The run of a trace is told from the spans that are there, in whatever order they came."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from agents.events import Edited, Event, Replied, Returned
from data.importers.otlp_decode import from_json
from data.importers.otlp_raw import Raw
from data.importers.otlp_spans import Histories
from data.importers.otlp_wire import from_protobuf
from data.live.retelling import retell
from data.live.teller import _Trace as Came
from data.live.traces import LiveTraces
from tests.otlp_spans import Json, a_run, request
from tests.otlp_talks import FIRST, SECOND, TALK, model_call, talk, two_talks
from tests.test_import_otlp import protobuf
from tests.test_ingest import imported_alike, opened

DIALECTS = ("genai", "openinference")


def told(requests: Iterable[Sequence[Json]], as_json: bool = False) -> dict[str, list[Event]]:
    """The events of each run, and first of all what is known of it."""
    histories, came = Histories(), Came()
    for some in requests:
        raws = from_json(request(*some), print) if as_json else from_protobuf(
            protobuf(*some), histories
        )  # fmt: skip
        for raw in raws:
            assert isinstance(raw, Raw)
            came.add(histories.span(raw))
    return {run_id: run.events for run_id, run in retell("r1", came.spans, 0.0).runs.items()}


def outline(events: Iterable[Event]) -> list[tuple[str, str]]:
    found = []
    for event in events:
        if isinstance(event, Replied):
            found.append(("replied", event.text))
        elif isinstance(event, Returned):
            found.append((event.call.id, event.output.strip(", ")))
        elif isinstance(event, Edited):
            found.append((event.target, event.value))
    return found


def cut(spans: list[Json], data: st.DataObject) -> list[list[Json]]:
    """In requests of any size; some spans come twice."""
    spans = [*spans, *data.draw(st.lists(st.sampled_from(spans), max_size=3))]
    spans = data.draw(st.permutations(spans))
    found: list[list[Json]] = [[]]
    for span in spans:
        found[-1].append(span)
        if data.draw(st.booleans()):
            found.append([])
    return [some for some in found if some]


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=60, deadline=None, phases=(Phase.generate,))
@given(data=st.data())
def test_whatever_order_spans_come_in_they_tell_the_same_runs(
    dialect: str, apart: bool, data: st.DataObject
) -> None:
    spans = two_talks(dialect, apart)
    plain = told([spans])
    assert len(plain) == 1 + apart
    as_json = data.draw(st.booleans())
    assert told(cut(spans, data), as_json) == told([[s] for s in spans], as_json)
    assert list(told(cut(spans, data)).values()) == list(plain.values())


@settings(max_examples=10, deadline=None)
@given(st.data())
def test_live_too_and_across_a_restart(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("order")
    spans = two_talks(data.draw(st.sampled_from(DIALECTS)), apart=False)
    store = opened(folder / "t.duckdb")
    live = LiveTraces(store)
    for some in cut(spans, data):
        live.take_protobuf(protobuf(*some))
        if data.draw(st.booleans()):
            live.settle()
        if data.draw(st.integers(0, 3)) == 0:
            live.close()
            store.close()
            store = opened(folder / "t.duckdb")
            live = LiveTraces(store)
            live.catch_up()
    live.close()
    imported_alike(store, folder, spans)
    store.close()
