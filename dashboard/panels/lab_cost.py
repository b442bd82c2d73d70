"""What tools and paradigms cost in tokens, and why the seed's ratios are not these."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from dashboard.formats import count, paradigm_name
from dashboard.words import t
from data.lab import cost, seed

RATIOS = (
    ("fc-react", "function-calling", "react"),
    ("fc-plan", "function-calling", "plan-execute"),
    ("fc-replan", "function-calling", "plan-replan"),
    ("plan-react", "plan-execute", "react"),
    ("replan-react", "plan-replan", "react"),
)


def panel() -> None:
    st.subheader(t("cost.definitions"))
    with st.container(key="pair_cost"):
        left, right = st.columns(2, gap="medium")
    with left:
        _definitions()
    with right:
        _sixth()
    st.subheader(t("cost.ratios"))
    _ratios()


def _definitions() -> None:
    found = _counted()
    st.table(
        [
            {t("cost.tool"): name.replace("_", "\\_"), t("cost.tokens-a-request"): str(n)}
            for name, n in found
        ],
        border="horizontal",
        hide_index=True,
    )
    mean = sum(n for _, n in found) / len(found)
    five = sum(n for _, n in found[:5])
    st.caption(
        t(
            "cost.definitions-note",
            mean=f"{mean:.0f}",
            seed_mean=seed.TOKENS_A_TOOL,
            five=count(five),
            seed_five=seed.TOKENS_IN_EXAMPLE,
        )
    )


def _sixth() -> None:
    found = _measured()
    a_turn = found.extra / cost.TURNS
    st.markdown(t("cost.sixth"))
    rows = {"five": found.with_five, "six": found.with_six, "sixth-alone": found.extra}
    st.table(
        [
            {t("cost.tools"): t(f"cost.row.{name}"), t("cost.tokens-ten"): f"{tokens:,}"}
            for name, tokens in rows.items()
        ],
        border="horizontal",
        hide_index=True,
    )
    name = found.tool.replace("_", "\\_")
    st.caption(
        t(
            "cost.sixth-note",
            tool=name,
            a_turn=f"{a_turn:.0f}",
            price=cost.SEED_PRICE,
            extra=f"{found.extra / 1000 * cost.SEED_PRICE:.4f}",
        )
    )


def _ratios() -> None:
    rows = [
        {
            t("cost.question"): one.scenario,
            **{paradigm_name(p): _read(n, one.passed[p]) for p, n in one.tokens.items()},
            **{_ratio(name): f"{100 * one.of(a, b):.0f} %" for name, a, b in RATIOS},
        }
        for one in _compared()
    ]
    printed = (seed.FC_OF_REACT, seed.FC_OF_PLAN, seed.FC_OF_PLAN, *(seed.PLAN_OF_REACT,) * 2)
    rows.append(
        {
            **dict.fromkeys(rows[0], t("cost.not-told")),
            t("cost.question"): "seed 000",
            **{
                _ratio(name): f"{100 * of:.0f} %"
                for (name, *_), of in zip(RATIOS, printed, strict=True)
            },
        }
    )
    st.table(rows, border="horizontal", hide_index=True)
    st.caption(t("cost.ratios-note", why=t("cost.ratios-differ")))


def _ratio(name: str) -> str:
    return t(f"cost.ratio.{name}")


def _read(tokens: int, passed: bool) -> str:
    return count(tokens) if passed else t("cost.failed", tokens=count(tokens))


@lru_cache(maxsize=1)
def _counted() -> list[tuple[str, int]]:
    return cost.definitions()


@lru_cache(maxsize=1)
def _measured() -> cost.Sixth:
    return cost.sixth_tool()


@lru_cache(maxsize=1)
def _compared() -> list[cost.Ratios]:
    return cost.ratios()
