"""The folders that are watched: turn one on, see what came of it, turn it off."""

from __future__ import annotations

import streamlit as st

from agents.errors import TriptychError
from dashboard.formats import local_time
from dashboard.house import house
from dashboard.watching import Watched

REFRESH_S = 3.0


def watched_folders() -> None:
    """Only for who sits at this machine: its folders are nobody else's business."""
    st.subheader("Watched folders")
    st.text("What is written into such a folder becomes runs while it is written.")
    _add()
    _list()


def _add() -> None:
    watching = house().service.watching
    with st.form("watch", border=False):
        left, right = st.columns([3, 1], vertical_alignment="bottom")
        path = left.text_input(
            "Folder on this machine", value=watching.offered(), key="watch_path",
            placeholder="~/.claude/projects",
        )  # fmt: skip
        wanted = right.form_submit_button("Watch", icon=":material/visibility:")
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
                "Stop",
                key=f"unwatch_{place}",
                icon=":material/visibility_off:",
                on_click=watching.remove,
                args=(folder.path,),
            )
        if folder.last_error:
            st.text(f"⚠ {folder.last_error}")


def said(folder: Watched) -> str:
    """In one line."""
    runs = f"{folder.runs:,} trace{'' if folder.runs == 1 else 's'}"
    files = f"{folder.files:,} file{'' if folder.files == 1 else 's'}"
    told = f"{runs} in {files}"
    if folder.others:
        told += f" · {folder.others:,} other file{'' if folder.others == 1 else 's'}"
    if folder.reading:
        return f"{told} · reading {folder.reading}"
    if folder.last_change is not None:
        told += f" · last read {local_time(folder.last_change)}"
    return told
