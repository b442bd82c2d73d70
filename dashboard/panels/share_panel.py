"""The button that hands a run, a comparison or a diff on as one HTML file."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.house import house
from dashboard.lockstep_view import MOST_RUNS
from dashboard.share.formats import Wanted, exported, file_name

HELP = (
    "One HTML file that opens offline with this same player. Texts of the trace are in it; secrets "
    "of this machine are not."
)


def share_button(run_ids: Sequence[str], view: str = "", *, disabled: bool = False) -> None:
    """The file is made when the button is pressed, and not before."""
    if not 1 <= len(run_ids) <= MOST_RUNS:
        return
    service = house().service
    wanted = Wanted(tuple(run_ids), view=view)
    st.download_button(
        "Share",
        lambda: exported(service, wanted),
        file_name(run_ids, view=view),
        "text/html",
        key="share",
        help=HELP,
        on_click="ignore",
        disabled=disabled,
        icon=":material/share:",
    )
