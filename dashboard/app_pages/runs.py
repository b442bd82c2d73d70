"""Runs: everything that was run; search, filter, sort, choose, compare, delete."""

from __future__ import annotations

import streamlit as st

from dashboard.house import house
from dashboard.panels.run_filter import clear_filter, is_narrowed, run_filter
from dashboard.panels.run_list import PAGE, keep_up, listed
from dashboard.panels.run_table import deletion_note, run_table
from dashboard.panels.search_box import search_box
from dashboard.words import t


def page() -> None:
    if search_box():
        return
    shown = listed(run_filter(house().service.store.choices()))
    deletion_note(shown)
    if not shown.total:
        _nothing_here()
        keep_up(shown)
        return
    run_table(shown)
    pages = -(-shown.total // PAGE)
    if pages > 1:
        st.pagination(pages, key="runs_page")


def _nothing_here() -> None:
    if is_narrowed():
        st.info(t("runs.no-match"), icon=":material/filter_alt_off:")
        st.button(t("runs.clear"), on_click=clear_filter, key="filter_clear")
        return
    st.info(t("runs.none"), icon=":material/play_arrow:")
    st.page_link("app_pages/compare.py", label=t("runs.first"))


page()
