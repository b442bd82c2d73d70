"""Where files are handed over: dropped, picked, or named by a path of this machine."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import streamlit as st

from agents.errors import TriptychError
from dashboard.formats import bytes_of
from dashboard.hosts import only_here
from dashboard.house import house
from dashboard.panels.shell import problem
from dashboard.words import t
from data.importers.source import Source
from data.paths import shown, typed
from data.unpacking import opened, source_from

FILES, FOLDER = "files", "folder"


def drop_zone() -> None:
    st.subheader(t("import.title"))
    most = int(st.get_option("server.maxUploadSize"))
    turn = st.session_state.setdefault("import_turn", 0)
    here = only_here(str(st.get_option("server.address")), st.context.headers)
    kind = st.session_state.get("import_kind") or FILES
    with st.container(key="import_drop"):
        st.file_uploader(
            t("import.drop" if kind == FILES else "import.drop-folder"),
            accept_multiple_files="directory" if kind == FOLDER else True,
            key=f"import_drop_{kind}_{turn}",
            on_change=_take,
            args=(f"import_drop_{kind}_{turn}",),
        )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(t("import.picks"), width="content")
        st.segmented_control(
            t("import.picks"), [FILES, FOLDER], key="import_kind", default=FILES, required=True,
            format_func=lambda kind: t(f"import.kind.{kind}"), label_visibility="collapsed",
        )  # fmt: skip
    larger = t("import.larger-path" if here else "import.larger-verb")
    st.caption(t("import.kinds", most=most, larger=larger))
    if here:
        _path()


def _take(key: str) -> None:
    """What was dropped goes to the process, and the zone is empty for the next."""
    taken: set[str] = st.session_state.setdefault("import_taken", set())
    # a browser may hand the same files over twice before the zone is a new one
    files = [file for file in st.session_state.get(key) or () if file.file_id not in taken]
    if not files:
        return
    taken.update(file.file_id for file in files)
    sizes = {file.name: file.size for file in files}
    what = files[0].name if len(files) == 1 else t("import.files-said", n=f"{len(files):,}")
    what = t("import.given", what=what, size=bytes_of(sum(file.size for file in files)))
    house().service.imports.start_sources(opened(_sources(files), None), None, what, sizes)
    st.session_state["import_turn"] += 1


def _sources(files: list[Any]) -> Iterator[Source]:
    """One after the other, so that what was read does not stay in memory. A folder's files come in
    the order of their names."""
    files.sort(key=lambda file: file.name, reverse=True)
    while files:
        file = files.pop()
        yield source_from(file.name, file.getvalue(), time.time())  # no browser tells its date


def _path() -> None:
    line = {"horizontal": True, "vertical_alignment": "bottom", "gap": "small"}
    with st.form("import_path", border=False), st.container(**line):
        path = st.text_input(
            t("import.path"),
            placeholder="~/.claude/projects",
            key="import_path_text",
        )
        wanted = st.form_submit_button(
            t("import.button"), icon=":material/file_open:", key="import_path_button"
        )
    if not wanted:
        return
    if not path.strip():
        problem(t("import.wrong-empty"))
        return
    try:
        given = typed(path.strip())
        if not given.is_absolute():
            problem(t("import.wrong-relative", path=shown(given)))
        elif not given.exists():
            problem(t("import.wrong-missing", path=shown(given)))
        else:
            house().service.imports.start([given])
    except (TriptychError, OSError) as error:
        problem(str(error))
