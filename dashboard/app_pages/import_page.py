"""Import: traces of other systems, from files, from a path, or as they happen."""

from __future__ import annotations

import streamlit as st

from dashboard.hosts import only_here
from dashboard.panels.import_drop import drop_zone
from dashboard.panels.import_jobs import import_jobs
from dashboard.panels.import_live import live_endpoint
from dashboard.panels.watched import watched_folders


def page() -> None:
    with st.container(key="pair_import"):
        left, right = st.columns([5, 3], gap="large")
    with left:
        drop_zone()
        import_jobs()
    with right:
        live_endpoint()
        if only_here(str(st.get_option("server.address")), st.context.headers):
            watched_folders()


page()
