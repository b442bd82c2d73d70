"""The guide: three short ways to an answer, each with a run that shows it and one's own trials."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from html import escape

import streamlit as st

from agents.budgets import BUDGETS
from dashboard.formats import paradigm_name
from dashboard.guide import answer_words, asked_words, disagree, leaf_words
from dashboard.house import house
from dashboard.panels.watching import watch_button, watch_link
from dashboard.tried import Tried, tried, tried_words
from dashboard.words import t
from data.guide.tree import Leaf, Question, Reached, Tree, walk
from data.guide.trees import TREES

Own = Callable[[], dict[str, Tried]]


def panel() -> None:
    st.subheader(t("guide.title"))
    st.caption(t("guide.intro"))
    own = cache(lambda: tried(house().service))  # reads every set, so only for an answer
    reached: dict[str, Reached] = {}
    with st.container(key="guide_trees"):
        columns = st.columns(len(TREES), gap="medium")
    for tree, column in zip(TREES.values(), columns, strict=True):
        with column, st.container(border=True, key=f"guide_{tree.name}", height="stretch"):
            reached[tree.name] = _tree(tree, own)
    if disagree(reached):
        st.warning(t("guide.disagree"), icon=":material/alt_route:")
    else:
        st.empty()
    _budgets()


def _tree(tree: Tree, own: Own) -> Reached:
    st.markdown(f"**{t(f'guide.{tree.name}')}**  \n:small[{t(f'guide.{tree.name}.from')}]")
    given: dict[str, str] = {}
    while (question := walk(tree, given).next) is not None:
        answer = _ask(question)
        if answer is None:
            break
        given[question.name] = answer
    found = walk(tree, given)
    if found.leaf is not None:
        _leaf(tree, found.leaf, own)
    return found


def _ask(question: Question) -> str | None:
    if not set(question.answers) <= {"yes", "no", "open"}:  # long ones need lines of their own
        return st.radio(
            asked_words(question),
            list(question.answers),
            index=None,
            format_func=lambda answer: answer_words(question, answer),
            key=f"guide_q_{question.name}",
            persist_state="session",
        )
    return st.segmented_control(
        asked_words(question),
        list(question.answers),
        format_func=lambda answer: answer_words(question, answer),
        key=f"guide_q_{question.name}",
        persist_state="session",
    )


def _leaf(tree: Tree, leaf: Leaf, own: Own) -> None:
    with st.container(key=f"guide_leaf_{tree.name}", gap="xsmall"):
        name = paradigm_name(leaf.paradigm)
        other = t("guide.other", paradigm=paradigm_name(leaf.other)) if leaf.other else ""
        with st.container(key=f"guide_answer_{tree.name}"):
            st.text(f"{name} {other}".strip())
        st.text(leaf_words(leaf))
        watch_button(leaf.watch, f"guide_watch_{tree.name}")
        st.caption(f"**{t('guide.trials')}**  \n{_own(leaf.paradigm, own())}")


def _own(paradigm: str, own: dict[str, Tried]) -> str:
    found = own.get(paradigm)
    if found is None:
        return t("guide.trials-none", paradigm=paradigm_name(paradigm), link="trials")
    return tried_words(found).replace("[", "\\[")


def _budgets() -> None:
    st.markdown(f"**{t('budget.title')}**  :small[{t('budget.from')}]")
    head = "".join(f"<th>{escape(t(f'budget.{name}'))}</th>" for name in ("task", "use", "limit"))
    rows = "".join(_budget(name) for name in BUDGETS)
    st.html(f'<table class="tri-ref"><tr>{head}<th></th></tr>{rows}</table>')


def _budget(name: str) -> str:
    words = (t(f"budget.{name}"), t(f"budget.{name}.use"), t(f"budget.{name}.limit"))
    cells = "".join(f"<td>{escape(text)}</td>" for text in words)
    link = f'<a href="{watch_link(f"budget-{name}")}">{escape(t("ref.watch"))}</a>'
    return f"<tr>{cells}<td><code>--limits {name}</code> {link}</td></tr>"
