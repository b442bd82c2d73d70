"""Does a result speak of what a step's task asks for? A comparison of words, no judgement."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from agents.evidence.records import parsed, prose
from agents.evidence.story import Act
from agents.evidence.words import CJK, ID, words

ENOUGH = 0.5
"""Share of the task's words that the result must hold. Right passages of the bundled handbook
hold two thirds or more, their nearest neighbours mostly less than half."""
LEAST = 2
"""A single word says too little."""
_QUALIFIED = re.compile(r"\b([A-Z][\w’'-]+)\s*(?:\(([A-Z][^()]*)\)|,\s+([A-Z][\w’'-]+))")
_KIND = re.compile(
    r"\b([A-Z][\w’'-]+)(?:, | \()(?:the|a|an) (?:[\w.]+ ){0,2}?"
    r"(country|state|province|county|city|town|river|island|company|band|film|book)\b"
)
"""A name with what kind of thing it names: Georgia, the U.S. state."""


def mismatch(task: str, act: Act, question: str) -> str:
    """Why the result seems to be about something else; empty where it does not."""
    value = parsed(act.output)
    said, told = prose(value), words(prose(value, keys=True))
    if missing := sorted(set(ID.findall(task)) - set(ID.findall(said))):
        return f"its result does not name {', '.join(missing)}"
    if other := _another(act.call.arguments, value):
        return f"its result is of {other}"
    for subject, in_brackets, after_comma in _QUALIFIED.findall(f"{question}\n{act.asked}"):
        meant = in_brackets or after_comma
        if subject in task and subject in said and _elsewhere(subject, meant, value):
            return f"its result is about another {subject} than {subject} ({meant})"
    for subject, kind in _KIND.findall(task):
        kinds = {k for name, k in _KIND.findall(said) if name == subject}
        if kinds and kind not in kinds:
            return f"its result is about {subject}, the {' and the '.join(sorted(kinds))}"
    wanted = {word for word in words(task) if not CJK.match(word)}  # of another script than most
    shared = wanted & told
    if len(wanted) >= LEAST and len(shared) / len(wanted) < ENOUGH:
        return f"its result holds only {len(shared)} of the task's {len(wanted)} words"
    return ""


def _elsewhere(subject: str, meant: str, value: object) -> bool:
    """Only where the result qualifies the subject too: a record of short fields, one of which
    is the subject. "Lisbon, Bergen" in a question is a list and not a place with its country."""
    if not isinstance(value, dict) or meant.casefold() in prose(value).casefold():
        return False
    names = [v for v in value.values() if isinstance(v, str)]
    return subject in names and any(
        re.search(r"country|region|state|place|area|project|company", k) and v not in (None, "")
        for k, v in value.items()
    )


def _another(arguments: Mapping[str, Any], value: object) -> str:
    """A field that bears an argument's name and holds another name than was asked for. Only
    single words are compared: `PX` and `Project X` may be one and the same."""
    if not isinstance(value, dict):
        return ""
    for key, asked in arguments.items():
        got = value.get(key)
        if not (isinstance(asked, str) and isinstance(got, str) and asked and got):
            continue
        short, long = sorted((asked.casefold(), got.casefold()), key=len)
        may_be_one = long.startswith(short) and len(short) > 2
        if short.isalnum() and long.isalnum() and short != long and not may_be_one:
            return f"{key} {got} where {asked} was asked for"
    return ""
