"""The matrix as its component draws it: texts and shares, no arithmetic left for the browser."""

from __future__ import annotations

from typing import Any

from dashboard.formats import count, money, paradigm_name, run_status, short
from dashboard.trials.results import CellResult, Estimate, Group, Results, Trial
from dashboard.trials.words import interval_words, percent, task_name
from dashboard.words import t
from dashboard.words.many import many
from data.trials.plan import CellKey

Json = dict[str, Any]


def matrix_data(found: Results, k: int, chosen: str) -> Json:
    """`k` is which pass^k the cells show; `chosen` names the place whose runs are shown below."""
    columns = list(dict.fromkeys(cell.key.paradigm for cell in found.cells))
    models = list(dict.fromkeys(cell.key.model for cell in found.cells))
    rows: dict[tuple[str, str, str], dict[str, tuple[str, CellResult]]] = {}
    for number, cell in enumerate(found.cells):
        key = cell.key
        row = rows.setdefault((key.scenario, key.fault, key.model), {})
        row[key.paradigm] = (f"cell-{number}", cell)
    told = [
        {
            "name": task_name(CellKey(name, fault, "", "")),
            "model": short(model, 28) if len(models) > 1 else "",
            "cells": [_cell(*cells[c], k) if c in cells else None for c in columns],
        }
        for (name, fault, model), cells in rows.items()
    ]
    tasks = len({cell.key.scenario for cell in found.cells})
    if tasks > 1:
        told = [*_averages(found, columns, len(models) > 1, k), *told]
    return {
        "key": found.set_id,
        "columns": [paradigm_name(name) for name in columns],
        "rows": told,
        "chosen": chosen,
        "said": t("results.all-passed" if k > 1 else "results.passed"),
    }


def _averages(found: Results, columns: list[str], many_models: bool, k: int) -> list[Json]:
    rows: dict[tuple[str, str], dict[str, tuple[str, Group]]] = {}
    for number, group in enumerate(found.groups()):
        row = rows.setdefault((group.fault, group.model), {})
        row[group.paradigm] = (f"group-{number}", group)
    return [
        {
            "name": task_name(CellKey(t("results.all-tasks"), fault, "", "")),
            "model": short(model, 28) if many_models else "",
            "all": True,
            "cells": [_group(*groups[c], k) if c in groups else None for c in columns],
        }
        for (fault, model), groups in rows.items()
    ]


def _cell(place: str, cell: CellResult, k: int) -> Json:
    group = Group(cell.key.fault, cell.key.model, cell.key.paradigm, (cell,))
    found = _at(group.pass_hat(), k)
    tally = cell.tally
    said = t("results.no-verdict")
    if tally.trials:
        said = t("results.passed-of", passed=tally.passed, n=tally.trials)
    if cell.deterministic and tally.trials > 1:
        said = t("results.all-equal", said=said)
    return {
        "place": place,
        **_shown(found, cell.deterministic and tally.trials > 1),
        "counted": f"{tally.passed}/{tally.trials}" if tally.trials else "",
        "hint": said,
        "ticks": [_tick(trial) for trial in cell.trials],
    }


def _group(place: str, group: Group, k: int) -> Json:
    found = _at(group.pass_hat(), k)
    trials = sum(tally.trials for tally in group.tallies)
    by = ""
    if found is not None and found.interval:
        by = t("results.interval-by", method=t("results.bootstrap"))
    if found is not None and not by and len(group.tallies) > 1:
        by = t("results.no-interval")
    number = len(group.tallies)
    counted = (
        many("results.tasks", number, n=count(number)),
        many("results.runs", trials, n=count(trials)),
    )
    tasks = t("results.and").join(counted)
    return {
        "place": place,
        **_shown(found, False),
        "counted": tasks,
        "hint": t("results.and").join(filter(None, (tasks, by))),
        "ticks": [],
    }


def _at(found: list[Estimate], k: int) -> Estimate | None:
    return next((one for one in found if one.k == k), None)


def _shown(found: Estimate | None, alike: bool) -> Json:
    interval = found.interval if found else None
    return {
        "value": percent(found.value) if found else "–",
        "share": found.value if found else None,
        "interval": t("results.deterministic") if alike else interval_words(interval),
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
    }


def _tick(trial: Trial) -> Json:
    """One run in a cell's spark: a door to it."""
    one = trial.measured
    if one is None:
        state = "running" if trial.run_id else "waiting"
        hint = t("results.trial", n=trial.number + 1, said=t(f"results.state.{state}"))
        return {"run": trial.run_id, "tone": state, "hint": hint}
    tone = "none" if one.passed is None else "good" if one.passed else "bad"
    facts = [run_status(one.status, one.passed)]
    if one.tokens is not None:
        facts.append(t("results.tokens", n=count(one.tokens)))
    if one.cost_usd is not None:
        facts.append(money(one.cost_usd))
    said = t("results.and").join(facts)
    hint = t("results.trial", n=trial.number + 1, said=said)
    return {"run": trial.run_id, "tone": tone, "hint": hint}


def place_of(found: Results, place: str) -> tuple[str, list[CellResult]]:
    """What a place of the matrix, or a point of a figure, is called, and its cells."""
    kind, _, number = place.partition("-")
    at = int(number) if number.isascii() and number.isdigit() else -1
    if kind == "cell" and 0 <= at < len(found.cells):
        cell = found.cells[at]
        return f"{task_name(cell.key)} · {paradigm_name(cell.key.paradigm)}", [cell]
    groups = found.groups()
    if kind == "group" and 0 <= at < len(groups):
        group = groups[at]
        return group_name(group), list(group.cells)
    return "", []


def group_name(group: Group, many_models: bool = True) -> str:
    said = [paradigm_name(group.paradigm)]
    if many_models:
        said.append(t("results.on", model=short(group.model, 28)))
    return " ".join(said) + ("" if group.fault == "none" else f" · {group.fault}")
