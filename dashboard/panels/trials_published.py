"""What others have published, beside one's own numbers, with what may not be concluded."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from dashboard.trials.published import END_STATE, FINDINGS, TAU_AIRLINE


def published() -> None:
    with st.expander("Published numbers, and what they do not say", icon=":material/menu_book:"):
        st.caption(END_STATE)
        head = ["source", "asked", "found", "limit of the inference"]
        st.table(pd.DataFrame(FINDINGS, columns=head).set_index("source"))
        told = ", ".join(f"{value:.3f}" for value in TAU_AIRLINE)
        st.caption(
            f"τ-bench also ships the runs behind its airline row (gpt-4o): pass^1 to pass^4 are "
            f"{told}. Import that file, and this page computes the same from its runs."
        )
