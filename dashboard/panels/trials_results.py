"""What a trial set has shown: the matrix, the figures, the table, and the seeds' comparisons."""

from __future__ import annotations

from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from dashboard.components import colours, matrix
from dashboard.figures.trials import curves, pass_against
from dashboard.formats import count, duration, paradigm_name, unknown
from dashboard.house import house
from dashboard.panels.charts import CONFIG
from dashboard.panels.shell import dark
from dashboard.panels.trials_head import set_head
from dashboard.panels.trials_published import published
from dashboard.panels.trials_runs import runs_behind
from dashboard.trials.compared import Side, fixed_vs_adaptive, ratios
from dashboard.trials.groups import COLUMNS, group_rows
from dashboard.trials.results import Results, results
from dashboard.trials.view import matrix_data, place_of
from dashboard.trials.words import column, percent
from dashboard.words import t

REFRESH_S = 1.0


def trial_set(set_id: str) -> None:
    """Raises BadInput where there is none."""
    running = house().service.trials.is_running(set_id)
    st.fragment(_upper, run_every=REFRESH_S if running else None)(set_id, running)
    if running:
        return
    found = results(house().service, set_id)
    with st.container(key="behind"):
        name, cells = place_of(found, st.query_params.get("cell", ""))
        if cells:
            runs_behind(name, cells)
    _figures(found)
    _table(found)
    _compared(found)
    published()


def _upper(set_id: str, running: bool) -> None:
    """Head and matrix: drawn anew while runs come in; the rest, once they have."""
    service = house().service
    found = results(service, set_id)
    if running and not service.trials.is_running(set_id):
        st.rerun()
    set_head(found)
    most = max((group.most for group in found.groups()), default=0)
    with st.container(key="head_matrix", horizontal=True, vertical_alignment="center",
                      horizontal_alignment="distribute"):  # fmt: skip
        st.subheader(t("results.matrix"), width="content")
        k = 1
        if most > 1:
            shown = [1, *range(2, min(most, 5) + 1), *([most] if most > 5 else [])]
            k = st.segmented_control(
                "pass^k", shown, default=1, key="trials_k", required=True, width="content",
                format_func=lambda k: f"pass^{k}", label_visibility="collapsed",
                help=t("results.matrix-help"),
            ) or 1  # fmt: skip
    data = matrix_data(found, k, st.query_params.get("cell", ""))
    told = matrix(key="trials_matrix", data={**data, "colours": colours(dark())},
                  on_chosen_change=lambda: None)  # fmt: skip
    if told.chosen and told.chosen != st.query_params.get("cell"):
        st.query_params["cell"] = told.chosen
        st.rerun()


def _figures(found: Results) -> None:
    with st.container(key="pair_trials"):
        left, right = st.columns(2, gap="medium")
    with left:
        with st.container(key="head_curves", horizontal=True, vertical_alignment="center"):
            st.subheader(t("results.curves"), width="content")
        _drawn(curves(found, dark()), "curves")
    with right:
        with st.container(key="head_against", horizontal=True, vertical_alignment="center",
                          horizontal_alignment="distribute"):  # fmt: skip
            st.subheader(t("results.against"), width="content")
            by: Any = st.segmented_control(
                t("results.against-by"), ["tokens", "cost"], default="tokens", key="trials_by",
                format_func=lambda by: t(f"results.by.{by}"), required=True,
                label_visibility="collapsed", width="content",
            )  # fmt: skip
        _drawn(pass_against(found, dark(), by or "tokens"), f"against_{by}")


def _drawn(figure: go.Figure, key: str) -> None:
    """A click on a point shows the runs behind it."""
    chosen: Any = st.plotly_chart(
        figure, key=f"chart_{key}", config=CONFIG, theme=None, on_select="rerun",
        selection_mode="points",
    )  # fmt: skip
    points = chosen.selection.points if chosen else []
    door = points[0].get("customdata") if points else None
    _show(str(door[0]) if door else None, key)


def _table(found: Results) -> None:
    st.subheader(t("results.three"))
    st.caption(t("published.three-outcomes"))
    chosen = st.dataframe(
        pd.DataFrame(group_rows(found), columns=list(map(column, COLUMNS))), key="trial_groups",
        hide_index=True, on_select="rerun", selection_mode="single-row", height="content",
    )  # fmt: skip
    rows = chosen.selection.rows
    _show(f"group-{rows[0]}" if rows else None, "groups")


def _show(place: str | None, source: str) -> None:
    """Where it was chosen just now: a choice that still stands must not win over a later one."""
    state = st.session_state
    fresh = place is not None and state.get(f"shown_{source}") != place
    state[f"shown_{source}"] = place
    if fresh and place is not None:
        st.query_params["cell"] = place
        st.rerun()


def _compared(found: Results) -> None:
    told = [ratio for ratio in ratios(found) if ratio.measured is not None]
    pairs = fixed_vs_adaptive(found)
    if not told and not pairs:
        return
    with st.container(key="pair_compared"):
        left, right = st.columns([3, 2], gap="medium")
    with left:
        st.subheader(t("results.fixed"))
        st.caption(t("results.fixed-about"))
        rows = [_side(pair, kind, side) for pair in pairs for kind in ("fixed", "adaptive")
                for side in pair[kind]]  # fmt: skip
        head = ["task", "", "paradigm", "completed", "unsupported", "tool-errors", "repeated",
                "time", "tokens"]  # fmt: skip
        st.dataframe(
            pd.DataFrame(rows, columns=list(map(column, head))), hide_index=True,
            key="fixed_adaptive", height="content" if len(rows) <= 12 else 420,
        )  # fmt: skip
    with right:
        st.subheader(t("results.ratios"))
        st.caption(t("results.ratios-about"))
        shown = [
            [f"{paradigm_name(r.one)} / {paradigm_name(r.other)}", f"{r.measured:.2f}",
             f"{r.seed:.2f}", r.pairs]
            for r in told
        ]  # fmt: skip
        head = ["tokens", "measured", "seed", "cells"]
        heads = list(map(column, head))
        st.dataframe(pd.DataFrame(shown, columns=heads), hide_index=True, key="token_ratios")


def _side(pair: dict[str, Any], kind: str, side: Side) -> list[object]:
    fault = "" if pair["fault"] == "none" else f" · {pair['fault']}"
    return [
        f"{pair['scenario']}{fault}",
        t(f"results.kind.{kind}"),
        paradigm_name(side.paradigm),
        percent(side.completed),
        *(unknown() if v is None else f"{v:.2g}"
          for v in (side.unsupported, side.tool_errors, side.repeated_calls)),
        duration(None if side.seconds is None else side.seconds * 1000),
        count(side.tokens),
    ]  # fmt: skip
