"""Days as a text names them: 2026-09-10, 10 September, Sept. 10th, 2026."""

from __future__ import annotations

import re

from agents.evidence.words import DATE

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec"
_MONTH = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_NAMED = re.compile(
    rf"\b{_DAY}\s+(?:of\s+)?{_MONTH}\b\.?(?:,?\s+\d{{4}}\b)?|\b{_MONTH}\b\.?\s+{_DAY}\b(?:,?\s+\d{{4}}\b)?",
    re.IGNORECASE,
)
_STAMP = re.compile(r"(?<=\d)T(?=\d\d:)")


def days(text: str) -> set[str]:
    """MM-DD of every day that the text names, in figures or with its month's name."""
    return {day[5:] for day in DATE.findall(text)} | {day for _, day in named_days(text)}


def named_days(text: str) -> list[tuple[str, str]]:
    """As written, and as MM-DD."""
    found = []
    for match in _NAMED.finditer(text):
        day, month = (match[1], match[2]) if match[1] else (match[4], match[3])
        number = _MONTHS.split().index(month[:3].lower()) + 1
        found.append((match.group(), f"{number:02}-{int(day):02}"))
    return found


def without_days(text: str) -> str:
    return _NAMED.sub(" ", DATE.sub(" ", text))


def spread(text: str) -> str:
    """With years, months, days, hours as numbers of their own."""
    apart = DATE.sub(lambda m: m.group().replace("-", " "), text)
    return _STAMP.sub(" ", apart)
