"""Search over every text of every run; each hit is a door to its step."""

from __future__ import annotations

import streamlit as st

from agents.errors import BadInput
from dashboard.components import colours, hits
from dashboard.formats import short
from dashboard.hits_view import hits_data, how_many
from dashboard.house import house
from dashboard.panels.shell import dark, problem
from dashboard.words import t

PAGE = 50


def search_box() -> bool:
    """Whether it is in use: then its hits stand where the list of runs would."""
    text = st.text_input(
        t("search.label"),
        key="search",
        bind="query-params",
        placeholder=t("search.placeholder"),
        icon=":material/search:",
        help=t("search.help"),
    ).strip()
    if text != st.session_state.get("search_before", ""):
        st.session_state["search_before"] = text
        st.session_state["search_pages"] = [0]
    if not text:
        return False
    pages: list[int] = st.session_state.setdefault("search_pages", [0])
    try:
        found = house().service.find(text, PAGE, pages[-1])
    except BadInput as error:
        problem(str(error))
        return True
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(how_many(found, pages[-1]), width="content")
        # the box may hold another text, or none, where somebody typed before the page was back:
        # when the browser goes back, the address has precedence in Streamlit
        st.text(t("search.for", text=short(text, 80)), width="content")
        st.button(
            t("search.all-runs"), on_click=_clear, icon=":material/close:", key="search_clear"
        )
    if found.hits:
        data = {**hits_data(found), "colours": dict(colours(dark()))}
        hits(key="search_hits", data=data)
    with st.container(horizontal=True, gap="small"):
        if len(pages) > 1:
            st.button(
                t("search.newer"), on_click=pages.pop, icon=":material/arrow_back:",
                key="search_newer",
            )  # fmt: skip
        if found.next is not None:
            label = t("search.older" if found.hits else "search.further")
            st.button(label, on_click=pages.append, args=(found.next,), key="search_older",
                      icon=":material/arrow_forward:")  # fmt: skip
    return True


def _clear() -> None:
    st.session_state["search"] = ""
