"""A step of a printed ReAct run, told: what was thought and done, and what was seen of it."""

from __future__ import annotations

from agents.events import Outcome, Reading
from data.importers.react_lines import FAILED, INVALID, RESET, SCORE, name_and_input
from data.importers.writing import UNANSWERED, RunOut
from data.scenario import Check

NOT_COUNTED = "actions that the environment did not know: shown as invalid, not counted as errors"


def judge(run: RunOut, passed: bool, found: str) -> None:
    run.judged(passed, [Check("answer", passed, found[:500])])


def say(run: RunOut, text: str, reading: Reading) -> None:
    run.replied(
        at=None,
        text=text,
        dialect="text",
        reading=reading,
        message={"role": "assistant", "content": text},
    )


def step(
    run: RunOut, thought: str | None, action: str, given: str | None, seen: str | None
) -> str | None:
    """The answer, where the action is to finish with one."""
    name, argument = name_and_input(action, given)
    call = run.wish("", name, {"input": argument})
    said = [f"Thought: {thought}"] if thought is not None else []
    said.append(f"Action: {action}")
    said += [f"Action Input: {given}"] if given is not None else []
    say(run, "\n".join(said), Reading(thought=thought or "", calls=(call,)))
    answer = argument if name.lower() == "finish" else None
    if seen is None:
        run.out.report.lose(UNANSWERED)
        return answer
    if found := SCORE.match(seen):
        score = float(found[1])
        run.imported["score"] = score
        judge(run, score == 1.0, seen)
    elif seen.startswith("Answer is "):
        judge(run, seen.startswith("Answer is CORRECT"), seen)
    answered = run.pairing.answer("") or call
    message = {"role": "user", "content": f"Observation: {seen}"}
    outcome: Outcome = "error" if FAILED.match(seen) else "ok"
    if INVALID.match(seen):
        outcome = "invalid"
        run.out.report.errors -= 1
        run.out.report.lose(NOT_COUNTED)
    run.returned(answered, seen, at=None, outcome=outcome, message=message)
    if found:
        bought = "bought, which ends an episode"
        run.stopped("success" if float(found[1]) == 1.0 else "partial", bought)
    return answer


def began(run: RunOut, seen: str) -> None:
    """After the environment's own first action, which no model asked for."""
    call = run.wish("", RESET, {})
    run.pairing.answer("")
    asked = seen.partition("Instruction:")[2].strip()
    run.question = asked.partition("\n[")[0].strip() or seen.strip()
    run.returned(call, seen, at=None, message={"role": "user", "content": seen})


def reflect(run: RunOut, text: str) -> None:
    """What stands before the first step was remembered from earlier tries; what stands after
    the last one is a reply of its own."""
    if run.last is not None:
        run.replied(at=None, text=text, dialect="text", actor="reflector",
                    reading=Reading(thought=text))  # fmt: skip
    else:
        run.ask("note", "user", {"role": "user", "content": f"Reflections: {text}"})
