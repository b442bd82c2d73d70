"""One event of a run, whole: for a model call, the request exactly as it was sent."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from agents.events import Event, Replied, Returned
from agents.models.tokens import count_link
from dashboard.components import colours, transcript
from dashboard.formats import (
    count,
    duration,
    money,
    origin_glyph,
    origin_name,
    step_status,
)
from dashboard.house import house
from dashboard.panels.shell import dark
from dashboard.steps import (
    plain_blocks,
    raw_blocks,
    reading_blocks,
    reply_blocks,
    request_blocks,
    result_blocks,
)
from dashboard.viewmodels import Data
from data.codec import summary
from data.rows import RunRow

TITLES = {"started": "How it began", "edited": "What a person changed", "stopped": "How it ended"}
EFFECTS = {"reads": "only reads", "writes": "changes something", "unknown": "unknown"}


def step_view(run: RunRow, seq: int) -> None:
    events = house().service.events(run.run_id)
    if not events:
        st.info("Nothing has happened in this run yet.")
        return
    seq = min(seq, len(events) - 1)
    event = events[seq]
    origin = f"{origin_glyph(event.origin)} {origin_name(event.origin)}"
    match event:
        case Replied():
            st.markdown(f"##### Step {seq}: model call ({event.actor}) · {origin}")
            if event.reading.fault:
                st.text(f"⚠ {summary(event)}")
            _model_call(run.run_id, seq, event, events)
        case Returned():
            st.markdown(f"##### Step {seq}: tool call · {origin}")
            _numbers(
                [
                    ("Tool", event.call.name),
                    ("Outcome", step_status(event.outcome)),
                    ("Time", duration((event.ended_at - event.started_at) * 1000)),
                    ("Effect", EFFECTS[event.effect]),
                ]
            )
            _show(result_blocks(event), run.run_id, seq, "result")
            with st.expander("Raw"):
                _show(raw_blocks(event), run.run_id, seq, "raw")
        case _:
            st.markdown(f"##### {TITLES[event.kind]}")
            _show(plain_blocks(event), run.run_id, seq, "plain")


def _model_call(run_id: str, seq: int, event: Replied, events: Sequence[Event]) -> None:
    usage = event.usage
    first = event.first_token_at
    cached = usage.cache_read_input_tokens
    _numbers(
        [
            ("Model", event.model),
            ("Tokens read", count(usage.input_tokens)),
            ("From cache", count(cached)),
            ("Tokens written", count(usage.output_tokens)),
            ("Cost", money(event.cost.usd)),
            ("Time", duration((event.ended_at - event.started_at) * 1000)),
            ("First token", duration((first - event.started_at) * 1000) if first else "unknown"),
        ]
    )
    tabs = st.tabs(["Request", "Reply", "Parsed", "Usage", "Raw"])
    with tabs[0]:
        _request(run_id, seq, event, events)
    with tabs[1]:
        _show(reply_blocks(event), run_id, seq, "reply")
    with tabs[2]:
        _show(reading_blocks(event), run_id, seq, "parsed")
    with tabs[3]:
        _usage(event)
    with tabs[4]:
        _show(raw_blocks(event), run_id, seq, "raw")


def _request(run_id: str, seq: int, event: Replied, events: Sequence[Event]) -> None:
    store = house().service.store
    before = next(
        (e.request for e in reversed(events[:seq]) if isinstance(e, Replied) and e.request), None
    )
    links = store.request(event.request) if event.request else []
    if not links:
        st.info("The request of this call is not on record.")
        return
    shared = store.new_links(event.request, before)
    parts = f"The request has {len(links)} parts"
    new = f"{len(links) - shared} of them new since the call before"
    st.caption(f"{parts}, {new}." if before else f"{parts}; it is the first of this run.")
    blocks = request_blocks(links, shared, [count_link(link) for link in links])
    _show(blocks, run_id, seq, "request")


def _usage(event: Replied) -> None:
    usage = event.usage
    rows = [
        ("gen_ai.usage.input_tokens", count(usage.input_tokens)),
        ("gen_ai.usage.cache_read.input_tokens", count(usage.cache_read_input_tokens)),
        ("gen_ai.usage.cache_creation.input_tokens", count(usage.cache_creation_input_tokens)),
        ("gen_ai.usage.output_tokens", count(usage.output_tokens)),
        ("gen_ai.usage.reasoning.output_tokens", count(usage.reasoning_output_tokens)),
        ("source", usage.source),
        ("cost", money(event.cost.usd)),
        ("price", f"{event.cost.why} {event.cost.as_of}".strip()),
        ("finish", event.finish),
    ]
    st.dataframe(
        [{"what": name, "value": value} for name, value in rows], hide_index=True, width="stretch"
    )
    st.caption("Cached and reasoning tokens are parts of the wholes above them, never added.")


def _numbers(cells: Sequence[tuple[str, str]]) -> None:
    with st.container(horizontal=True, gap="medium"):
        for label, value in cells:
            with st.container(width="content", gap=None):
                st.caption(label)
                st.text(value)


def _show(blocks: list[Data], run_id: str, seq: int, what: str) -> None:
    data = {"blocks": blocks, "key": f"{run_id} {seq} {what}", "colours": colours(dark())}
    transcript(key=f"step_{what}", data=data)
