"""Text from outside in places where Streamlit reads Markdown."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from dashboard.panels.shell import unformatted


def test_no_picture_and_no_link_is_left_of_a_traces_words() -> None:
    shown = unformatted(
        "![x](http://evil.test/a.png) [y](http://evil.test) <img src=x> :red[z] $a$"
    )
    assert not re.search(r"(?<!\\)[\[\]()<>!:$]", shown)


@given(st.text())
def test_the_words_stay_the_same(text: str) -> None:
    assert re.sub(r"\\([\\`*_{}\[\]()<>#+\-.!|~:$])", r"\1", unformatted(text)) == text
