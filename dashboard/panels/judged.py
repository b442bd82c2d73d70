"""What evaluators had said of an imported run before it came here, beside the run."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from dashboard.formats import short
from dashboard.house import house
from dashboard.panels.shell import unformatted
from dashboard.words import t
from data.rows import RunRow
from data.scores import Score, beside

MOST = 200
"""Judgements that are shown."""
IN_TITLE, LONG = 4, 4_000
"""Of them, and characters of one."""


def judged(run: RunRow) -> None:
    """Nothing for a run of ours, whose checks stand with its answer."""
    if not run.source:
        return
    told = list(_told(run))
    if not told:
        return
    named = [" ".join(filter(None, one[:2])) for one in told[:IN_TITLE]]
    if len(told) > IN_TITLE:
        named.append(t("judged.more", n=len(told) - IN_TITLE))
    title = t("judged.title", said=" · ".join(short(" ".join(n.split()), 40) for n in named))
    with st.container(key="run_judged"), st.expander(unformatted(title)):
        for name, said, why in told[:MOST]:
            with st.container(gap=None):
                st.text(short("  ".join(filter(None, (name, said))), LONG))
                if why:
                    st.caption(unformatted(short(why, LONG)))
        if len(told) > MOST:
            st.text(t("judged.more", n=len(told) - MOST))


def _told(run: RunRow) -> Iterator[tuple[str, str, str]]:
    """Name, what was said, and why. A score that is a check of the verdict is told as that."""
    verdict = house().service.store.verdict(run.run_id)
    checks = verdict.checks if verdict is not None else ()
    for check in checks:
        yield check.name, "✓" if check.passed else "✗", check.found
    names = {check.name for check in checks}
    for score in beside(run.rig, names):
        yield score.name or t("judged.unnamed"), _said(score), score.why or ""


def _said(score: Score) -> str:
    value = None if score.value is None else f"{score.value:.4g}"
    if isinstance(score.said, bool):
        value = str(score.said).lower()
    failed = score.error and t("judged.failed", why=score.error)
    about = t("judged.one-step") if score.step else None
    return "  ·  ".join(filter(None, (value, score.label, failed, about)))
