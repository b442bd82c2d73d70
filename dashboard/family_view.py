"""From a run's family to the lines of its tree: plain numbers and strings."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.formats import at_least, count, money, paradigm_name, run_status
from dashboard.launch import MOST_LANES
from dashboard.viewmodels import Data, tone
from dashboard.words import t
from dashboard.words.many import many
from data.kinship.family import EDITS, Family, Group, Member
from data.totals import Totals


def family_data(found: Family, run_id: str) -> Data:
    """`rows` in the order of the tree. Forks that repeat one experiment hang on a row that `leads`
    them; a row is in sight while all groups that it is `under` are open."""
    rows: list[Data] = []
    depths: list[int] = []
    below: list[tuple[int, int, list[str]]] = []  # the way down: depth in the family, on the page
    led: set[int] = set()
    opened: list[str] = []
    for one in found.members:
        while below and below[-1][0] >= one.depth:
            below.pop()
        _, depth, under = below[-1] if below else (-1, -1, [])
        group = found.groups[one.alike]
        if len(group.runs) > 1:
            name = f"g{one.alike}"
            if one.alike not in led:
                led.add(one.alike)
                rows.append({**_leader(one, group, name), "under": under})
                depths.append(depth + 1)
            depth, under = depth + 1, [*under, name]
        line = {**_line(one, run_id), "under": under}
        if len(group.runs) > 1:  # what made it is said by the row that leads
            line["edit"] = t("family.repeat", n=group.runs.index(one.run.run_id) + 1)
        rows.append(line)
        depths.append(depth + 1)
        below.append((one.depth, depth + 1, under))
        if one.run.run_id == run_id:
            opened = under
    for row, rails in zip(rows, _rails(depths), strict=True):
        row["rails"] = rails
    return {"key": run_id, "rows": rows, "open": opened, "said": _said(found)}


def _said(found: Family) -> str:
    forks = len(found.members) - 1
    return t("family.said", forks=many("family.forks", forks), spent=_spent(found.own))


def _line(one: Member, run_id: str) -> Data:
    run = one.run
    glyph = "✎ " if one.edited else ""
    begun = t("format.on", name=paradigm_name(run.paradigm), model=run.model)
    return {
        "run": run.run_id,
        "step": run.forked_at if one.depth else None,
        "leads": False,
        "here": run.run_id == run_id,
        "edit": f"{glyph}{_edit(one)}" if one.depth else begun,
        "status_text": run_status(run.status, run.passed),
        "tone": tone(run),
        "facts": _facts(one),
        "says": t("family.diff"),
        "compare": f"{run.parent_run_id},{run.run_id}" if one.depth else "",
    }


def _leader(one: Member, group: Group, name: str) -> Data:
    repeats = len(group.runs)
    passed = t("family.no-verdict")
    if group.judged:
        passed = t("family.passed", passed=group.passed, judged=group.judged)
    open_ends = repeats - group.ended
    unjudged = group.ended - group.judged if group.judged else 0
    more = [t("family.not-ended", n=open_ends)] if open_ends else []
    more += [t("family.unjudged", n=unjudged)] if unjudged else []
    glyph = "✎ " if one.edited else ""
    good = group.judged and group.passed == group.judged
    bad = group.judged and not group.passed
    return {
        "run": "",
        "group": name,
        "leads": True,
        "here": False,
        "times": repeats,
        "edit": f"{glyph}{_edit(one)}",
        "status_text": t("format.comma").join([passed, *more]),
        "tone": "good" if good else "bad" if bad else "part",
        "facts": t("family.from", step=one.run.forked_at),
        "compare": ",".join(group.runs) if repeats <= MOST_LANES else "",
    }


def _edit(one: Member) -> str:
    """Its words are those of the record, which begin with one of ours."""
    for target, words in EDITS.items():
        if one.edit.startswith(words):
            return t(f"family.edit.{target}") + one.edit.removeprefix(words)
    return one.edit


def _facts(one: Member) -> str:
    place = f"{t('family.from', step=one.run.forked_at)} · " if one.depth else ""
    return place + _spent(one.own)


def _spent(own: Totals) -> str:
    """Only what was done anew: what is inherited was paid once, by the parent."""
    calls = many("calls.model", own.model_calls, n=count(own.model_calls))
    if not own.model_calls:
        return calls
    return f"{calls} · {at_least(money(own.cost_usd), own.unpriced > 0)}"


def _rails(depths: Sequence[int]) -> list[str]:
    """`├─ ` and `│  ` before each line of a tree that is given by the depths of its lines."""
    found: list[str] = []
    goes_on: list[bool] = []  # by depth: whether a later line hangs on the same parent
    for depth in reversed(depths):
        del goes_on[depth + 1 :]
        goes_on += [False] * (depth + 1 - len(goes_on))
        above = "".join("│  " if goes_on[d] else "   " for d in range(1, depth))
        found.append(above + ("├─ " if goes_on[depth] else "└─ ") if depth else "●")
        goes_on[depth] = True
    return found[::-1]
