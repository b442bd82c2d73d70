"""Lines of printed ReAct runs, gathered into steps."""

from __future__ import annotations

from agents.events import Reading
from data.importers.react_lines import (
    ACTION,
    BANNER,
    CORRECT,
    FINAL,
    INPUT,
    OBSERVATION,
    OPENING,
    PREVIOUS,
    REFLECTION,
    RESET,
    REWARD,
    RULE,
    SCORES,
    SUMMARY,
    THOUGHT,
    TRIAL,
    TRIED_BEFORE,
)
from data.importers.react_steps import began, judge, reflect, say, step
from data.importers.writing import Out, RunOut


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
            judge(self._run, found[1] in ("True", "1", "1.0"), line)
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
            self._held.pop("reset")
            began(run, self._text("observation") or "")
        thought, action, given = self._text("thought"), self._text("action"), self._text("input")
        observation, final = self._text("observation"), self._text("final")
        reflection, correct = self._text("reflection"), self._text("correct")
        if action is not None:
            answer = step(run, thought, action, given, observation)
            self._answer = answer if answer is not None else self._answer
        elif thought is not None and final is None:
            say(run, f"Thought: {thought}", Reading(answer=thought))
            if observation is not None:
                run.ask("observation", "user", {"role": "user", "content": observation})
        if final is not None:
            text = f"Thought: {thought}\nFinal Answer: {final}" if thought else final
            say(run, text, Reading(thought=thought or "", answer=final))
            self._answer = final
        if reflection is not None:
            reflect(run, reflection)
        if correct is not None:
            run.imported["correct_answer"] = correct.strip()
        self._field = ""
