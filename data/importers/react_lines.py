"""How the lines of printed ReAct runs begin, and what an action says."""

from __future__ import annotations

import re

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


def name_and_input(action: str, given: str | None) -> tuple[str, str]:
    """`Search[Jonny Craig]`, or a name with the input on a line of its own."""
    if given is not None:
        return action.strip()[:100] or "unknown", given
    name, bracket, rest = action.partition("[")
    if not bracket or not name.strip():
        return action.strip()[:100] or "unknown", ""
    rest = rest.rstrip()
    return name.strip()[:100], rest[:-1] if rest.endswith("]") else rest
