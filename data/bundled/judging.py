"""What every evaluator needs of a run: the question as it stands, and what was really read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.events import Edited, Event, Returned, Started, Stopped
from agents.evidence.contradictions import contradictions
from agents.evidence.story import story
from data.scenario import Check, Judgement


def question_of(events: Sequence[Event], default: str) -> str:
    """The question after all edits; `default` where the run has no start."""
    question = default
    for event in events:
        if isinstance(event, Started):
            question = event.question
        elif isinstance(event, Edited) and event.target == "question":
            question = event.value
    return question


def retrieved(events: Sequence[Event]) -> list[str]:
    """The observations that the model could read, with a person's edits in their places."""
    texts = {e.call.id: e.output for e in events if isinstance(e, Returned) and e.outcome == "ok"}
    for event in events:
        if isinstance(event, Edited) and event.target == "observation":
            texts[event.call_id] = event.value
    return list(texts.values())


def no_answer(events: Sequence[Event]) -> Judgement:
    """A run that goes on cannot be judged; one that stopped without an answer failed."""
    if any(isinstance(event, Stopped) for event in events):
        return Judgement(False, (Check("an answer was given", False, "the run has no answer"),))
    return Judgement(None)


def judgement(checks: Sequence[Check]) -> Judgement:
    return Judgement(all(check.passed for check in checks) if checks else None, tuple(checks))


def as_read(answer: str, events: Sequence[Event]) -> Check:
    """Right figures prove nothing where the sentence around them was turned round."""
    turned = [text for text, _ in contradictions(story(events), answer)]
    found = "; ".join(turned) or "nothing contradicts what was read"
    return Check("said as it was read", not turned, found)


def cited(answer: str, pattern: str, texts: Sequence[str]) -> Check:
    """Everything that the answer cites must stand in something that was read."""
    ids = sorted(set(re.findall(pattern, answer)))
    missing = [i for i in ids if not any(re.search(rf"\b{re.escape(i)}\b", t) for t in texts)]
    if missing:
        found = f"never retrieved: {', '.join(missing)}"
    else:
        found = ", ".join(ids) or "nothing is cited"
    return Check("cited: only what was retrieved", not missing, found)
