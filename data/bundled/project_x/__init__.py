"""Project X (seed 001): blocked tickets and what the meeting notes say; the second search needs
what the first one found."""

from __future__ import annotations

from data.bundled.faults import common
from data.bundled.project_x.evaluator import evaluator
from data.bundled.project_x.mind import script
from data.bundled.project_x.tracker import (
    NOTHING,
    outdated_notes,
    paged,
    tools,
    wrong_project,
)
from data.scenario import Scenario

QUESTION = "Which Project X tickets remain blocked, and what do the meeting notes say about why?"


def project_x() -> Scenario:
    return Scenario(
        name="project-x",
        title="Project X: blocked tickets and their reasons",
        teaches="A search that needs the ids found by the one before it cannot be planned from "
        "the question alone, and a missing reason must stay a gap.",
        question=QUESTION,
        tools=tools(),
        evaluate=evaluator(QUESTION),
        script=script(),
        faults={
            "paged": paged,
            "wrong-project": wrong_project,
            "outdated-notes": outdated_notes,
            **common(NOTHING),
        },
    )
