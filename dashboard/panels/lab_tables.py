"""Tables 1 to 4 and Figure 2 of seed 002, each measured here, with the seed's numbers beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard.figures.lookups import by_lookups
from dashboard.formats import count
from dashboard.lab_words import agent_name, ended, scripted
from dashboard.panels.charts import CONFIG
from dashboard.panels.shell import dark
from dashboard.words import t
from data.lab import seed, tables
from data.lab.arithmetic import replanning_calls
from data.lab.setting import Setting
from data.lab.tables import Measured

NODES = ("planner", "executor", "synthesizer")


def panel() -> None:
    st.subheader(t("tables.title"))
    st.caption(f"◇ {why_tokens_differ()} {scripted()}")
    with st.container(key="pair_table_2"):
        left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(t("tables.clean"))
        _rows(tables.table_2(), wrong=False)
        st.caption(t("tables.clean-note", ratio=f"{tables.ratio():.1f}", seed=seed.RATIO))
    with right:
        st.markdown(t("tables.figure"))
        st.plotly_chart(by_lookups(dark()), key="chart_lookups", config=CONFIG, theme=None)
    with st.container(key="pair_table_3"):
        left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(t("tables.one-wrong"))
        _rows(tables.table_3())
        st.markdown(t("tables.short-cap"))
        _rows(tables.short_cap(), cap=True)
        st.markdown(t("tables.ceiling"))
        _rows(tables.ceiling())
    with right:
        st.markdown(t("tables.nodes"))
        _nodes()
        st.markdown(t("tables.parts"))
        _parts(Setting(6, 1, tables.ROOMY))
        st.markdown(t("tables.evaluators"))
        _rows(tables.evaluators(), evaluator=True)
        st.caption(t("tables.evaluators-note"))


def why_tokens_differ() -> str:
    """`data.lab.tables.why_tokens_differ` in the language that is spoken."""
    here, there = tables.growth()
    return t("tables.tokens-differ", here=f"{here:.0f}", seed=f"{there:.0f}")


def _rows(
    rows: Sequence[Measured], *, wrong: bool = True, cap: bool = False, evaluator: bool = False
) -> None:
    """`wrong` shows how it ended; the seed's numbers stand where the seed has any."""
    shown = []
    for row in rows:
        first = {"look-ups": str(row.setting.lookups)} if not wrong else {}
        if cap:
            first["cap"] = str(row.setting.cap)
        if evaluator:
            first["evaluator"] = t(f"tables.evaluator.{row.setting.evaluator}")
        else:
            first["agent"] = agent_name(row.agent)
        numbers = {
            "calls": _both(row.counts.calls, row.seed and row.seed.calls),
            "searches": _both(row.counts.executed, row.seed and row.seed.executed),
            "tokens": _both(row.counts.tokens_read, row.seed and row.seed.tokens, about=True),
        }
        end = {"answer": ended(row.counts)} if wrong else {}
        shown.append({**first, **numbers, **end})
    _table(shown)


def _table(rows: Sequence[Mapping[str, str]]) -> None:
    """Its columns are named by the texts `tables.column.NAME`."""
    shown = [{t(f"tables.column.{name}"): value for name, value in row.items()} for row in rows]
    st.table(shown, border="horizontal", hide_index=True)


def _both(here: int, there: int | None, *, about: bool = False) -> str:
    if there is None:
        return count(here)
    beside = f"{'~' if about else ''}{count(there)}".replace("~", "\\~")
    return t("tables.beside-seed", here=count(here), there=beside)


def _nodes() -> None:
    asked = tables.table_1()
    shown = [
        {
            "node": t(f"tables.part.{name}"),
            "does": t(f"tables.node.{name}"),
            "model-calls": str(asked.get(name, 0)),
        }
        for name in NODES
    ]
    _table(shown)


def _parts(setting: Setting) -> None:
    n, f = setting.lookups, setting.wrong
    asked = tables.table_4(setting)
    rows = [
        ("planner", "1", 1),
        ("evaluator", "N + f", n + f),
        ("replanner", "f", f),
        ("synthesizer", "1", 1),
    ]
    shown = [
        {
            "part": t(f"tables.part.{name}"),
            "arithmetic": f"{rule} = {value}" if rule != "1" else "1",
            "measured": str(asked.get(name, 0)),
        }
        for name, rule, value in rows
    ]
    total = {
        "part": t("tables.part.total"),
        "arithmetic": f"N + 2 + 2f = {replanning_calls(n, f)}",
        "measured": str(sum(asked.values())),
    }
    _table([*shown, total])
