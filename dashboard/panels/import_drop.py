"""Where files are handed over: dropped, picked, or named by a path of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import streamlit as st

from agents.errors import TriptychError
from dashboard.formats import bytes_of
from dashboard.hosts import only_here
from dashboard.house import house
from dashboard.panels.shell import problem
from data.importers.source import Source
from data.unpacking import opened, source_from

KINDS = (
    "Claude Code and Codex sessions, OTLP, Langfuse, LangSmith, OpenAI and Anthropic requests and "
    "replies, Inspect, ATIF, SWE-agent, OpenHands, tau-bench and more; also as zip or gz. A file "
    "is recognised by what is in it, not by its name."
)
FILES, FOLDER = "Files", "A folder"


def drop_zone() -> None:
    st.subheader("Bring your own traces")
    most = int(st.get_option("server.maxUploadSize"))
    turn = st.session_state.setdefault("import_turn", 0)
    here = only_here(str(st.get_option("server.address")), st.context.headers)
    kind = st.session_state.get("import_kind") or FILES
    with st.container(key="import_drop"):
        st.file_uploader(
            "Drop traces here, files and whole folders" if kind == FILES else "Drop a folder here",
            accept_multiple_files="directory" if kind == FOLDER else True,
            key=f"import_drop_{kind}_{turn}",
            on_change=_take,
            args=(f"import_drop_{kind}_{turn}",),
        )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text("The button picks", width="content")
        st.segmented_control(
            "The button picks", [FILES, FOLDER], key="import_kind", default=FILES, required=True,
            label_visibility="collapsed",
        )  # fmt: skip
    larger = "is read by its path" if here else "is read by `triptych import PATH`"
    st.caption(f"{KINDS} Up to {most} MB a file; what is larger {larger}.")
    if here:
        _path()


def _take(key: str) -> None:
    """What was dropped goes to the process, and the zone is empty for the next."""
    files = list(st.session_state[key] or ())
    if not files:
        return
    sizes = {file.name: file.size for file in files}
    what = files[0].name if len(files) == 1 else f"{len(files):,} files"
    what = f"{what} ({bytes_of(sum(file.size for file in files))})"
    house().service.imports.start_sources(opened(_sources(files), None), None, what, sizes)
    st.session_state["import_turn"] += 1


def _sources(files: list[Any]) -> Iterator[Source]:
    """One after the other, so that what was read does not stay in memory. A folder's files come in
    the order of their names."""
    files.sort(key=lambda file: file.name, reverse=True)
    while files:
        file = files.pop()
        yield source_from(file.name, file.getvalue())


def _path() -> None:
    line = {"horizontal": True, "vertical_alignment": "bottom", "gap": "small"}
    with st.form("import_path", border=False), st.container(**line):
        path = st.text_input(
            "Or a file or folder of this machine, by its path",
            placeholder="~/.claude/projects",
            key="import_path_text",
        )
        wanted = st.form_submit_button("Import", icon=":material/file_open:")
    if not wanted:
        return
    given = Path(path.strip()).expanduser()
    if not path.strip():
        problem("Give the path of a file or a folder.")
    elif not given.is_absolute():
        problem(f"{given} is not a whole path; begin it with / (or with ~ for your own folder).")
    elif not given.exists():
        problem(f"There is no file or folder {given}.")
    else:
        try:
            house().service.imports.start([given])
        except (TriptychError, OSError) as error:
            problem(str(error))
