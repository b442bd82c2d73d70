"""The interface's texts, each under a key with its languages beside each other.

A language is added by adding it to LANGUAGES and to the entries of these modules; what an entry
does not have in it is shown in English. No text of a trace ever passes through here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from dashboard.words import (
    alerts,
    ask,
    captions,
    captions_calls,
    charts,
    components,
    config,
    errors,
    faults,
    figures,
    findings,
    forking,
    formats,
    guide,
    imports,
    known,
    lab,
    lab_cost,
    lab_tables,
    lanes,
    options,
    player,
    published,
    questions,
    reference,
    replay,
    runs,
    settings,
    shell,
    steps,
    summary,
    tour,
    trial_results,
    trials,
)

LANGUAGES = {"en": "English", "zh": "中文"}
ENGLISH = "en"
SPOKEN = "language"
"""The setting that keeps the choice."""

TEXTS: Mapping[str, Mapping[str, str]] = {
    **shell.TEXTS,
    **guide.TEXTS,
    **reference.TEXTS,
    **tour.TEXTS,
    **lab.TEXTS,
    **trials.TEXTS,
    **trial_results.TEXTS,
    **settings.TEXTS,
    **runs.TEXTS,
    **replay.TEXTS,
    **published.TEXTS,
    **questions.TEXTS,
    **options.TEXTS,
    **lab_tables.TEXTS,
    **lab_cost.TEXTS,
    **imports.TEXTS,
    **forking.TEXTS,
    **config.TEXTS,
    **charts.TEXTS,
    **ask.TEXTS,
    **formats.TEXTS,
    **captions.TEXTS,
    **captions_calls.TEXTS,
    **alerts.TEXTS,
    **summary.TEXTS,
    **faults.TEXTS,
    **steps.TEXTS,
    **lanes.TEXTS,
    **figures.TEXTS,
    **player.TEXTS,
    **known.TEXTS,
    **components.TEXTS,
    **errors.TEXTS,
    **findings.TEXTS,
}

_spoken = ENGLISH
_here: ContextVar[str] = ContextVar("language", default="")


def speak(language: str) -> None:
    """Of this process: a dashboard keeps the choice with its database."""
    global _spoken
    _spoken = language if language in LANGUAGES else ENGLISH


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Only within, and only of this thread or task: programs are always told in English. Empty is
    the language of the process."""
    before = _here.set(language)
    try:
        yield
    finally:
        _here.reset(before)


def spoken() -> str:
    return _here.get() or _spoken


def t(key: str, language: str = "", /, **values: object) -> str:
    """The text in that language, or in the one that is spoken. Raises KeyError for no such key."""
    said = TEXTS[key]
    text = said.get(language or spoken()) or said[ENGLISH]
    return text.format(**values) if values else text
