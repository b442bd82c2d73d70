"""A reflected run as its state tells it: which answers failed, and what is to be remembered."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from agents.events import Status
from agents.reviews import Reflection, Review
from agents.state import State
from agents.turns import Turn

SOURCES = {"hard": "hard checks", "evidence": "evidence comparison", "model": "model review"}


def present(state: State) -> list[Turn]:
    """The turns since the question was put as it stands: an edit opens a round of its own."""
    return state.turns()[max(state.since, state.reopened, 0) :]


def failures(state: State) -> list[Review]:
    """The reviews that an answer did not pass, in order. The second one ends a run."""
    reviews = (turn.reply.reading.review for turn in present(state))
    return [review for review in reviews if review is not None and not review.passed]


def last_answer(state: State) -> str | None:
    return next((answer for _, answer in reversed(list(_answers(state)))), None)


def reviews_asked(state: State) -> int:
    return sum(turn.reply.actor == "reflector" for turn in state.turns())


def reflected(state: State, status: Status, answer: str | None) -> Reflection | None:
    """Why the first answer failed, what changed, and what came of it; None where none failed."""
    turns = present(state)
    failed = next((i for i, t in enumerate(turns) if _failed(t)), None)
    if failed is None:
        return None
    review = turns[failed].reply.reading.review
    answers = list(_answers(state))
    before = [text for place, text in answers if place <= failed]
    after = [text for place, text in answers if place > failed]
    if review is None or not before:
        return None
    again = turns[failed + 1 :]
    if not after:
        changed = "nothing: it was not answered again"
        return Reflection(_why(review), changed, f"the run ended as {status}", False)
    second = [t.reply.reading.review for t in again if t.reply.reading.review is not None]
    still = next((r for r in second if not r.passed), None)
    if still is not None:
        outcome = f"no better, by {_by(still)}: {_why(still)}"
    elif second:
        outcome = f"the second answer passed: {', '.join(dict.fromkeys(map(_by, second)))}"
    else:
        outcome = "the second answer was not reviewed"
    better = still is None and bool(second) and after[-1] == answer
    return Reflection(_why(review), _changed(before[-1], after[-1], again), outcome, better)


def _answers(state: State) -> Iterator[tuple[int, str]]:
    for place, turn in enumerate(present(state)):
        if turn.reply.reading.answer is not None:
            yield place, turn.reply.reading.answer


def _failed(turn: Turn) -> bool:
    review = turn.reply.reading.review
    return review is not None and not review.passed


def _why(review: Review) -> str:
    listed = "; ".join(problem.text for problem in review.problems)
    return listed if review.why in ("", listed) else f"{review.why} ({listed})"


def _by(review: Review) -> str:
    if review.passed:
        return " and ".join(SOURCES[source] for source in review.checked)
    found = dict.fromkeys(problem.source for problem in review.problems)
    return " and ".join(SOURCES[source] for source in found)


def _changed(first: str, second: str, again: list[Turn]) -> str:
    """By lines, and the calls that were made for it."""
    done = [
        f"called {result.call.name}"
        for turn in again
        for result in turn.results
        if result.outcome == "ok"
    ]
    lines = list(difflib.ndiff(_lines(first), _lines(second)))
    out = [line[2:] for line in lines if line.startswith("- ")]
    put = [line[2:] for line in lines if line.startswith("+ ")]
    said = [*(f"took out “{line}”" for line in out), *(f"added “{line}”" for line in put)]
    return "; ".join([*dict.fromkeys(done), *said]) or "nothing: the same answer was given again"


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]
