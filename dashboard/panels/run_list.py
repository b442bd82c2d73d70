"""The rows of the list of runs: they go on by themselves, but not under somebody's choice, which
the table knows by the places of its rows alone."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from dashboard.house import house
from dashboard.words import t
from data.filters import RunFilter
from data.rows import RunRow

PAGE = 50
REFRESH_S = 2.0


@dataclass(frozen=True)
class Listed:
    """One page of the list."""

    wanted: RunFilter
    number: int
    total: int
    runs: list[RunRow]
    turn: int = 0
    """Of the table: with another one nothing is chosen."""

    @property
    def ids(self) -> list[str]:
        return [run.run_id for run in self.runs]

    @property
    def table(self) -> str:
        """Its key in the session."""
        return f"run_table_{self.turn}"

    @property
    def chosen(self) -> bool:
        state = st.session_state.get(self.table)
        return bool(state and state.selection.rows)


def listed(wanted: RunFilter) -> Listed:
    """As it is now, or as it was shown while some of it are chosen."""
    before: Listed | None = st.session_state.get("runs_listed")
    number = st.session_state.get("runs_page", 1)
    if before and before.chosen and (before.wanted, before.number) == (wanted, number):
        return before
    now = _read(wanted, number)
    turn = before.turn if before else 0
    if before and before.ids != now.ids:
        turn += 1
    now = Listed(wanted, now.number, now.total, now.runs, turn)
    st.session_state["runs_listed"] = now
    return now


def forget_list() -> None:
    """It is read anew, and nothing of it is chosen."""
    before: Listed | None = st.session_state.get("runs_listed")
    if before:
        st.session_state["runs_listed"] = Listed(before.wanted, 0, 0, [], before.turn + 1)


def _read(wanted: RunFilter, number: int) -> Listed:
    service = house().service
    total = service.count(wanted)
    number = max(1, min(number, -(-total // PAGE)))
    return Listed(wanted, number, total, service.runs(wanted, PAGE, (number - 1) * PAGE))


@st.fragment(run_every=REFRESH_S)
def keep_up(shown: Listed) -> None:
    """What came, or went on, is shown by itself; where some are chosen, by a button."""
    now = _read(shown.wanted, shown.number)
    if (now.total, now.runs) == (shown.total, shown.runs):
        return
    if not shown.chosen:
        st.rerun()
    if st.button(
        t("runs.changed"), icon=":material/refresh:", key="runs_changed", on_click=forget_list
    ):
        st.rerun()
