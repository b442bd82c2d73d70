"""The scores of a trace's spans, given to its runs.

What our own export wrote becomes the verdict that it was. Of what others say, `pass` and `fail`
about a whole run are its verdict; everything else is kept as a score.
"""

from __future__ import annotations

from collections.abc import Iterable

from data.importers import otlp_own as own
from data.importers.otlp_runs import Runs, Work, order
from data.importers.otlp_span import Score, Span
from data.scenario import Check

PASSED = {"pass": True, "passed": True, "fail": False, "failed": False}
KEPT = ("name", "value", "label", "explanation", "error")


def judge(runs: Runs, spans: Iterable[Span]) -> None:
    judged: dict[str, tuple[Work, list[tuple[bool, Score]]]] = {}
    for span in sorted((span for span in spans if span.scores), key=order):
        work = runs.work_of(span)
        whole = span is work.agent or not span.parent
        found = judged.setdefault(work.run.run_id, (work, []))[1]
        found += [(whole, told) for told in span.scores]
        for told in span.scores:
            if told.get("own", own.SCORE) == own.SCORE:
                about = {key: told[key] for key in KEPT if key in told}
                about |= {} if whole else {"span": span.id}
                work.run.imported.setdefault("scores", []).append(about)
    for work, found in judged.values():
        _verdict(work, found)


def _verdict(work: Work, found: list[tuple[bool, Score]]) -> None:
    """`found` are scores, and whether each is about the whole run."""
    verdicts = [told for _, told in found if told.get("own") == own.VERDICT]
    if verdicts:
        checks = _checks(told for _, told in found if told.get("own") == own.CHECK)
        work.run.judged(_passed(verdicts[-1]), checks)
    elif checks := _checks(told for whole, told in found if whole and "own" not in told):
        work.run.judged(all(check.passed for check in checks), checks)


def _checks(scores: Iterable[Score]) -> list[Check]:
    return [
        Check(told.get("name", ""), passed, told.get("explanation", ""))
        for told in scores
        if (passed := _passed(told)) is not None
    ]


def _passed(told: Score) -> bool | None:
    return PASSED.get(told.get("label", "").strip().lower())
