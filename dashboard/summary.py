"""The sentence above a finished comparison: plain words, and only what was measured."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.alerts import alerts
from dashboard.faults import fault_names
from dashboard.formats import count, short, times
from dashboard.lanes import Lane, lane_names

_NUMBERS = ("none", "one", "two", "three", "four", "five", "six")
Names = dict[int, str]
"""id(lane) -> its name inside a sentence."""

_SAME = 1.005
"""Token sums this close are said to be alike."""


def summary(lanes: Sequence[Lane]) -> str:
    """`summary_parts` in one line."""
    return " ".join(part for part in summary_parts(lanes) if part)


def summary_parts(lanes: Sequence[Lane]) -> tuple[str, str]:
    """How it went, and what was measured. Empty while a lane runs, and without lanes.

    Names of imported runs are text from outside: show it as text.
    """
    if not lanes or any(lane.run.status == "running" for lane in lanes):
        return "", ""
    names = dict(zip((id(lane) for lane in lanes), _names(lanes), strict=True))
    facts = [fact for fact in (_tokens(lanes, names), _checks(lanes, names)) if fact]
    said = [_sentence("; ".join(facts))] if facts else []
    if faulty := _faults(lanes, names):
        said.append(_sentence(faulty))
    return _outcome(lanes, names), " ".join(said)


def _answered(lane: Lane) -> bool:
    return lane.run.answer is not None and lane.run.status in ("success", "partial", "limit")


def _outcome(lanes: Sequence[Lane], names: Names) -> str:
    """By verdict where every answer has one, else by whether there is an answer."""
    answers = [lane for lane in lanes if _answered(lane)]
    judged = bool(answers) and all(lane.run.passed is not None for lane in answers)
    verb = "passed" if judged else "answered"
    good = [lane for lane in answers if lane.run.passed] if judged else answers
    bad = [lane for lane in lanes if lane not in good]
    partial = [lane for lane in good if lane.run.status in ("partial", "limit")]
    part = f", {_list(partial, names)} only in part" if partial and len(lanes) > 1 else ""
    if not bad:
        return _sentence(f"{_everyone(lanes, names)} {verb}{part}")
    why = "; ".join(_failures(bad, names))
    if len(lanes) == 1:
        return _sentence(why)
    if not good:
        nobody = "neither" if len(lanes) == 2 else "none"
        return _sentence(f"{nobody} {verb}: {why}")
    return _sentence(f"{_number(len(good))} of {_number(len(lanes))} {verb}{part}; {why}")


def _failures(bad: Sequence[Lane], names: Names) -> list[str]:
    """Lanes that failed alike are named together."""
    by_reason: dict[str, list[Lane]] = {}
    for lane in bad:
        by_reason.setdefault(_reason(lane), []).append(lane)
    return [
        f"{_list(failed, names)} {reason.replace('was ', 'were ') if len(failed) > 1 else reason}"
        for reason, failed in by_reason.items()
    ]


def _reason(lane: Lane) -> str:
    if _answered(lane):
        return "answered wrongly"
    return {
        "error": "ended in an error",
        "limit": "stopped at a limit",
        "cancelled": "was cancelled",
        "interrupted": "was interrupted",
        "stale": "has sent nothing for a while",
    }.get(lane.run.status, "gave no answer")


def _tokens(lanes: Sequence[Lane], names: Names) -> str:
    """Compares what the lanes that answered read: a lane that broke off read little for nothing."""
    ended = [lane for lane in lanes if _answered(lane)]
    known = [lane for lane in ended if lane.run.input_tokens and not lane.run.unknown_usage]
    known.sort(key=_read)
    said = []
    if known and len(lanes) == 1:
        said.append(f"it read {count(_read(known[0]))} tokens")
    elif known:
        said.append(_compared(known, names))
    unsure = [lane for lane in ended if lane not in known]
    if unsure:
        who = "it" if len(lanes) == 1 else _list(unsure, names)
        said.append(f"what {who} read is not fully known")
    return "; ".join(said)


def _compared(known: Sequence[Lane], names: Names) -> str:
    """`known` is sorted by what each read."""
    least = _read(known[0])
    alike = [lane for lane in known if _read(lane) < least * _SAME]
    rest = known[len(alike) :]
    first = _list(alike, names)
    about = "" if least == _read(alike[-1]) else "about "
    if len(known) == 1:
        return f"{first} read {count(least)} tokens"
    if not rest:
        return f"{first} read equally many tokens ({about}{count(least)})"
    said = f"{first} read the fewest tokens ({about}{count(least)})"
    if len(rest) > 2:
        return f"{said}, {names[id(rest[-1])]} the most, {times(_read(rest[-1]), least)} as many"
    return said + "".join(f", {_more(lane, least, names)}" for lane in rest)


def _more(lane: Lane, least: int, names: Names) -> str:
    if _read(lane) < least * 1.1:
        return f"{names[id(lane)]} a little more ({count(_read(lane))})"
    return f"{names[id(lane)]} {times(_read(lane), least)} as many"


def _read(lane: Lane) -> int:
    """What its inner runs read is part of what the answer took."""
    return lane.run.whole_input_tokens or 0


def _checks(lanes: Sequence[Lane], names: Names) -> str:
    unchecked = [
        lane
        for lane in lanes
        if any(alert.kind == "unchecked" for alert in alerts(lane.run, lane.steps))
    ]
    if not unchecked:
        return ""
    whose = "its" if len(unchecked) == 1 else "their"
    return f"{_list(unchecked, names)} did not check {whose} results"


def _faults(lanes: Sequence[Lane], names: Names) -> str:
    """Faults of the tools, switched on for the run: part of the question, not of the answer."""
    by_faults: dict[str, list[Lane]] = {}
    for lane in lanes:
        if faults := fault_names(lane.run.rig):
            by_faults.setdefault(short(" and ".join(faults), 80), []).append(lane)
    everyone = [list(lanes) == found for found in by_faults.values()] == [True]
    return "; ".join(
        f"{'the tools' if everyone else f'the tools of {_list(found, names)}'} had "
        f"a fault on purpose: {faults}"
        for faults, found in by_faults.items()
    )


def _names(lanes: Sequence[Lane]) -> list[str]:
    """As said inside a sentence: `the fixed plan`, `function calling`, `ReAct`."""
    said = []
    for name in lane_names([lane.run for lane in lanes]):
        name = short(" ".join(name.split()), 44)
        for title, spoken in (
            ("Plan & execute", "the fixed plan"),
            ("Plan & replan", "the checked plan"),
            ("Function calling", "function calling"),
        ):
            if name.startswith(title):
                name = spoken + name.removeprefix(title)
        said.append(name)
    return said


def _everyone(lanes: Sequence[Lane], names: Names) -> str:
    number = len(lanes)
    return {1: names[id(lanes[0])], 2: "both"}.get(number, f"all {_number(number)}")


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else count(number)


def _list(lanes: Sequence[Lane], names: Names) -> str:
    said = [names[id(lane)] for lane in lanes]
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."
