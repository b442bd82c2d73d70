"""What others have published, with what may not be concluded from it: beside one's own numbers,
and never mixed with them (rows S1-05, S1-30, S1-31; read in seed 001 and its sources)."""

from __future__ import annotations

from typing import NamedTuple


class Published(NamedTuple):
    source: str
    asked: str
    found: str
    limit: str
    """Of the inference."""


FINDINGS = (
    Published(
        "ReAct (Yao et al. 2022, arXiv 2210.03629)",
        "Does reasoning help acting?",
        "HotpotQA, exact match, PaLM-540B: ReAct 27.4 %, act only 25.7 %, chain of thought "
        "29.4 %; runs also failed by repeating an action",
        "A comparison of prompts from 2022; it isolates no native tool interface, and ranks no "
        "model of today",
    ),
    Published(
        "Toolformer (Schick et al. 2023)",
        "Can a model learn when to call a tool?",
        "Calls that the model added to its own training text improve several downstream tasks",
        "Says nothing about whether an arbitrary workflow is completed",
    ),
    Published(
        "τ-bench (Yao et al. 2024, arXiv 2406.12045)",
        "Do agents complete tasks, and again each time?",
        "gpt-4o with function calling, pass^1: 61.2 % retail, 35.2 % airline, 48.2 % in the mean "
        "of the two domains; function calling before ReAct as text, and that before acting only",
        "Models of 2024 and simulated domains, both of the same weight; the configurations also "
        "differ in their prompts",
    ),
    Published(
        "Turpin et al. 2023",
        "Do explanations say what led to an answer?",
        "Biased inputs change answers, and the chain of thought does not mention them",
        "About the faithfulness of explanations, not about how well an agent does its task",
    ),
)

END_STATE = (
    "τ-bench compares the state of its database at the end of a conversation with the state that "
    "the task should have led to, whatever the agent said. Triptych's scenarios judge likewise by "
    "what is there at the end: the answer against the facts, and against what was really read."
)
"""S1-32."""

THREE_OUTCOMES = (
    "That a call was accepted, that the information was retrieved and that the task was completed "
    "are three things; a table of the first alone looks healthy while users are told nonsense."
)
"""S1-34."""

TAU_AIRLINE = (0.420, 0.273, 0.220, 0.200)
"""pass^1 to pass^4 that tau-bench publishes for the airline run of gpt-4o which it ships."""
