"""What an answer claims against what was read: unsupported pieces, evidence that is out of date."""

from __future__ import annotations

from collections.abc import Iterator

from agents.evidence.story import Story
from agents.evidence.support import outdated, unsupported
from data.findings.finding import Finding, finding


def unsupported_answer(story: Story) -> Iterator[Finding]:
    if story.answered is not None:
        seq, answer = story.answered
        for text, proof in unsupported(story, answer):
            yield finding("unsupported_answer", text, [*proof, seq])


def outdated_evidence(story: Story) -> Iterator[Finding]:
    if story.answered is not None:
        seq, answer = story.answered
        for text, proof in outdated(story, answer):
            yield finding("outdated_evidence", text, [*proof, seq])
