"""Runs to hand on: a page as one HTML file, or any selection in a chosen form."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.house import house
from dashboard.lockstep_view import MOST_RUNS
from dashboard.share.formats import FORMATS, Wanted, exported, file_name, lacks, says
from dashboard.words import t
from dashboard.words.many import many


def share_button(run_ids: Sequence[str], view: str = "", *, disabled: bool = False) -> None:
    """The file is made when the button is pressed, and not before."""
    if not 1 <= len(run_ids) <= MOST_RUNS:
        return
    service = house().service
    wanted = Wanted(tuple(run_ids), view=view)
    st.download_button(
        t("share.button"),
        lambda: exported(service, wanted),
        file_name(run_ids, view=view),
        "text/html",
        key="share",
        help=t("share.help"),
        on_click="ignore",
        disabled=disabled,
        icon=":material/share:",
    )


def export_popover(run_ids: Sequence[str]) -> None:
    """Any number of runs; the file is made when it is downloaded, and not before."""
    count = len(run_ids)
    with st.popover(t("share.export"), disabled=not run_ids, icon=":material/download:"):
        names = [name for name in FORMATS if name != "html" or count <= MOST_RUNS]
        chosen = st.selectbox(
            t("share.form"),
            names,
            key="export_form",
            format_func=lambda name: f"{name}: {says(name)}",
        )
        if not run_ids or chosen is None:
            return
        form = FORMATS[chosen]
        if told := lacks(chosen):
            st.caption(told)
        service = house().service
        wanted = Wanted(tuple(run_ids), chosen)
        st.download_button(
            many("share.download", count),
            lambda: exported(service, wanted),
            file_name(run_ids, chosen),
            form.mime,
            key="export",
            type="primary",
            on_click="ignore",
        )
