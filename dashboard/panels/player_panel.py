"""The player on its page: it is handed the run and a pass, and fetches everything else itself."""

from __future__ import annotations

import streamlit as st

from dashboard.components import player
from dashboard.house import house
from dashboard.palette import player_colours
from dashboard.panels.shell import dark
from data.rows import RunRow


def player_panel(run: RunRow) -> None:
    data = {
        "run": run.run_id,
        "pass": house().passes.issue(),
        "colours": player_colours(dark()),
    }
    result = player(key=f"player_{run.run_id}", data=data, on_fork_change=_nothing,
                    on_renew_change=_nothing)  # fmt: skip
    if result.fork is not None:
        on_fork(int(result.fork))


def on_fork(seq: int) -> None:
    """Somebody pressed `f` at step `seq`: the address keeps it, and the page is drawn anew with
    the fork beside the player."""
    # the player moves the address without telling Streamlit, which would put the old step back
    st.query_params.update({"step": str(seq), "fork": str(seq)})
    st.rerun()


def _nothing() -> None:
    """A trigger is read from the result; Streamlit only wants to know that it exists."""
