"""What tools and paradigms cost in tokens, and why the seed's ratios are not these."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from dashboard.formats import count, paradigm_name
from data.lab import cost, seed

RATIOS = (
    ("FC / ReAct", "function-calling", "react"),
    ("FC / fixed plan", "function-calling", "plan-execute"),
    ("FC / replan", "function-calling", "plan-replan"),
    ("fixed plan / ReAct", "plan-execute", "react"),
    ("replan / ReAct", "plan-replan", "react"),
)


def panel() -> None:
    st.subheader("Tool definitions are paid for in every request")
    with st.container(key="pair_cost"):
        left, right = st.columns(2, gap="medium")
    with left:
        _definitions()
    with right:
        _sixth()
    st.subheader("Function calling, ReAct and plans on the same question")
    _ratios()


def _definitions() -> None:
    found = _counted()
    st.table(
        [{"tool": name.replace("_", "\\_"), "tokens a request": str(n)} for name, n in found],
        border="horizontal", hide_index=True,
    )  # fmt: skip
    mean = sum(n for _, n in found) / len(found)
    five = sum(n for _, n in found[:5])
    st.caption(
        f"{mean:.0f} tokens a definition on average, as JSON with its schema (the seed says about "
        f"{seed.TOKENS_A_TOOL}); the first five take {count(five)} "
        f"(the seed: about {seed.TOKENS_IN_EXAMPLE}). `triptych tools --tokens` lists them."
    )


def _sixth() -> None:
    found = _measured()
    a_turn = found.extra / cost.TURNS
    st.markdown("**What a sixth tool costs over ten turns**")
    st.table(
        [
            {"tools": "five", "tokens read in ten turns": f"{found.with_five:,}"},
            {"tools": "six", "tokens read in ten turns": f"{found.with_six:,}"},
            {"tools": "the sixth alone", "tokens read in ten turns": f"{found.extra:,}"},
        ],
        border="horizontal", hide_index=True,
    )  # fmt: skip
    name = found.tool.replace("_", "\\_")
    st.caption(
        f"Two real runs of ReAct with nine searches and an answer, which differ in one tool, "
        f"{name}, that is never called: {a_turn:.0f} tokens a turn, as a line of ReAct's prompt. "
        f"At the seed's \\${cost.SEED_PRICE} for 1,000 tokens that is "
        f"\\${found.extra / 1000 * cost.SEED_PRICE:.4f} a question for nothing."
    )


def _ratios() -> None:
    rows = [
        {
            "question": one.scenario,
            **{paradigm_name(p): _read(n, one.passed[p]) for p, n in one.tokens.items()},
            **{title: f"{100 * one.of(a, b):.0f} %" for title, a, b in RATIOS},
        }
        for one in _compared()
    ]
    printed = (seed.FC_OF_REACT, seed.FC_OF_PLAN, seed.FC_OF_PLAN, *(seed.PLAN_OF_REACT,) * 2)
    rows.append(
        {
            **dict.fromkeys(rows[0], "not told"),
            "question": "seed 000",
            **{title: f"{100 * of:.0f} %" for (title, *_), of in zip(RATIOS, printed, strict=True)},
        }
    )
    st.table(rows, border="horizontal", hide_index=True)
    st.caption(
        "Tokens read and written by the scripted model; FC is function calling, and a run that "
        f"did not complete its task is marked. {cost.WHY_RATIOS_DIFFER}"
    )


def _read(tokens: int, passed: bool) -> str:
    return count(tokens) if passed else f"{count(tokens)} (failed)"


@lru_cache(maxsize=1)
def _counted() -> list[tuple[str, int]]:
    return cost.definitions()


@lru_cache(maxsize=1)
def _measured() -> cost.Sixth:
    return cost.sixth_tool()


@lru_cache(maxsize=1)
def _compared() -> list[cost.Ratios]:
    return cost.ratios()
