"""The tree of a run's forks: what made each, how it ended, what it cost by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from agents.events import Edited, Event, Replied, Returned
from agents.messages import canonical
from data.diff.rig_words import rig_changes
from data.diff.step_keys import step_key
from data.kinship.kin import Kin
from data.rows import RunRow
from data.totals import Totals
from data.writing.codec import one_line, summary

SAID = 80
"""Characters of an edit's text in the tree; the whole of it is one click away, at its step."""

EDITS = {
    "question": "other question",
    "follow_up": "further question",
    "system": "other system prompt",
    "observation": "other result",
}


@dataclass(frozen=True, slots=True)
class Member:
    run: RunRow
    depth: int
    """0 for the run that the family begins with."""
    edit: str
    """What made the fork, in words; empty for the first run."""
    edited: bool
    """By a person: an event, not only the rig."""
    own: Totals
    alike: int
    """The number of its group: forks of one parent, from the same place, with the same edit and
    the same rig, which is one experiment made several times."""


@dataclass(frozen=True, slots=True)
class Group:
    runs: tuple[str, ...]
    judged: int
    """How many have a verdict; those without count neither as passed nor as failed."""
    passed: int
    ended: int


@dataclass(frozen=True, slots=True)
class Family:
    members: tuple[Member, ...]
    """Parents before their forks, depth first."""
    groups: tuple[Group, ...]
    """By the number that `Member.alike` says."""
    own: Totals
    """Of all together, what is shared counted once."""


def family_of(kin: Sequence[Kin]) -> Family:
    """From `Reading.family`. Runs that claim each other as parents come last, in no tree."""
    by_id = {one.run.run_id: one for one in kin}
    numbers: dict[Hashable, int] = {}
    alike: dict[str, int] = {}
    forks: dict[str, list[Kin]] = {}
    for one in kin:
        parent = one.run.parent_run_id if one.run.parent_run_id in by_id else None
        key = _experiment(one) if parent else one.run.run_id
        alike[one.run.run_id] = numbers.setdefault(key, len(numbers))
        forks.setdefault(parent or "", []).append(one)
    walked: dict[str, int] = {}
    stack = [(one, 0) for one in reversed(forks.get("", []))]
    while stack:
        one, depth = stack.pop()
        walked[one.run.run_id] = depth
        # repeats of one experiment stand beside each other
        own = sorted(forks.get(one.run.run_id, []), key=lambda fork: alike[fork.run.run_id])
        stack += [(fork, depth + 1) for fork in reversed(own)]
    walked |= {run_id: 0 for run_id in by_id if run_id not in walked}
    groups: list[list[RunRow]] = [[] for _ in numbers]
    total = Totals()
    members = []
    for run_id, depth in walked.items():
        one = by_id[run_id]
        groups[alike[run_id]].append(one.run)
        total += one.own
        words = _words(by_id[one.run.parent_run_id or ""].run, one) if depth else ""
        members.append(Member(one.run, depth, words, bool(one.edits), one.own, alike[run_id]))
    return Family(tuple(members), tuple(map(_group, groups)), total)


def _experiment(one: Kin) -> Hashable:
    run = one.run
    edits = tuple((key.like, key.asked, key.answered) for key in map(step_key, one.edits))
    return (run.parent_run_id, run.forked_at, edits, canonical(run.rig), run.model)


def _group(runs: list[RunRow]) -> Group:
    verdicts = Counter(run.passed for run in runs)
    return Group(
        tuple(run.run_id for run in runs),
        verdicts[True] + verdicts[False],
        verdicts[True],
        sum(run.ended_at is not None for run in runs),
    )


def _words(parent: RunRow, one: Kin) -> str:
    said = [*map(edit_words, one.edits), *rig_changes(parent.rig, one.run.rig)]
    return ", ".join(said) or "nothing changed"


def edit_words(event: Event) -> str:
    """What a person changed with this event."""
    if isinstance(event, Edited):
        return f"{EDITS.get(event.target, event.target)}: “{one_line(event.value, SAID)}”"
    if isinstance(event, Returned):
        return (
            f"other result of {one_line(event.call.name, SAID)}: “{one_line(event.output, SAID)}”"
        )
    if isinstance(event, Replied):
        whose = "" if event.actor == "agent" else f" of the {event.actor}"
        return f"other reply{whose}: “{one_line(event.text, SAID) or summary(event)}”"
    return summary(event)
