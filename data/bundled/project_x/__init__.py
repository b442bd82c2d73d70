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
    other_ticket,
    outdated_notes,
    paged,
    tools,
    wrong_project,
)
from data.scenario import Scenario

QUESTION = "Which Project X tickets remain blocked, and what do the meeting notes say about why?"
MOBILE = (
    "Which Project X Mobile tickets remain blocked, and what do the meeting notes say about why?"
)
LOOSE = "Which X project tickets remain blocked, and what do the meeting notes say about why?"
UNNAMED = ("empty", "dead-tool", "timeout", "temporary-error", "slow")


def project_x_inner() -> Scenario:
    return replace(
        project_x(),
        name="project-x-inner",
        title="Project X: a plan with a loop inside",
        teaches="A step that reads may look as often as it needs to: its inner loop is a run of "
        "its own, with limits that are part of the plan's.",
        script=inner_script(),
    )


def project_x_mobile() -> Scenario:
    return replace(
        project_x(),
        name="project-x-mobile",
        title="Project X Mobile: the project beside it",
        teaches="A list that goes on over a page, a reason that is older than its ticket, and two "
        "blockers that no meeting explains: each has to show in the answer.",
        question=MOBILE,
        evaluate=evaluator(MOBILE),
    )


def project_x_name() -> Scenario:
    """Only the faults of a tracker that cannot tell the projects apart anyway."""
    whole = project_x()
    return replace(
        whole,
        name="project-x-name",
        title="Project X: a name that fits two projects",
        teaches="An ambiguous name changes what comes next: the right continuation is to ask "
        "which project is meant, and no ticket of either.",
        question=LOOSE,
        evaluate=evaluator(LOOSE),
        faults={name: whole.faults[name] for name in UNNAMED},
    )


def project_x() -> Scenario:
    made = tools()
    return Scenario(
        name="project-x",
        title="Project X: blocked tickets and their reasons",
        teaches="A search that needs the ids found by the one before it cannot be planned from "
        "the question alone, and a missing reason must stay a gap.",
        question=QUESTION,
        tools=made,
        evaluate=evaluator(QUESTION),
        script=script(),
        faults={
            "wrong-passage": other_ticket,
            "wrong-project": wrong_project,
            "outdated-notes": outdated_notes,
            "paged": paged,
            **common(NOTHING, made, cuts=True),
        },
    )
