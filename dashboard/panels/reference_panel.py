"""The reference on one screen: four shapes, four failure modes, each with a run to watch; below
it, what the other seeds say in short."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from dashboard.figures.control_flow import control_flow
from dashboard.panels.lab_quiz import questions
from dashboard.panels.language import language_switch
from dashboard.panels.shell import dark
from dashboard.panels.watching import watch_button, watch_link
from dashboard.trials.published import findings
from dashboard.words import t
from data.guide import reference


def panel() -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(t("ref.title"), width="stretch")
        language_switch("reference_language")
    with st.container(key="pair_flow"):
        left, right = st.columns([5, 6], gap="medium", vertical_alignment="center")
    with left:
        st.markdown(t("ref.two-questions"))
        st.caption(t("ref.flow"))
    with right:
        st.image(control_flow(dark(), t), width="stretch")
    _shapes()
    st.subheader(t("fail.title"))
    _failures()
    st.caption(t("fail.hardest"))
    _more()


def _shapes() -> None:
    told = ("who", "error", *reference.TOLD_OF_SHAPES)
    head = [t("shape"), t("ref.who"), t("ref.error")]
    head += [t(f"shape.{name}") for name in reference.TOLD_OF_SHAPES]
    rows = [
        ([t(f"shape.{one.name}"), *(t(f"shape.{one.name}.{name}") for name in told)], one.watch)
        for one in reference.SHAPES
    ]
    _table(head, rows)


def _failures() -> None:
    head = [t("fail"), *(t(f"fail.{name}") for name in reference.TOLD_OF_FAILURES)]
    rows = [
        (
            [
                t(f"fail.{one.name}"),
                *(t(f"fail.{one.name}.{name}") for name in reference.TOLD_OF_FAILURES),
            ],
            one.name,
        )
        for one in reference.FAILURES
    ]
    _table(head, rows)


def _table(head: Sequence[str], rows: Sequence[tuple[Sequence[str], str]]) -> None:
    """Each row ends with a link to its run. Denser than Streamlit's own, to fit one screen."""
    heads = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join(_row(cells, watch) for cells, watch in rows)
    st.html(f'<table class="tri-ref"><tr>{heads}<th></th></tr>{body}</table>')


def _row(cells: Sequence[str], watch: str) -> str:
    first, *rest = cells
    link = f'<a href="{watch_link(watch)}">▸ {escape(t("ref.watch"))}</a>'
    others = "".join(f"<td>{escape(text)}</td>" for text in rest)
    return f"<tr><th>{escape(first)}</th>{others}<td>{link}</td></tr>"


def _more() -> None:
    with st.expander(t("rules.title"), icon=":material/checklist:", expanded=True):
        st.markdown("\n".join(f"- {t(f'rules.{name}')}" for name in reference.RULES))
    with st.expander(t("refund.title"), icon=":material/receipt_long:"):
        st.text(t("refund.told"))
        watch_button("checked-by-code", "reference_refund")
    with st.expander(t("axes.title"), icon=":material/account_tree:"):
        st.markdown("\n".join(f"- {t(f'axes.{name}')}" for name in reference.AXES))
        st.markdown(t("axes.note"))
        st.markdown(t("toolformer"))
        st.markdown(f"**{t('choice.title')}**")
        st.table(_choices(), border="horizontal", hide_index=True)
    with st.expander(t("findings.title"), icon=":material/menu_book:"):
        head = [t(f"findings.{name}") for name in ("source", "asked", "found", "limit")]
        st.table(
            [dict(zip(head, row, strict=True)) for row in findings()],
            border="horizontal",
            hide_index=True,
        )
    with st.expander(t("quiz.title"), icon=":material/quiz:"):
        for question, answer in questions():
            st.markdown(f"**{question}**")
            st.text(answer)


def _choices() -> list[dict[str, str]]:
    return [
        {
            t("choice"): t(f"choice.{name}"),
            **{t(f"choice.{told}"): t(f"choice.{name}.{told}") for told in ("decides", "open")},
            t("choice.set"): t(f"choice.{name}.set"),
        }
        for name in reference.CHOICES
    ]
