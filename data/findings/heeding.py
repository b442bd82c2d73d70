"""What had been settled and was not heeded: observations ignored, the goal lost from sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agents.events import Started
from agents.evidence.contradictions import contradictions
from agents.evidence.story import Act, Story
from agents.evidence.words import CJK, shorten, words
from data.findings.finding import Finding, finding

STRAYED = 2
CHOICES = ("enum", "const", "default")
"""Of JSON Schema."""


def ignored_observation(story: Story) -> Iterator[Finding]:
    """The same call although it had just said that it brings nothing, or an answer that says the
    opposite of what was read."""
    yield from asked_again(story)
    if story.answered is None:
        return
    seq, answer = story.answered
    for text, proof in contradictions(story, answer):
        yield finding("ignored_observation", text, [*proof, seq], "error")


def asked_again(story: Story) -> Iterator[Finding]:
    settled: dict[str, Act] = {}
    for act in story.moves:
        before = settled.get(act.key)
        if before is not None and act.reply > before.seq:
            text = (
                f"{act.call.name} was called again unchanged after it had said: "
                f"{shorten(before.output)}"
            )
            yield finding("ignored_observation", text, [before.seq, act.seq])
        if act.effect == "writes" and act.outcome == "ok":
            settled.clear()
        if act.settled:
            settled[act.key] = act
        else:
            settled.pop(act.key, None)


def goal_drift(story: Story) -> Iterator[Finding]:
    """Actions whose arguments share no word with the question, with anything read before, or with
    what the tools offer to choose from. One may be a paraphrase, and so may all as long as nothing
    was found."""
    known = words(story.questions) | words(" ".join(offered(story)))
    strayed: list[Act] = []
    read = False
    for act in story.acts:
        asked = words(act.asked)
        if read and act.executed and _comparable(asked, story.questions) and not asked & known:
            strayed.append(act)
        elif act.outcome == "ok" and not act.settled:
            known |= words(act.output)
            read = True
    if len(strayed) >= STRAYED:
        what = ", ".join(f"“{shorten(act.asked, 40)}”" for act in strayed[:3])
        text = f"Nothing asked or read leads to {what}"
        yield finding("goal_drift", text, [act.seq for act in strayed])


def offered(story: Story) -> Iterator[str]:
    """The values that definitions of tools, where the run holds them, name as choices."""
    begun = next((event for event in story.events if isinstance(event, Started)), None)
    waiting: list[Any] = [begun.rig.get("tools")] if begun else []
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            for key, value in one.items():
                if key in CHOICES:
                    yield from (str(v) for v in (value if isinstance(value, list) else [value]))
                else:
                    waiting.append(value)


def _comparable(asked: set[str], question: str) -> bool:
    """Numbers may have been worked out, and a question may be in another script than the tools."""
    letters = {word for word in asked if not word[0].isdigit()}
    foreign = bool(CJK.search(question)) and not any(CJK.match(word) for word in letters)
    return bool(letters) and not foreign
