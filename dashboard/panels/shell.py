"""Around every page: the look that Streamlit's theme cannot say, and errors as one sentence."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from agents.errors import TriptychError

log = logging.getLogger("triptych.pages")

STYLE = """
<style>
.block-container { max-width: 112rem; padding-top: 3.75rem; }
[data-testid="stMetricValue"], [data-testid="stDataFrame"] { font-variant-numeric: tabular-nums; }
h1, h2, h3 { letter-spacing: -0.01em; }
[data-testid="stHeadingWithActionElements"] h3 { padding: 0.4rem 0 0; }
.st-key-ask textarea { font-size: 1.05rem; line-height: 1.4; }
</style>
"""


@contextmanager
def shell() -> Iterator[None]:
    """A user never sees a traceback; what broke goes to the log."""
    st.html(STYLE)
    try:
        yield
    except TriptychError as error:
        problem(str(error))
    except Exception:
        log.exception("a page broke")
        problem("This page could not be drawn; the server's log has the details.")


def problem(sentence: str) -> None:
    """An error as text. A sentence may quote a trace, so it is no Markdown."""
    with st.container(border=True, key=f"problem_{abs(hash(sentence))}"):
        st.markdown(":red[**:material/error: That did not work**]")
        st.text(sentence)


def dark() -> bool:
    return bool(st.context.theme.type == "dark")
