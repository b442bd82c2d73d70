"""The form's set-up as a YAML file, and one read back into the form."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from agents.errors import BadInput
from dashboard.config_file import read_text, to_yaml
from dashboard.launch import Launch
from dashboard.words import t

FILE_NAME = "triptych.yaml"


def setup_file(current: Callable[[], Launch], take: Callable[[Launch], None]) -> None:
    """`current` may raise BadInput for a form that is not complete; `take` fills the form, and
    raises BadInput for what it has no place for."""
    try:
        text, why = to_yaml(current()), ""
    except BadInput as error:
        text, why = "", str(error)
    st.download_button(
        t("setup.export"), text, FILE_NAME, "application/yaml",
        key="setup_export", icon=":material/download:", on_click="ignore", disabled=bool(why),
        help=why or t("setup.export-help"),
        width="stretch",
    )  # fmt: skip
    st.file_uploader(
        t("setup.import"),
        type=["yaml", "yml"],
        key="setup_import",
        max_upload_size=1,
        on_change=_read,
        args=(take,),
    )
    if said := st.session_state.get("setup_said"):
        st.text(said)


def _read(take: Callable[[Launch], None]) -> None:
    """Before the page is drawn: widgets take their values from the session then."""
    given = st.session_state.get("setup_import")
    st.session_state.setup_said = ""
    if given is None:
        return
    try:
        text = given.getvalue().decode("utf-8")
        take(read_text(text, given.name))
        st.session_state.setup_said = t("setup.read", file=given.name)
    except UnicodeDecodeError:
        st.session_state.setup_said = t("setup.no-text", file=given.name)
    except BadInput as error:
        st.session_state.setup_said = str(error)
