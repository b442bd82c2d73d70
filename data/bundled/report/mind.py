"""What the scripted model knows of the report: which numbers it takes, and what each is made of."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agents.models.script import Seen, Wish
from agents.plans import Verdict
from data.bundled.lookups import Fact, Finding, Lookups, next_try, record, reworded, verdict
from data.bundled.report.sales import books, shops

SALES = "sales"
"""The field that the independent branches of a plan write together."""


def asked(question: str) -> list[str]:
    """The shops that a question names; all of them where it names none."""
    named = [s for s in shops() if re.search(rf"\b{s}\b", question, re.IGNORECASE)]
    return named or shops()


@dataclass(frozen=True, slots=True)
class ReportMind(Lookups):
    def plan(self, question: str) -> list[Wish]:
        return _steps(asked(question), {}, None)

    def judge(self, question: str, seen: Seen) -> Verdict:
        """Of a sum or a share only that it came out; the conditions check the rest by code."""
        facts = self.needs(question, (seen,))
        return verdict(next((f for f in facts if f.tool == seen.name and _is(f, seen)), None), seen)

    def replan(
        self, question: str, done: Sequence[Seen], failed: Seen, reason: str, rest: Sequence[str]
    ) -> list[Wish]:
        names = asked(question)
        known = {s: r for s in names if (r := _sales(s, done))}
        target = _number(done, "target")
        again = _again(names, failed)
        if again is None:
            return []
        steps = _steps(names, known, target)
        return [
            replace(step, arguments=again) if _same_call(step, failed) else step for step in steps
        ]


def script() -> ReportMind:
    return ReportMind(needs=_needs, say=_say, about=_about)


def _about(question: str) -> bool:
    return bool(re.search(r"\breport\b|\bsales\b|\bsold\b|\btarget\b", question, re.IGNORECASE))


def _needs(question: str, seen: Sequence[Seen]) -> list[Fact]:
    """Sales and target at once; the sum, the share and the report when what they need is there."""
    names = asked(question)
    facts = [*map(_sold, names), _target()]
    sales = [_sales(name, seen) for name in names]
    total, target = _number(seen, "total"), _number(seen, "target")
    percent = _number(seen, "percent")
    if all(sales):
        facts.append(_made("the total", "add_up", {"items": sales}, "total", "Add up the sales."))
    if total is not None and target is not None:
        share = {"amount": total, "target": target}
        task = "Compare the total with the target."
        facts.append(_made("the share of the target", "share_of", share, "percent", task))
    if percent is not None:
        numbers = {"total": total, "target": target, "percent": percent}
        draft = {"month": books()["month"], **numbers}
        facts.append(_made("the report", "write_report", draft, "report", "Write the report."))
    return facts


def _steps(
    names: Sequence[str], known: Mapping[str, Mapping[str, Any]], target: float | None
) -> list[Wish]:
    """The plan from here on: what is known is a value, what is not is a reference to its step."""
    month, steps = books()["month"], []
    for name in names:
        if name not in known:
            fact = _sold(name)
            met = f'month == "{month}" and sales > 0'
            steps.append(
                Wish(fact.task, fact.tool, fact.wordings[0], (), met, into=SALES, merge="append")
            )
    branches = tuple(range(1, len(steps) + 1))
    if target is None:
        steps.append(Wish(_target().task, "get_target", {}, (), "target > 0"))
    goal: Any = f"@{len(steps)}.target" if target is None else target
    before = () if target is not None else (len(steps),)
    items: Any = f"@{SALES}.items"
    if known:
        items = [dict(known[n]) if n in known else _pending(n, names, known) for n in names]
    whole = f"len(shops) == {len(names)} and total > 0"
    steps.append(Wish("Add up the sales.", "add_up", {"items": items}, branches, whole))
    total, made = f"@{len(steps)}.total", len(steps)
    share = {"amount": total, "target": goal}
    task = "Compare the total with the target."
    steps.append(Wish(task, "share_of", share, (made, *before), "percent > 0"))
    draft = {"month": month, "total": total, "target": goal, "percent": f"@{len(steps)}.percent"}
    inputs = (made, *before, len(steps))
    steps.append(Wish("Write the report.", "write_report", draft, inputs, '"%" in report'))
    return steps


def _pending(name: str, names: Sequence[str], known: Mapping[str, Any]) -> dict[str, str]:
    number = [n for n in names if n not in known].index(name) + 1
    return {"shop": name, "sales": f"@{number}.sales"}


def _sold(name: str) -> Fact:
    month = books()["month"]
    return Fact(
        label=f"what {name} sold",
        tool="get_sales",
        wordings=({"shop": name}, {"shop": name, "month": month}),
        task=f"Find what {name} sold.",
        thoughts=(
            f"The report needs what {name} sold.",
            f"That is of another month, so I name the month for {name}.",
        ),
        states=lambda text: _is_sales(text, name),
        about=lambda text: bool(re.search(rf"\b{name}\b", text)),
    )


def _target() -> Fact:
    return Fact(
        label="the target",
        tool="get_target",
        wordings=({},),
        task="Find the target.",
        thoughts=("It is held against the month's target, so I need that too.",),
        states=lambda text: record(text).get("target") is not None or _prose(text),
    )


def _made(label: str, tool: str, arguments: Mapping[str, Any], field: str, task: str) -> Fact:
    return Fact(
        label=label,
        tool=tool,
        wordings=(arguments,),
        task=task,
        thoughts=(f"All that {label} needs is there now.",),
        states=lambda text: record(text).get(field) is not None or _prose(text),
    )


def _is_sales(text: str, name: str) -> bool:
    told = record(text)
    if not told:
        return _prose(text)
    right = told.get("month", books()["month"]) == books()["month"]
    return told.get("shop") == name and isinstance(told.get("sales"), int) and right


def _prose(text: str) -> bool:
    """Edited by a person: any number counts."""
    return not record(text) and bool(re.search(r"\d", text))


def _sales(name: str, seen: Sequence[Seen]) -> dict[str, Any] | None:
    fact = _sold(name)
    for s in reversed(seen):
        mine = s.name == "get_sales" and s.arguments.get("shop") == name and not s.failed
        if mine and fact.states(s.text):
            return record(s.text) or {"shop": name, "sales": _first_number(s.text)}
    return None


def _first_number(text: str) -> int:
    found = re.search(r"\d[\d,]*", text)
    return int(found[0].replace(",", "")) if found else 0


def _number(seen: Sequence[Seen], field: str) -> Any:
    for s in reversed(seen):
        if not s.failed and (value := record(s.text).get(field)) is not None:
            return value
    if field == "target":  # edited by a person
        said = [s for s in seen if s.name == "get_target" and _prose(s.text) and not s.failed]
        return _first_number(said[-1].text) if said else None
    return None


def _fact_of(names: Sequence[str], failed: Seen) -> Fact | None:
    if failed.name == "get_target":
        return _target()
    return next((f for f in map(_sold, names) if f.tool == failed.name and _is(f, failed)), None)


def _again(names: Sequence[str], failed: Seen) -> Mapping[str, Any] | None:
    """After a failure that may pass the same call; what was rejected is asked in other words."""
    fact = _fact_of(names, failed)
    if fact is None or not failed.failed:
        return reworded(fact, failed) if fact else None
    wish = next_try(fact, [failed])
    return wish.arguments if wish else None


def _is(fact: Fact, seen: Seen) -> bool:
    return fact.tool != "get_sales" or seen.arguments.get("shop") == fact.wordings[0]["shop"]


def _same_call(step: Wish, failed: Seen) -> bool:
    return step.name == failed.name and step.arguments.get("shop") == failed.arguments.get("shop")


def _say(question: str, findings: Sequence[Finding]) -> str:
    by_label = {f.fact.label: f for f in findings}
    report = by_label.get("the report")
    if report and report.text:
        return str(record(report.text).get("report") or report.text)
    lines = [_line(f) for f in findings]
    return "\n".join(["The report could not be written.", *lines])


def _line(found: Finding) -> str:
    label = found.fact.label[0].upper() + found.fact.label[1:]
    if found.text is None:
        return f"- {label}: not found."
    told = record(found.text)
    values = [told[k] for k in ("sales", "target", "total", "percent") if told.get(k) is not None]
    of = f" ({told['month']})" if told.get("month") else ""
    return f"- {label}{of}: {values[0] if values else found.text.strip()}"
