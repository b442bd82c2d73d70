"""The sentence above a finished comparison: plain words, and only what was measured."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.alerts import alerts
from dashboard.faults import fault_names
from dashboard.formats import count, listed, paradigm_name, short, spaced, times
from dashboard.lanes import Lane, lane_names
from dashboard.words import t
from dashboard.words.many import many

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
    said = [_sentence(t("summary.then").join(facts))] if facts else []
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
    part = t("summary.part", who=_list(partial, names)) if partial and len(lanes) > 1 else ""
    if not bad:
        return _sentence(t(f"summary.all.{verb}", who=_everyone(lanes, names), part=part))
    why = t("summary.then").join(_failures(bad, names))
    if len(lanes) == 1:
        return _sentence(why)
    if not good:
        nobody = "neither" if len(lanes) == 2 else "none"
        return _sentence(t(f"summary.{nobody}.{verb}", why=why))
    told = {"good": _number(len(good)), "all": _number(len(lanes)), "part": part, "why": why}
    return _sentence(t(f"summary.some.{verb}", **told))


def _failures(bad: Sequence[Lane], names: Names) -> list[str]:
    """Lanes that failed alike are named together."""
    by_reason: dict[str, list[Lane]] = {}
    for lane in bad:
        by_reason.setdefault(_reason(lane), []).append(lane)
    return [
        many(f"summary.why.{reason}", len(failed), who=_list(failed, names))
        for reason, failed in by_reason.items()
    ]


def _reason(lane: Lane) -> str:
    if _answered(lane):
        return "wrong"
    known = lane.run.status in ("error", "limit", "cancelled", "interrupted", "stale")
    return lane.run.status if known else "none"


def _tokens(lanes: Sequence[Lane], names: Names) -> str:
    """Compares what the lanes that answered read: a lane that broke off read little for nothing."""
    ended = [lane for lane in lanes if _answered(lane)]
    known = [lane for lane in ended if lane.run.input_tokens and not lane.run.unknown_usage]
    known.sort(key=_read)
    said = []
    if known and len(lanes) == 1:
        read = count(_read(known[0]))
        said.append(t("summary.read", who=t("summary.it"), tokens=read))
    elif known:
        said.append(_compared(known, names))
    unsure = [lane for lane in ended if lane not in known]
    if unsure:
        who = t("summary.it") if len(lanes) == 1 else _list(unsure, names)
        said.append(t("summary.read-unsure", who=who))
    return t("summary.then").join(said)


def _compared(known: Sequence[Lane], names: Names) -> str:
    """`known` is sorted by what each read."""
    least = _read(known[0])
    alike = [lane for lane in known if _read(lane) < least * _SAME]
    rest = known[len(alike) :]
    first = _list(alike, names)
    read = count(least)
    if least != _read(alike[-1]):
        read = t("summary.about", tokens=read)
    if len(known) == 1:
        return t("summary.read", who=first, tokens=count(least))
    if not rest:
        return t("summary.equally", who=first, tokens=read)
    said = t("summary.fewest", who=first, tokens=read)
    if len(rest) > 2:
        most = {"who": names[id(rest[-1])], "times": times(_read(rest[-1]), least)}
        return t("summary.most", said=said, **most)
    return t("summary.also").join([said, *(_more(lane, least, names) for lane in rest)])


def _more(lane: Lane, least: int, names: Names) -> str:
    who = names[id(lane)]
    if _read(lane) < least * 1.1:
        return t("summary.more", who=who, tokens=count(_read(lane)))
    return t("summary.times", who=who, times=times(_read(lane), least))


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
    return many("summary.unchecked", len(unchecked), who=_list(unchecked, names))


def _faults(lanes: Sequence[Lane], names: Names) -> str:
    """Faults of the tools, switched on for the run: part of the question, not of the answer."""
    by_faults: dict[str, list[Lane]] = {}
    for lane in lanes:
        if faults := fault_names(lane.run.rig):
            by_faults.setdefault(short(t("format.and").join(faults), 80), []).append(lane)
    everyone = [list(lanes) == found for found in by_faults.values()] == [True]
    key = "summary.faults" if everyone else "summary.faults-of"
    return t("summary.then").join(
        t(key, who=_list(found, names), faults=faults) for faults, found in by_faults.items()
    )


def _names(lanes: Sequence[Lane]) -> list[str]:
    """As said inside a sentence: `the fixed plan`, `function calling`, `ReAct`."""
    said = []
    for name in lane_names([lane.run for lane in lanes]):
        name = short(" ".join(name.split()), 44)
        for paradigm in ("plan-execute", "plan-replan", "function-calling"):
            title = paradigm_name(paradigm)
            if name.startswith(title):
                name = t(f"summary.name.{paradigm}") + name.removeprefix(title)
        said.append(name)
    return said


def _everyone(lanes: Sequence[Lane], names: Names) -> str:
    number = len(lanes)
    if number == 1:
        return names[id(lanes[0])]
    return t("summary.both") if number == 2 else t("summary.all", number=_number(number))


def _number(number: int) -> str:
    return t(f"summary.number.{number}") if number <= 6 else count(number)


def _list(lanes: Sequence[Lane], names: Names) -> str:
    return listed([names[id(lane)] for lane in lanes])


def _sentence(text: str) -> str:
    return spaced(t("summary.sentence", text=text[0].upper() + text[1:]))
