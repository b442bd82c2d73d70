"""The tour's slim banner at the top of each page: what to do next, and a button that does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from agents.errors import TriptychError
from dashboard.house import house
from dashboard.panels.asking import take
from dashboard.panels.doors import go
from dashboard.panels.shell import problem
from dashboard.tour import LAST, LAUNCH, Place, Tour, begin, do, finish, keep, leave, seen, tour_of
from dashboard.words import t


def tour_banner() -> None:
    """Nothing for somebody who has taken it or left it; an invitation on the first screen for
    somebody who never has."""
    service = house().service
    tour = tour_of(service)
    place = _place()
    if tour.state == "new":
        if place[0] == "" and not place[1]:
            _invitation()
        return
    if tour.state != "on":
        return
    tour = seen(service, tour, place, _forked())
    if tour.step == 1 and place[0] == "":
        _fill_form()
    if tour.step >= 4 and place[0] == "replay" and place[1].get("run") == tour.run:
        st.session_state.setdefault(f"forked_{tour.run}", [tour.fork])
    _banner(tour, place)


def start_tour() -> None:
    """And to the page where it goes on."""
    tour = begin(house().service)
    if tour.step == 1:
        go("", {})
    elif tour.step == 2:
        go("", {"comparison": tour.comparison})
    else:
        go("replay", {"run": tour.run})


def _place() -> Place:
    page = st.session_state.page_now
    return ("" if page == "compare" else page, st.query_params.to_dict())


def _forked() -> Mapping[str, Sequence[str]]:
    state: Mapping[Any, Any] = st.session_state
    return {
        key.removeprefix("forked_"): state[key]
        for key in state
        if isinstance(key, str) and key.startswith("forked_")
    }


def _fill_form() -> None:
    """Once, so that the page's own Run does what the tour is about; a change to it stays."""
    if not st.session_state.get("tour_filled"):
        st.session_state.tour_filled = True
        take(LAUNCH)


def _invitation() -> None:
    with _row():
        st.markdown(t("tour.call"), width="stretch")
        if st.button(t("tour.start"), key="tour_start", type="primary", icon=":material/tour:"):
            begin(house().service)
            st.rerun()
        if st.button(t("tour.not-now"), key="tour_not_now", type="tertiary"):
            leave(house().service)
            st.rerun()


def _banner(tour: Tour, place: Place) -> None:
    service = house().service
    with _row():
        if tour.step == LAST:
            st.markdown(t("tour.5"), width="stretch")
            if st.button(t("tour.guide"), key="tour_guide", type="primary"):
                finish(service)
                go("learn", {"learn": "guide"})
            if st.button(t("tour.close"), key="tour_close"):
                finish(service)
                st.rerun()
            return
        st.markdown(t("tour.step", step=tour.step, text=_says(tour, place)), width="stretch")
        if st.button(t("tour.next"), key="tour_next", type="primary"):
            _next(tour)
        if st.button(t("tour.leave"), key="tour_leave", type="tertiary"):
            leave(service)
            st.rerun()


def _says(tour: Tour, place: Place) -> str:
    page, query = place
    there = {
        2: page == "" and query.get("comparison") == tour.comparison,
        4: page == "replay" and query.get("run") == tour.run and "fork" in query,
    }
    return t(f"tour.{tour.step}" if there.get(tour.step, True) else f"tour.{tour.step}-else")


def _next(tour: Tour) -> None:
    try:
        _, (page, query) = do(house().service, tour)
    except TriptychError as error:
        keep(house().service, tour)
        problem(str(error))
        return
    go(page, query)


def _row() -> st.delta_generator.DeltaGenerator:
    return st.container(key="tour", horizontal=True, vertical_alignment="center", gap="small")
