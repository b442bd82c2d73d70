"""Project X (seed 001): blocked tickets and what the meeting notes say; the second search needs
what the first one found."""

from __future__ import annotations

from dataclasses import replace

from data.bundled.faults import common
from data.bundled.project_x.evaluator import evaluator
from data.bundled.project_x.inner import inner_script
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


def project_x_inner() -> Scenario:
    return replace(
        project_x(),
        name="project-x-inner",
        title="Project X: a plan with a loop inside",
        teaches="A step that reads may look as often as it needs to: its inner loop is a run of "
        "its own, with limits that are part of the plan's.",
        script=inner_script(),
    )


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
