"""Lines of printed ReAct runs, gathered into steps."""

from __future__ import annotations

import re

from agents.events import Outcome, Reading
from data.importers.writing import Out, RunOut
from data.scenario import Check

OPENING = re.compile(r"^(?:\d+ )?(?:Question|Claim): ?(.*)")
THOUGHT = re.compile(r"^Thought(?: \d+)?: ?(.*)")
ACTION = re.compile(r"^Action(?: \d+)?: ?(.*)")
INPUT = re.compile(r"^Action Input(?: \d+)?: ?(.*)")
OBSERVATION = re.compile(r"^Observation(?: \d+)?: ?(.*)")
FINAL = re.compile(r"^Final Answer: ?(.*)")
REFLECTION = re.compile(r"^Reflections?: ?(.*)")
CORRECT = re.compile(r"^Correct answer: ?(.*)")
PREVIOUS = re.compile(r"^Previous Trial:")
RULE = re.compile(r"^(?:-{13}|-{17}|#{20,})\s*$")
BANNER = re.compile(r"^-+ BEGIN (\w+) AGENTS -+")
TRIAL = re.compile(r"^BEGIN TRIAL (\d+)")
SUMMARY = re.compile(r"^Trial summary: (.*)")
SCORES = re.compile(r"^\d+ \d+\.\d+ \d+\.\d+ \d+\.\d+\s*$")
SCORE = re.compile(r"^Your score \(min 0\.0, max 1\.0\): (\d+(?:\.\d+)?)")
REWARD = re.compile(r"""['"]reward['"]: (True|False|[01](?:\.0)?)\b""")
TRIED_BEFORE = "You have attempted to answer"
RESET = "reset"
FAILED = re.compile(r"^Could not find \[")
"""These logs mark no error; what a search did not find is counted as one."""
INVALID = re.compile(r"^Invalid action", re.I)
NOT_COUNTED = "actions that the environment did not know: shown as invalid, not counted as errors"


class Episodes:
    def __init__(self, out: Out) -> None:
        self.out = out
        self._run: RunOut | None = None
        self._field = ""
        """What the lines that follow belong to; empty is nothing."""
        self._held: dict[str, list[str]] = {}
        self._asked = False
        self._trial = ""
        self._group = ""
        self._answer: str | None = None

    def take(self, line: str) -> None:
        if found := OPENING.match(line):
            self._begin()
            self._start("question", found[1])
        elif self._boundary(line):
            self._flush()
            self._field = ""
        elif found := INPUT.match(line):
            self._start("input", found[1])
        elif found := THOUGHT.match(line):
            self._flush_before("thought")
            self._start("thought", found[1])
        elif found := ACTION.match(line):
            if found[1].strip() == RESET:
                self._begin()
                self._field = "reset"
                self._held["reset"] = []
                return
            self._flush_before("action")
            self._start("action", found[1])
        elif found := OBSERVATION.match(line):
            self._start("observation", found[1])
        elif found := FINAL.match(line):
            self._flush_before("action")
            self._start("final", found[1])
        elif found := REFLECTION.match(line):
            self._flush_before("reflection")
            self._start("reflection", found[1])
        elif found := CORRECT.match(line):
            self._flush()
            self._start("correct", found[1])
        elif self._run is not None and (found := REWARD.search(line)) and line.startswith("{"):
            self._flush()
            self._judge(found[1] in ("True", "1", "1.0"), line)
            self._field = ""
        elif self._field and self._run is not None:
            self._held[self._field].append(line)

    def end(self) -> None:
        self._close()

    def _boundary(self, line: str) -> bool:
        if found := TRIAL.match(line):
            self._close()
            self._trial, self._group = found[1], ""
        elif found := SUMMARY.match(line):
            self._close()
        elif found := BANNER.match(line):
            self._close()
            self._group = found[1].lower()
        elif PREVIOUS.match(line):
            self._close()
        else:
            return bool(RULE.match(line) or SCORES.match(line))
        return True

    # runs

    def _begin(self) -> None:
        self._close()
        self._run = self.out.run(paradigm="react")
        if self._trial:
            self._run.imported["trial"] = self._trial
        if self._group:
            self._run.imported["group"] = self._group

    def _close(self) -> None:
        run = self._run
        if run is None:
            return
        self._flush()
        if self._answer is not None:
            run.stopped("success", "finished", self._answer)
        elif self._group == "halted" and run.last is not None:
            run.stopped("limit", "halted without an answer")
        self._run, self._answer, self._asked, self._field, self._held = None, None, False, "", {}

    def _judge(self, passed: bool, found: str) -> None:
        if self._run is not None:
            self._run.judged(passed, [Check("answer", passed, found[:500])])

    # steps

    def _start(self, field: str, text: str) -> None:
        if self._run is None:
            return
        if self._field == "question" and field != "question":
            self._ask()
        self._field = field
        self._held.setdefault(field, []).append(text)

    def _flush_before(self, field: str) -> None:
        """A step ends where the next thought begins, or an action that has none before it."""
        if field != "action" or "action" in self._held or "observation" in self._held:
            self._flush()

    def _text(self, field: str) -> str | None:
        lines = self._held.pop(field, None)
        return None if lines is None else "\n".join(lines).rstrip("\n")

    def _ask(self) -> None:
        run, text = self._run, self._text("question")
        if run is None or text is None:
            return
        question, tried, before = text.partition(TRIED_BEFORE)
        run.question = question.strip()
        run.ask("question", "user", {"role": "user", "content": f"Question: {run.question}"})
        if tried:
            run.ask("note", "user", {"role": "user", "content": tried + before})

    def _flush(self) -> None:
        """Tells what is held, in the order in which it was printed."""
        run = self._run
        if run is None:
            return
        self._ask()
        if "reset" in self._held:
            self._began(run)
        thought, action, given = self._text("thought"), self._text("action"), self._text("input")
        observation, final = self._text("observation"), self._text("final")
        reflection, correct = self._text("reflection"), self._text("correct")
        if action is not None:
            self._step(run, thought, action, given, observation)
        elif thought is not None and final is None:
            self._say(run, f"Thought: {thought}", Reading(answer=thought))
            if observation is not None:
                run.ask("observation", "user", {"role": "user", "content": observation})
        if final is not None:
            text = f"Thought: {thought}\nFinal Answer: {final}" if thought else final
            self._say(run, text, Reading(thought=thought or "", answer=final))
            self._answer = final
        if reflection is not None:
            self._reflect(run, reflection)
        if correct is not None:
            run.imported["correct_answer"] = correct.strip()
        self._field = ""

    def _say(self, run: RunOut, text: str, reading: Reading) -> None:
        run.replied(
            at=None,
            text=text,
            dialect="text",
            reading=reading,
            message={"role": "assistant", "content": text},
        )

    def _step(
        self, run: RunOut, thought: str | None, action: str, given: str | None, seen: str | None
    ) -> None:
        name, argument = _read(action, given)
        call = run.wish("", name, {"input": argument})
        said = [f"Thought: {thought}"] if thought is not None else []
        said.append(f"Action: {action}")
        said += [f"Action Input: {given}"] if given is not None else []
        self._say(run, "\n".join(said), Reading(thought=thought or "", calls=(call,)))
        if name.lower() == "finish":
            self._answer = argument
        if seen is None:
            self.out.report.lose("calls without a result in the file")
            return
        if found := SCORE.match(seen):
            score = float(found[1])
            run.imported["score"] = score
            self._judge(score == 1.0, seen)
        elif seen.startswith("Answer is "):
            self._judge(seen.startswith("Answer is CORRECT"), seen)
        answered = run.pairing.answer("") or call
        message = {"role": "user", "content": f"Observation: {seen}"}
        outcome: Outcome = "error" if FAILED.match(seen) else "ok"
        if INVALID.match(seen):
            outcome = "invalid"
            self.out.report.errors -= 1
            self.out.report.lose(NOT_COUNTED)
        run.returned(answered, seen, at=None, outcome=outcome, message=message)

    def _began(self, run: RunOut) -> None:
        """After the environment's own first action, which no model asked for."""
        self._held.pop("reset")
        seen = self._text("observation") or ""
        call = run.wish("", RESET, {})
        run.pairing.answer("")
        asked = seen.partition("Instruction:")[2].strip()
        run.question = asked.partition("\n[")[0].strip() or seen.strip()
        run.returned(call, seen, at=None, message={"role": "user", "content": seen})

    def _reflect(self, run: RunOut, text: str) -> None:
        """What stands before the first step was remembered from earlier tries; what stands after
        the last one is a reply of its own."""
        if run.last is not None:
            run.replied(at=None, text=text, dialect="text", actor="reflector",
                        reading=Reading(thought=text))  # fmt: skip
        else:
            run.ask("note", "user", {"role": "user", "content": f"Reflections: {text}"})


def _read(action: str, given: str | None) -> tuple[str, str]:
    """`Search[Jonny Craig]`, or a name with the input on a line of its own."""
    if given is not None:
        return action.strip()[:100] or "unknown", given
    name, bracket, rest = action.partition("[")
    if not bracket or not name.strip():
        return action.strip()[:100] or "unknown", ""
    rest = rest.rstrip()
    return name.strip()[:100], rest[:-1] if rest.endswith("]") else rest
