"""Around every page: the look that Streamlit's theme cannot say, and errors as one sentence."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import streamlit as st

from agents.errors import TriptychError
from dashboard.components import colours
from dashboard.words import t

log = logging.getLogger("triptych.pages")
STYLE = Path(__file__).parents[1] / "components" / "shell.css"


@contextmanager
def shell() -> Iterator[None]:
    """A user never sees a traceback; what broke goes to the log."""
    tones = "".join(f"--tri-{name}: {value};" for name, value in colours(dark()).items())
    st.html(f"<style>:root {{ {tones} }}\n{STYLE.read_text()}</style>")
    try:
        yield
    except TriptychError as error:
        problem(str(error))
    except Exception:
        log.exception("a page broke")
        problem(t("shell.broke"))


def problem(sentence: str) -> None:
    """An error as text. A sentence may quote a trace, so it is no Markdown."""
    with st.container(
        key=f"problem_{abs(hash(sentence))}", horizontal=True, vertical_alignment="center"
    ):
        st.markdown(":red[:material/error:]", width="content")
        st.text(sentence, width="stretch")


def unformatted(text: str) -> str:
    """For Streamlit's places that read Markdown (`help`): the text says itself and nothing else.
    A provider's or a trace's words must make no link, and no picture that would be fetched."""
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|~:$])", r"\\\1", text)


def dark() -> bool:
    return bool(st.context.theme.type == "dark")
