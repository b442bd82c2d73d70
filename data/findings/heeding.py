"""What had been settled and was not heeded: observations ignored, the goal lost from sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agents.events import Started
from agents.evidence.contradictions import contradictions
from agents.evidence.lines import Line
from agents.evidence.story import Act, Story
from agents.evidence.words import CJK, shorten, words
from data.findings.finding import Finding, finding

STRAYED = 2
"""Different ones: one made again and again is another finding."""
THOUGHTS = frozenset({"think", "thought", "reflect"})
"""Tools that only keep what the model thinks, which need not be in anybody's words."""
CHOICES = ("enum", "const", "default", "examples", "example", "example_value")
"""Of JSON Schema, of OpenAPI, and of ToolBench."""


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
    for line in story.lines(story.moves):
        yield from _again(line)


def _again(line: Line) -> Iterator[Finding]:
    empty: dict[str, Act] = {}
    failed: dict[str, Act] = {}
    for act in line.acts:
        before = failed.get(act.key) or empty.get(act.key)
        if before is not None and act.reply > before.seq and line.new(act):
            text = (
                f"{act.call.name} was called again unchanged after it had said: "
                f"{shorten(before.output)}"
            )
            yield finding("ignored_observation", text, [before.seq, act.seq])
        if act.outcome == "ok" and act.effect == "writes":
            empty.clear()
        if act.outcome == "ok" and act.effect != "reads" and not is_thought(act):
            failed.clear()  # it may be what they asked for: a file to be read, a folder to be made
        empty.pop(act.key, None)
        failed.pop(act.key, None)
        if act.settled and not _silent(act):
            (failed if act.broken else empty)[act.key] = act


def goal_drift(story: Story) -> Iterator[Finding]:
    """Actions whose arguments share no word with the question, with anything read before, or with
    what the tools offer to choose from. One may be a paraphrase, and so may all as long as nothing
    was found."""
    known = words(f"{story.questions}\n{story.beside.told}") | words(" ".join(offered(story)))
    strayed: dict[str, Act] = {}
    read = False
    for act in story.acts:
        if is_thought(act):
            continue
        asked = words(act.asked)
        if read and act.executed and _comparable(asked, story.questions) and not asked & known:
            strayed.setdefault(act.key, act)
        elif act.outcome == "ok" and not act.settled:
            known |= words(act.output)
            read = True
    if len(strayed) >= STRAYED:
        what = ", ".join(f"“{shorten(act.asked, 40)}”" for act in [*strayed.values()][:3])
        text = f"Nothing asked or read leads to {what}"
        yield finding("goal_drift", text, [act.seq for act in strayed.values()])


def _silent(act: Act) -> bool:
    """Whether nothing was to be said: of a command that went well, or of a thought."""
    return act.outcome == "ok" and act.effect == "unknown" and not act.output.strip()


def is_thought(act: Act) -> bool:
    return act.call.name.casefold() in THOUGHTS


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
