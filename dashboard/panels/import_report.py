"""What the import of a run told, beside the run: what was lost, and why."""

from __future__ import annotations

import streamlit as st

from dashboard.house import house
from dashboard.import_view import facts_of, lost_of
from dashboard.panels.shell import unformatted
from dashboard.words import t
from data.rows import RunRow


def import_report(run: RunRow) -> None:
    """Nothing for a run that was not imported."""
    if not run.source:
        return
    report = house().service.store.report(run.run_id)
    if not report:
        return
    lost = lost_of(report) if "lost" in report else []
    said = t("report.lost", n=len(lost)) if lost else t("report.whole")
    title = t("report.title", format=report.get("format", ""), said=said)
    with st.container(key="run_report"), st.expander(unformatted(title)):
        st.text(str(report.get("path", "")))
        st.text("  ·  ".join(f"{value} {name}" for name, value in facts_of(report)))
        for one in lost:
            st.text(f"{one['count']} × {one['what']}")
        if zones := report.get("zones"):
            told = ", ".join(f"{zone} ({many:,})" for zone, many in zones.items())
            st.text(t("report.zones", zones=told))
        for raw in report.get("unknown", ()):
            st.code(str(raw), language=None, wrap_lines=True)
