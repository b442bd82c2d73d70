"""A demo at a click: from a button, or from a link `?watch=NAME` on any page."""

from __future__ import annotations

import streamlit as st

from agents.errors import TriptychError
from dashboard.demos import watch
from dashboard.house import house
from dashboard.panels.doors import go
from dashboard.panels.shell import problem
from dashboard.words import t
from data.guide.demos import demo


def watch_button(name: str, key: str) -> None:
    label = t("guide.watch-two" if len(demo(name).lanes) > 1 else "guide.watch")
    if st.button(label, key=key, icon=":material/play_circle:", type="tertiary"):
        open_demo(name)


def watch_link(name: str) -> str:
    """Of our own pages: starting a demo again changes nothing, so that a link may do it."""
    return f"replay?watch={name}"


def watch_from_address() -> bool:
    """Goes to what the address asks for; False where it asks for nothing."""
    name = st.query_params.get("watch", "")
    if not name:
        return False
    try:
        open_demo(name, replace=True)
    except TriptychError as error:
        problem(str(error))
    return True


def open_demo(name: str, *, replace: bool = False) -> None:
    found = watch(house().service, name)
    go(found.page, found.query, replace=replace)
