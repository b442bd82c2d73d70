"""What others have published, beside one's own numbers, with what may not be concluded."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from dashboard.trials.published import TAU_AIRLINE, Published, findings
from dashboard.words import t


def published() -> None:
    with st.expander(t("published.title"), icon=":material/menu_book:"):
        st.caption(t("published.end-state"))
        head = [t(f"published.{name}") for name in Published._fields]
        st.table(pd.DataFrame(findings(), columns=head).set_index(head[0]))
        told = ", ".join(f"{value:.3f}" for value in TAU_AIRLINE)
        st.caption(t("published.tau-airline", values=told))
