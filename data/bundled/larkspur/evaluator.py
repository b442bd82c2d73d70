"""Judges an answer to the Larkspur question by its figures, whoever worded it."""

from __future__ import annotations

from collections.abc import Sequence

from agents.events import Event
from data.bundled.judging import as_read, cited, judgement, no_answer, question_of, retrieved
from data.bundled.larkspur.facts import HandbookFact, asked
from data.scenario import Check, Evaluate, Judgement


def evaluator(default_question: str) -> Evaluate:
    def evaluate(answer: str | None, events: Sequence[Event]) -> Judgement:
        if answer is None:
            return no_answer(events)
        facts = asked(question_of(events, default_question))
        if not facts:
            return Judgement(None)
        texts = retrieved(events)
        checks = [_retrieved(fact, texts) for fact in facts]
        checks += [_stated(fact, answer) for fact in facts]
        checks.append(cited(answer, r"\bHB-\d+\.\d+", texts))
        checks.append(as_read(answer, events))
        return judgement(checks)

    return evaluate


def _retrieved(fact: HandbookFact, texts: Sequence[str]) -> Check:
    """A fact that stands in the answer but was never read is a guess, however right."""
    held = any(fact.true_in(text) and fact.stated_in(text) for text in texts)
    found = fact.passage if held else f"{fact.passage} was never read"
    return Check(f"retrieved: {fact.label}", held, found)


def _stated(fact: HandbookFact, answer: str) -> Check:
    if fact.true_in(answer):
        return Check(f"stated: {fact.label}", True, fact.truth)
    return Check(
        f"stated: {fact.label}",
        False,
        f"the answer does not say: {fact.truth} ({fact.passage})",
    )
