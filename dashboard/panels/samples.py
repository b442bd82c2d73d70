"""The samples go at one press, and come back from Settings."""

from __future__ import annotations

import streamlit as st

from dashboard.house import house
from dashboard.words import t
from data.samples import remove_samples, restore_samples, sample_ids


def remove_button() -> None:
    st.button(
        t("samples.remove"),
        key="samples_remove",
        type="tertiary",
        icon=":material/delete:",
        on_click=_remove,
    )


def samples_setting() -> None:
    store = house().service.store
    ids = sample_ids()
    missing = len(ids) - len(store.these(ids))
    st.caption(t("samples.none" if missing == len(ids) else "samples.there"))
    with st.container(horizontal=True, gap="small"):
        if missing:
            st.button(
                t("samples.restore"),
                key="samples_restore",
                icon=":material/restore_from_trash:",
                on_click=_restore,
            )
        if missing < len(ids):
            remove_button()


def _restore() -> None:
    restore_samples(house().service.store)


def _remove() -> None:
    remove_samples(house().service.store)
    st.toast(t("samples.removed"))
