"""The folders that are watched: turn one on, see what came of it, turn it off."""

from __future__ import annotations

import streamlit as st

from agents.errors import TriptychError
from dashboard.folders import MOST_FILES, Watched
from dashboard.formats import local_time
from dashboard.house import house
from dashboard.words import t
from dashboard.words.many import many

REFRESH_S = 3.0


def watched_folders() -> None:
    """Only for who sits at this machine: its folders are nobody else's business."""
    st.subheader(t("watched.title"))
    st.text(t("watched.about"))
    _add()
    _list()


def _add() -> None:
    watching = house().service.watching
    with st.form("watch", border=False):
        left, right = st.columns([3, 1], vertical_alignment="bottom")
        path = left.text_input(
            t("watched.folder"), value=watching.offered(), key="watch_path",
            placeholder="~/.claude/projects",
        )  # fmt: skip
        wanted = right.form_submit_button(
            t("watched.watch"), icon=":material/visibility:", key="watch_button"
        )
    if wanted:
        try:
            watching.add(path)
        except TriptychError as error:
            st.session_state["watch_error"] = str(error)
        else:
            st.session_state.pop("watch_error", None)
            del st.session_state["watch_path"]
        st.rerun()
    if told := st.session_state.get("watch_error"):
        st.text(f"⚠ {told}")


@st.fragment(run_every=REFRESH_S)
def _list() -> None:
    watching = house().service.watching
    for place, folder in enumerate(watching.folders()):
        with st.container(horizontal=True, vertical_alignment="center", key=f"watched_{place}"):
            st.text(folder.path)
            st.text(said(folder), width="content")
            st.button(
                t("watched.stop"),
                key=f"unwatch_{place}",
                icon=":material/visibility_off:",
                on_click=watching.remove,
                args=(folder.path,),
            )
        if folder.gone:
            with st.container(horizontal=True, vertical_alignment="center", key=f"gone_{place}"):
                st.text(many("watched.deleted", folder.gone), width="content")
                st.button(
                    t("watched.again"),
                    key=f"take_again_{place}",
                    type="tertiary",
                    icon=":material/restore:",
                    on_click=watching.take_again,
                    args=(folder.path,),
                )
        if folder.last_error:
            st.text(f"⚠ {folder.last_error}")


def said(folder: Watched) -> str:
    """In one line."""
    runs = many("watched.traces", folder.runs)
    told = [t("watched.said", traces=runs, files=many("import.of-files", folder.files))]
    if folder.others:
        told.append(many("watched.others", folder.others))
    if folder.cut:
        told.append(t("watched.cut", most=f"{MOST_FILES:,}"))
    if folder.reading:
        told.append(t("watched.reading", file=folder.reading))
    elif folder.last_change is not None:
        told.append(t("watched.last", at=local_time(folder.last_change)))
    return " · ".join(told)
