"""Settings: the thresholds of alerts, the models, and where things are."""

from __future__ import annotations

import os

import streamlit as st
from annotated_types import Ge
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from agents.models.catalog import models_status
from dashboard.alerts import Thresholds
from dashboard.house import house
from dashboard.panels.language import language_switch
from dashboard.panels.samples import samples_setting
from dashboard.panels.shell import problem
from dashboard.words import t


def page() -> None:
    service = house().service
    st.subheader(t("settings.alerts"))
    st.caption(t("settings.alerts-note"))
    now = service.thresholds()
    fields = Thresholds.model_fields
    values: dict[str, object] = {}
    with st.container(horizontal=True, gap="small"):
        for name, field in fields.items():
            values[name] = _threshold(name, field, getattr(now, name))
    try:
        chosen = Thresholds.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        problem(t("settings.wrong", field=first["loc"][0], why=first["msg"]))
        chosen = now
    if chosen != now:
        service.set_thresholds(chosen)
        st.toast(t("settings.kept"))
    st.subheader(t("settings.language"))
    st.caption(t("settings.language-note"))
    language_switch("settings_language")
    st.subheader(t("samples.title"))
    samples_setting()
    st.subheader(t("settings.models"))
    st.dataframe(
        [
            {
                "": "✓" if s.ready else "–",
                t("settings.model"): s.name,
                t("settings.needs"): s.needs or t("settings.ready"),
            }
            for s in models_status(os.environ)
        ],
        hide_index=True,
        width="stretch",
    )
    st.caption(t("settings.keys"))
    st.subheader(t("settings.where"))
    st.text(t("settings.database", path=house().db))


def _threshold(name: str, field: FieldInfo, kept: float) -> object:
    """`ge` is the field's own lowest value, so that nothing it refuses can be chosen."""
    whole = isinstance(kept, int)
    least = next((limit.ge for limit in field.metadata if isinstance(limit, Ge)), 0)
    return st.number_input(
        t(f"threshold.{name}"),
        value=kept,
        step=1 if whole else 0.1,
        min_value=int(str(least)) if whole else float(str(least)),
        format="%d" if whole else "%g",
        help=t(f"threshold.{name}.help"),
        key=f"threshold_{name}",
        width=180,
    )


page()
