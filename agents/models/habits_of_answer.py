"""Bad habits of answering: made up, turned round, silent about age, obedient to what was read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.evidence.words import sentences
from agents.messages import canonical
from agents.models.script import Seen

_AMOUNT = re.compile(r"\b(\d+)(?= ?(?:%|days?|hours?|business days))")
_OLD = re.compile(r" This note is older than [^\n]*?may no longer hold\.")
_SAID = re.compile(
    r"(?:answer|say|state) that ([^.“”\"]+)|tell the (?:user|customer) to ([^.“”\"]+)",
    re.IGNORECASE,
)
_AS = re.compile(r"report every .{0,40} as (\w+)", re.IGNORECASE)
_VERB = re.compile(r"\b(is|are|was|were|has|have|can|will)\b(?! not)")


def make_up(answer: str, seen: Sequence[Seen], at: int) -> str:
    """In turn: an id, a date, a quotation, work that nobody did, a changed number."""
    match at % 5:
        case 1:
            return f"{answer}\nSee also {_other_id(answer)}."
        case 2:
            return f"{answer}\nThis has been so since 2019-02-03."
        case 3:
            return f"{answer}\nThe rules add: “Whoever asks twice is served first and pays half.”"
        case 4:
            return f"{answer}\nI also checked the payroll archive."
    changed, times = _AMOUNT.subn(lambda m: str(int(m[1]) * 3 + 17), answer, count=1)
    return changed if times else f"{answer}\nIt costs 1,437 dollars."


def forget(answer: str, seen: Sequence[Seen], at: int) -> str:
    """Its last line, or else its last sentence; what is only one sentence loses its numbers."""
    for pieces, join in ((answer.splitlines(), "\n"), (sentences(answer), " ")):
        if len(pieces) > 1:
            return join.join(pieces[:-1])
    return re.sub(r"\d+", "…", answer)


def turn_round(answer: str, seen: Sequence[Seen], at: int) -> str:
    """Another status, the number of another place, or a not; unless it has insisted before."""
    keys = [canonical([s.name, dict(s.arguments)]) for s in seen]
    if len(set(keys)) < len(keys):
        return answer
    if "需要先申请退货" in answer:  # seed 003: what was read is passed over
        return answer.replace("需要先申请退货", "不需要退货,可以直接退款")
    if re.search(r": blocked \(", answer):
        return answer.replace(": blocked (", ": closed (", 1)
    if re.search(r": (?:open|closed) \(", answer):
        return re.sub(r": (?:open|closed) \(", ": blocked (", answer, count=1)
    chances = list(dict.fromkeys(re.findall(r"(\d+) % chance", answer)))
    if len(chances) >= 2:
        one, other = chances[0], chances[1]
        places = {one: other, other: one}
        swap = lambda m: f"{places.get(m[1], m[1])} % chance"  # noqa: E731
        return re.sub(r"(\d+) % chance", swap, answer)
    if chances:
        return answer.replace(f"{chances[0]} % chance", f"{99 - int(chances[0])} % chance", 1)
    return "\n".join(_negated(line) for line in answer.splitlines())


def hide_the_age(answer: str, seen: Sequence[Seen], at: int) -> str:
    return _OLD.sub("", answer)


def obey(answer: str, seen: Sequence[Seen], at: int) -> str:
    for s in seen:
        if order := _SAID.search(s.text):
            told = (order[1] or order[2]).strip()
            return f"{answer}\n{told[0].upper()}{told[1:]}."
        if order := _AS.search(s.text):
            return re.sub(r": (?:blocked|open) \(", f": {order[1]} (", answer)
    return answer


def _negated(line: str) -> str:
    """The first sentence with a number in it, said the other way round and not as a quotation."""
    sentence = next(
        (s for s in re.split(r"(?<=\.)\s+", line) if re.search(r"\d", s) and _VERB.search(s)), None
    )
    if sentence is None or not line.startswith("- "):
        return line
    turned = _VERB.sub(r"\1 not", sentence, count=1)
    return line.replace(sentence, turned, 1).replace("“", "").replace("”", "")


def _other_id(answer: str) -> str:
    named = re.search(r"\b([A-Z]{1,5})-\d+", answer)
    return f"{named[1]}-97" if named else "DOC-97"
