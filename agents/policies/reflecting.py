"""Reflection around any paradigm: produce, check, redo once with the problems (seed 003).

The checks by code are made where an answer is read, and stand in its reading; a model is asked
only where they found nothing. An answer that did not pass goes back to the paradigm once; the
second one is reviewed alike, and then the run ends, whatever was found.
"""

from __future__ import annotations

from dataclasses import replace

from agents.checking import code_review
from agents.events import Actor, Fault, Reading, Replied
from agents.messages import Message, Reply, Request, Text, as_json
from agents.policies import prompts
from agents.policies.base import Ask, End, Move
from agents.policies.plan_schema import REVIEW
from agents.reading.review_text import ReviewFault, read_review
from agents.reflection import failures, last_answer, reviews_asked
from agents.reviews import Review
from agents.rig import Policy, Rig
from agents.state import State

ASKED_AT_MOST = 2
"""How often a reviewer may be asked about one answer until its reply can be used."""


class Reflecting:
    """Is a `Policy`."""

    def __init__(self, inner: Policy) -> None:
        self.inner = inner
        self.name = inner.name

    def move(self, state: State, rig: Rig) -> Move:
        last = state.last
        if last is not None and last.actor == "reflector" and not state.asked_anew:
            return self._after_review(state, rig, last)
        move = self.inner.move(state, rig)
        failed = failures(state)
        if isinstance(move, End):
            if last is not None and move.status == "success" and move.answer is not None:
                return self._answered(state, rig, last)
            if failed and last is not None and last.reading.answer is None:
                return replace(_unmended(state, failed[-1], move.reason), status=move.status)
            return move
        if isinstance(move, Ask) and failed:
            return replace(move, otherwise=_unmended(state, failed[-1], "not redone"))
        return move

    def read(self, state: State, actor: Actor, reply: Reply, rig: Rig) -> Reading:
        if actor != "reflector":
            reading = self.inner.read(state, actor, reply, rig)
            if reading.answer is None:
                return reading
            return replace(reading, review=code_review(state, reading.answer, rig.spec))
        try:
            review = read_review(reply.text)
        except ReviewFault as fault:
            text = f"That is no usable review. {fault} Reply with the JSON only."
            return Reading(fault=Fault(fault.kind, text))
        last = state.last
        if last is not None and last.reading.answer is not None and last.reading.review is None:
            # an answer from before reflection was switched on: code has not seen it yet
            review = _both(code_review(state, last.reading.answer, rig.spec), review)
        return Reading(review=review)

    def close(self, state: State, rig: Rig, why: str) -> Move:
        return self.inner.close(state, rig, why)

    def redo(self, state: State, rig: Rig) -> Move:
        return self.inner.redo(state, rig)

    def iterations(self, state: State) -> int:
        """A review is no step of the agent's."""
        return max(0, self.inner.iterations(state) - reviews_asked(state))

    def _answered(self, state: State, rig: Rig, last: Replied) -> Move:
        found = last.reading.review
        if found is not None and not found.passed:
            return self._failed(state, rig, found)
        unreviewed = End("success", f"{_answered(state)}; not reviewed", last_answer(state))
        return Ask("reflector", review_request(state, rig), otherwise=unreviewed)

    def _after_review(self, state: State, rig: Rig, last: Replied) -> Move:
        answer, review, fault = last_answer(state), last.reading.review, last.reading.fault
        if review is not None and review.passed:
            return End("success", f"{_answered(state)}; it passed the review", answer)
        if review is not None:
            return self._failed(state, rig, review)
        why = fault.text if fault is not None else "the reviewer said nothing"
        if last.finish == "cancelled" and fault is not None and fault.kind == "cancelled":
            return End("cancelled", why, answer)
        unreviewed = End("success", f"{_answered(state)}; not reviewed", answer)
        if last.finish in ("error", "cancelled"):
            return replace(unreviewed, reason=f"{unreviewed.reason}: {why}")
        if _in_a_row(state) < ASKED_AT_MOST:
            return Ask("reflector", review_request(state, rig), otherwise=unreviewed)
        why = "the reviewer's replies could not be used"
        return replace(unreviewed, reason=f"{unreviewed.reason}: {why}")

    def _failed(self, state: State, rig: Rig, review: Review) -> Move:
        """One redo, and no second one: that would be another pattern, with its own criterion."""
        if len(failures(state)) > 1:
            return _unmended(state, review, f"{_answered(state)}, and it still does not pass")
        move = self.inner.redo(state, rig)
        if isinstance(move, Ask):
            return replace(move, otherwise=_unmended(state, review, "not redone"))
        return move


def review_request(state: State, rig: Rig) -> Request:
    """Question, answer, and every observation word for word. What a reviewer wrote that could not
    be used stands after it, with what was wrong."""
    read = [
        {"tool": call.name, "args": dict(call.arguments), "result": result.output}
        for turn in state.turns()
        for call, result in turn.answered()
    ]
    data = {"answer": last_answer(state) or "", "observations": read}
    messages: list[Message] = [
        Text("system", prompts.REVIEWER, "system"),
        Text("user", state.question, "question"),
        Text("user", as_json(data), "observation"),
    ]
    last = state.last
    if last is not None and last.actor == "reflector" and last.reading.fault is not None:
        if last.text.strip():
            messages.append(Text("assistant", last.text, "reasoning"))
        messages.append(Text("user", last.reading.fault.text, "note"))
    return Request(tuple(messages), schema=REVIEW)


def _unmended(state: State, review: Review, why: str) -> End:
    """The answer as it stands, with what is wrong with it."""
    count = len(review.problems)
    found = "1 problem" if count == 1 else f"{count} problems"
    gaps = tuple(problem.text for problem in review.problems)
    return End("partial", f"{found} found in the answer; {why}", last_answer(state), gaps)


def _answered(state: State) -> str:
    return "answered after one redo" if failures(state) else "answered"


def _both(code: Review, model: Review) -> Review:
    problems = (*code.problems, *model.problems)
    why = "; ".join(text for text in (code.why, model.why) if text)
    return Review(not problems, problems, (*code.checked, *model.checked), why, model.skipped)


def _in_a_row(state: State) -> int:
    """Replies of the reviewer since the last answer."""
    count = 0
    for turn in state.turns():
        count = count + 1 if turn.reply.actor == "reflector" else 0
    return count
