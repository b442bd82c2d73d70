"""Tables 1 to 4 and Figure 2 of seed 002, each measured here, with the seed's numbers beside."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.figures.lookups import by_lookups
from dashboard.formats import count
from dashboard.lab_words import SHORT
from dashboard.panels.charts import CONFIG
from dashboard.panels.shell import dark
from data.lab import seed, tables
from data.lab.arithmetic import replanning_calls
from data.lab.setting import Setting
from data.lab.tables import Measured, outcome

NODES = (
    ("planner", "writes the list of searches"),
    ("executor", "runs the next search"),
    ("synthesizer", "writes the answer"),
)


def panel() -> None:
    st.subheader("The seed's tables, measured")
    st.caption(f"◇ {tables.why_tokens_differ()} {tables.SCRIPTED}")
    with st.container(key="pair_table_2"):
        left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**Table 2: clean runs**")
        _rows(tables.table_2(), wrong=False)
        st.caption(
            f"At six look-ups ReAct reads {tables.ratio():.1f} times as much as a fixed plan "
            f"(seed {seed.RATIO} times: 1,676 and 620): its prompt grows with every result, and it "
            "pays for that prompt at every call."
        )
    with right:
        st.markdown("**Figure 2: tokens read on clean runs, by look-ups**")
        st.plotly_chart(by_lookups(dark()), key="chart_lookups", config=CONFIG, theme=None)
    with st.container(key="pair_table_3"):
        left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**Table 3: four look-ups, one wrong first result**")
        _rows(tables.table_3())
        st.markdown("**The short cap: six look-ups, one wrong**")
        _rows(tables.short_cap(), cap=True)
        st.markdown("**ReAct's ceiling of 20 graph steps: six look-ups, four wrong need 21**")
        _rows(tables.ceiling())
    with right:
        st.markdown("**Table 1: who calls the model in a fixed plan**")
        _nodes()
        st.markdown("**Table 4: where the replanning agent's calls go, N = 6 and f = 1**")
        _parts(Setting(6, 1, tables.ROOMY))
        st.markdown("**Evaluators: four look-ups, one wrong**")
        _rows(tables.evaluators(), evaluator=True)
        st.caption(
            "Too strict, and 2 calls go for each good result that is rejected; too lenient, and "
            "the wrong passage stands in the answer."
        )


def _rows(
    rows: Sequence[Measured], *, wrong: bool = True, cap: bool = False, evaluator: bool = False
) -> None:
    """`wrong` shows how it ended; the seed's numbers stand where the seed has any."""
    shown = []
    for row in rows:
        first = {"look-ups": str(row.setting.lookups)} if not wrong else {}
        if cap:
            first["cap"] = str(row.setting.cap)
        name = f"too {row.setting.evaluator}" if row.setting.evaluator != "right" else "right"
        first["evaluator" if evaluator else "agent"] = name if evaluator else SHORT[row.agent]
        numbers = {
            "calls": _both(row.counts.calls, row.seed and row.seed.calls),
            "searches": _both(row.counts.executed, row.seed and row.seed.executed),
            "tokens read": _both(row.counts.tokens_read, row.seed and row.seed.tokens, about=True),
        }
        end = {"answer": _answer(row)} if wrong else {}
        shown.append({**first, **numbers, **end})
    st.table(shown, border="horizontal", hide_index=True)


def _both(here: int, there: int | None, *, about: bool = False) -> str:
    if there is None:
        return count(here)
    return f"{count(here)} (seed {'~' if about else ''}{count(there)})".replace("~", "\\~")


def _answer(row: Measured) -> str:
    words = outcome(row.counts)
    return f"{words}, at its limit" if row.counts.status == "limit" else words


def _nodes() -> None:
    asked = tables.table_1()
    shown = [
        {"node": name, "what it does": does, "model calls": str(asked.get(name, 0))}
        for name, does in NODES
    ]
    st.table(shown, border="horizontal", hide_index=True)


def _parts(setting: Setting) -> None:
    n, f = setting.lookups, setting.wrong
    asked = tables.table_4(setting)
    rows = [
        ("planner", "planner", "1", 1),
        ("evaluator", "evaluator, one for each executed step", "N + f", n + f),
        ("replanner", "replanner, one for each rejected step", "f", f),
        ("synthesizer", "synthesizer", "1", 1),
    ]
    shown = [
        {"part": text, "arithmetic": f"{rule} = {value}" if rule != "1" else "1",
         "measured": str(asked.get(name, 0))}
        for name, text, rule, value in rows
    ]  # fmt: skip
    total = {
        "part": "total",
        "arithmetic": f"N + 2 + 2f = {replanning_calls(n, f)}",
        "measured": str(sum(asked.values())),
    }
    st.table([*shown, total], border="horizontal", hide_index=True)
