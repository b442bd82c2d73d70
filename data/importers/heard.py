"""What a person said later in a run whose requests each hold the whole conversation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

OBSERVED = re.compile(r"^\s*(?:Observation|Function Result)s?(?: \d+)?:")
"""How a result begins that is given to a model as the user's message (ReAct in plain text)."""

PREAMBLE = ("<environment_context>", "<user_instructions>", "<permissions", "# AGENTS.md", "<INSTR",
            "<turn_aborted>", "<collaboration_mode>", "<skill")  # fmt: skip
"""How begins what Codex says to its model in the user's name."""


TASK = "New task:\n"
"""How smolagents gives an agent its task, after it has made it plan with a prompt of its own."""


def task_in(question: str, text: str) -> str:
    """The question, or the task that a later request gives and the question is a template of."""
    task = text.removeprefix(TASK).strip() if text.startswith(TASK) else ""
    return task if task and task in question else question


def by_program(text: str) -> bool:
    return text.startswith(PREAMBLE)


def question_of(texts: Iterable[str]) -> str:
    """Of the user's messages in a request, the first that a person wrote; empty where none did."""
    return next((text for text in texts if not by_program(text)), "")


class Heard:
    """Of one run. Its requests may belong to several conversations (an agent's, and that of a
    grader which is asked in between); one that begins with words that no earlier request held is
    another conversation. A window that slides over a long one still begins with known words."""

    def __init__(self) -> None:
        self._told: dict[str, Counter[str]] = {}
        """A message -> how often each message was told in the conversation that it stands in."""

    def new(self, texts: Iterable[str]) -> list[str]:
        """`texts` are the user's messages in a request, the first one first. Those that no earlier
        request of the conversation held; of a request that begins one, none."""
        said = [t for t in texts if t.strip() and not OBSERVED.match(t) and not by_program(t)]
        if not said:
            return []
        begun = self._told.get(said[0])
        told = Counter() if begun is None else begun
        found: list[str] = []
        here: Counter[str] = Counter()
        for text in said:
            here[text] += 1
            if here[text] > told[text]:
                told[text] = here[text]
                found.append(text)
            self._told.setdefault(text, told)
        return [] if begun is None else found
