"""The pages' router: what every page shares, and which pages there are."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parent.parent)
if ROOT not in sys.path:
    sys.path.insert(0, ROOT)

import streamlit as st  # noqa: E402

from dashboard.panels.asking import keep_form  # noqa: E402
from dashboard.panels.shell import shell  # noqa: E402

PAGES = Path(__file__).with_name("app_pages")
ICON = str(Path(__file__).with_name("pictures") / "icon.png")  # a Material icon would be fetched

st.set_page_config(page_title="Triptych", page_icon=ICON, layout="wide")
st.logo(ICON)
page = st.navigation(
    [
        st.Page(PAGES / "compare.py", title="Compare", url_path="compare", default=True),
        st.Page(PAGES / "replay.py", title="Replay", url_path="replay"),
        st.Page(PAGES / "runs.py", title="Runs", url_path="runs"),
        st.Page(PAGES / "trials.py", title="Trials", url_path="trials"),
        st.Page(PAGES / "learn.py", title="Learn", url_path="learn"),
        st.Page(PAGES / "import_page.py", title="Import", url_path="import"),
        st.Page(PAGES / "diff.py", title="Diff", url_path="diff", visibility="hidden"),
        st.Page(PAGES / "settings.py", title="Settings", url_path="settings"),
    ],
    position="top",
)
state = st.session_state
state.page_before, state.page_now = state.get("page_now", ""), page.url_path or "compare"
keep_form()
with shell():
    page.run()
