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
from dashboard.panels.tour_banner import tour_banner  # noqa: E402
from dashboard.panels.watching import watch_from_address  # noqa: E402
from dashboard.words import t  # noqa: E402

PAGES = Path(__file__).with_name("app_pages")
ICON = str(Path(__file__).with_name("pictures") / "icon.png")  # a Material icon would be fetched

st.set_page_config(page_title="Triptych", page_icon=ICON, layout="wide")
st.logo(ICON)
page = st.navigation(
    [
        st.Page(PAGES / "compare.py", title=t("page.compare"), url_path="compare", default=True),
        st.Page(PAGES / "replay.py", title=t("page.replay"), url_path="replay"),
        st.Page(PAGES / "runs.py", title=t("page.runs"), url_path="runs"),
        st.Page(PAGES / "trials.py", title=t("page.trials"), url_path="trials"),
        st.Page(PAGES / "learn.py", title=t("page.learn"), url_path="learn"),
        st.Page(PAGES / "import_page.py", title=t("page.import"), url_path="import"),
        st.Page(PAGES / "diff.py", title=t("page.diff"), url_path="diff", visibility="hidden"),
        st.Page(PAGES / "settings.py", title=t("page.settings"), url_path="settings"),
    ],
    position="top",
)
state = st.session_state
state.page_before, state.page_now = state.get("page_now", ""), page.url_path or "compare"
keep_form()
with shell():
    if not watch_from_address():
        tour_banner()
        page.run()
