"""The empty Compare page: what pressing Run will show, what was run before, and the samples."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

import streamlit as st

from agents.errors import BadInput
from dashboard.faults import fault_names
from dashboard.formats import local_time, run_status, short
from dashboard.house import house
from dashboard.lanes import lane_names
from dashboard.panels.doors import go
from dashboard.panels.samples import remove_button
from dashboard.words import t
from data.filters import RunFilter
from data.rows import RunRow
from data.samples import FOLDER

MOST = 6


def recent(*, run_here: bool = True) -> None:
    """`run_here`: whether this page has the button that the hint for an empty list speaks of."""
    own = _own()
    if own:
        st.subheader(t("recent.title"))
        _list(own, "recent")
    elif run_here:
        st.info(t("recent.none"), icon=":material/play_arrow:")
    if samples := _samples():
        with st.container(horizontal=True, vertical_alignment="bottom", key="samples_head"):
            st.subheader(t("samples.title"), width="stretch")
            remove_button()
        _list(samples, "samples")


def _own() -> dict[str, list[RunRow]]:
    groups: dict[str, list[RunRow]] = {}
    for run in house().service.runs(RunFilter(), limit=60):
        if run.comparison_id and run.comparison_id not in sample_ids():
            groups.setdefault(run.comparison_id, []).append(run)
    for lanes in groups.values():
        lanes.sort(key=lambda run: run.started_at)
    return dict(list(groups.items())[:MOST])


def _samples() -> dict[str, list[RunRow]]:
    """Those that nobody has deleted."""
    found: dict[str, list[RunRow]] = {}
    for comparison in sample_ids():
        try:
            found[comparison] = house().service.comparison(comparison)
        except BadInput:
            continue
    return found


@cache
def sample_ids() -> tuple[str, ...]:
    """The comparisons that come with Triptych, from the heads of their files."""
    heads = [
        json.loads(line)["run"]["comparison_id"]
        for path in sorted(FOLDER.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").split("\n")
        if line.startswith('{"triptych"')
    ]
    return tuple(dict.fromkeys(heads))


def _list(groups: Mapping[str, list[RunRow]], key: str) -> None:
    with st.container(key=key, gap="xsmall"):
        for comparison, lanes in groups.items():
            with st.container(border=True, key=f"row_{comparison}"):
                left, right = st.columns([9, 1], vertical_alignment="center")
                with left, st.container(gap=None):
                    st.text(" ".join(lanes[0].question.split()), width="stretch", wrap=False)
                    with st.container(key=f"facts_{comparison}"):
                        st.text(_facts(lanes), width="stretch")
                with right, st.container(horizontal=True, horizontal_alignment="right"):
                    if st.button(t("recent.open"), key=f"open_{comparison}", width="content"):
                        go("", {"comparison": comparison})


def _facts(lanes: list[RunRow]) -> str:
    models = t("ask.and").join(dict.fromkeys(short(run.model, 30) for run in lanes))
    faults = ", ".join(dict.fromkeys(name for run in lanes for name in fault_names(run.rig)))
    said = [
        local_time(lanes[0].started_at),
        models,
        *([t("ask.faults", names=faults)] if faults else []),
        *(
            f"{name} {run_status(run.status, run.passed)}"
            for name, run in zip(lane_names(lanes), lanes, strict=True)
        ),
    ]
    return "  ·  ".join(said)
