"""Settings: the thresholds of alerts, the models, and where things are."""

from __future__ import annotations

import os

import streamlit as st

from agents.models.catalog import models_status
from dashboard.alerts import Thresholds
from dashboard.house import house


def page() -> None:
    service = house().service
    st.subheader("When to raise an alert")
    st.caption("Alerts are computed from the steps, so a change shows in old runs too.")
    now = service.thresholds()
    fields = Thresholds.model_fields
    values: dict[str, object] = {}
    columns = st.columns(len(fields))
    for column, (name, field) in zip(columns, fields.items(), strict=True):
        kept = getattr(now, name)
        step = 0.1 if isinstance(kept, float) else 1
        values[name] = column.number_input(
            field.title or name.replace("_", " "), value=kept, step=step, min_value=step * 0,
            help=field.description, key=f"threshold_{name}",
        )  # fmt: skip
    chosen = Thresholds.model_validate(values)
    if chosen != now:
        service.set_thresholds(chosen)
        st.toast("Kept.")
    st.subheader("Models")
    st.dataframe(
        [
            {"": "✓" if s.ready else "–", "model": s.name, "needs": s.needs or "ready"}
            for s in models_status(os.environ)
        ],
        hide_index=True,
        width="stretch",
    )
    st.caption("Keys are read from the environment and are never stored, logged or shown.")
    st.subheader("Where things are")
    st.text(f"Database: {house().db}")


page()
