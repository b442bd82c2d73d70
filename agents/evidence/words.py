"""Comparing texts by code alone: content words, numbers, ids, dates, quotations, sentences."""

from __future__ import annotations

import re

ID = re.compile(r"\b[A-Z]{1,6}-\d+(?:\.\d+)*\b")
DATE = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")
NUMBER = re.compile(r"(?<![\w.-])-?\d+(?:[.,]\d+)*")
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")
QUOTED = re.compile(r"“([^”]*)”|\"([^\"\n]*)\"|«([^»]*)»")
NEGATION = re.compile(
    r"\b(not|no|never|none|nothing|nor|neither|without|cannot)\b|n[’']t\b", re.IGNORECASE
)

# of no topic: grammar, what a task tells one to do, and days, which any question may name
STOP = frozenset(
    re.findall(
        r"\S+",
        """a about after all also am an and any are as at be been before both but by can could
        did do does done each every for from get give given gives had has have he her here his
        how i if in into is it its just let may me might more most must my need needs no nor
        not now of off on one only or other our out over please she should so some such than
        that the their them then there these they this those through to too under until up
        upon us very was we were what when where which while who whom whose why will with
        would you your ask check fetch find list look search show tell retrieve call tool
        query today tomorrow yesterday true false null none""",
    )
)
_ONES = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    "|sixteen|seventeen|eighteen|nineteen"
)
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
NUMBER_WORDS = {word: str(value) for value, word in enumerate(_ONES.split("|"))} | {
    word: str(value * 10) for value, word in enumerate(_TENS.split("|"), 2)
}
_VALUE = re.compile(r"[\"'] ?: ?$|\w=$")
"""What stands before the value of a field or an argument, which quotes nobody."""
_PROMISE = re.compile(
    r"^(?:(?:next|now|then|first|second|after that|ok(?:ay)?|sure|alright)\b[,:]?\s+)?"
    r"(?:(?:i(?:['’]ll| will| shall| am going to|['’]m going to| need to| still need to)|let me"
    r"|the next step is to|next step: )\s*)"
    r"(?:now |next |first |also |quickly |then )?"
    r"(?:look|search|find|check|fetch|call|get(?! back)|query|retrieve|consult|read|verify)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)?|\d+(?:\.\d+)*", re.UNICODE)
_SENTENCE = re.compile(r"(?<=[.!?;])[”\"’)]*\s+|\n+")
_ENDINGS = ("ations", "ation", "ingly", "ings", "ing", "edly", "ied", "ies", "ed", "es", "s")


def stem(word: str) -> str:
    """Rough on purpose: `cancelled`, `cancels` and `cancellation` should meet."""
    word = word.lower().removesuffix("’s").removesuffix("'s")
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            base = word.removesuffix(ending)
            base = base + "y" if ending in ("ies", "ied") else base
            if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "aeios":
                base = base[:-1]
            return base.rstrip("e") or base
    return word.rstrip("e") if len(word) > 4 else word


def words(text: str) -> set[str]:
    """Stems of the words that carry a topic; ids stay whole beside their parts, and Chinese and
    Japanese, which put no space between words, count by pairs of signs."""
    plain = text.replace("_", " ")
    found = {
        stem(w)
        for w in _WORD.findall(plain)
        if w.lower() not in STOP
        and (len(w) > 2 or w[0].isdigit() or (w.isupper() and len(w) == 2))
        and not CJK.match(w)
    }
    pairs = {run[i : i + 2] for run in CJK.findall(text) for i in range(len(run) - 1)}
    return found | pairs | {id_.lower() for id_ in ID.findall(text)}


def sentences(text: str) -> list[str]:
    return [s.strip() for s in _SENTENCE.split(text) if s.strip()]


def unquoted(text: str) -> str:
    return QUOTED.sub(" ", text)


def quotations(text: str, least: int = 4) -> list[str]:
    """Quoted passages of at least so many words; shorter ones are names, not evidence."""
    found = (
        "".join(filter(None, match.groups()))
        for match in QUOTED.finditer(text)
        if not _VALUE.search(text[max(0, match.start() - 4) : match.start()])
    )
    return [quote for quote in found if len(quote.split()) >= least]


def letters(text: str) -> str:
    """Only letters and digits, one space between: quoting does not change it."""
    return " ".join(re.findall(r"\w+", text.lower()))


def numbers(text: str) -> set[str]:
    return {normal(n) for n in NUMBER.findall(text)}


def normal(number: str) -> str:
    """`1,000.50` and `1000.5` are one number; what cannot be read as one stays as it is."""
    plain = re.sub(r",(?=\d{3}\b)", "", number).replace(",", ".")
    try:
        return f"{float(plain):g}" if len(plain) < 15 else plain
    except ValueError:
        return plain


def spelled(text: str) -> set[str]:
    """Numbers that a text writes as words."""
    return {value for _, value, _ in in_words(text)}


def in_words(text: str) -> list[tuple[str, str, int]]:
    """Each number written as a word: the word, its value, and where it ends."""
    found = re.finditer(rf"\b({_TENS}|{_ONES})\b(?:[- ]({_ONES})\b)?", text, re.IGNORECASE)
    numbers_found = []
    for match in found:
        tens, ones = match[1].lower(), (match[2] or "").lower()
        value = int(NUMBER_WORDS[tens])
        joined = bool(ones) and value >= 20 and 0 < int(NUMBER_WORDS[ones]) < 10
        value += int(NUMBER_WORDS[ones]) if joined else 0
        end = match.end() if joined else match.end(1)
        numbers_found.append((text[match.start() : end], str(value), end))
    return numbers_found


def promises(text: str) -> bool:
    """Does the last sentence announce a look-up (seed 002's unkept promise)?"""
    last = sentences(text)[-1:] or [""]
    return bool(_PROMISE.match(last[0].lstrip("*_>#- ")))


def shorten(text: str, most: int = 80) -> str:
    """For a finding's sentence only; the whole text stands in the event that it points to."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
