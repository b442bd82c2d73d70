"""The pages' texts: all of them under keys, each key in use, each in both languages."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from dashboard import lab_words
from dashboard.alerts import Thresholds
from dashboard.panels import run_table, trials_runs
from dashboard.panels.lab_tables import why_tokens_differ
from dashboard.trials import groups
from dashboard.trials.words import column, size_words
from dashboard.words import (
    ENGLISH,
    TEXTS,
    ask,
    charts,
    config,
    forking,
    guide,
    imports,
    lab,
    lab_cost,
    lab_tables,
    options,
    published,
    questions,
    reference,
    replay,
    runs,
    settings,
    shell,
    speak,
    t,
    tour,
    trial_results,
    trials,
)
from dashboard.words.many import many
from data.lab import cost, tables
from data.lab.setting import AGENTS, EVALUATORS, Setting
from data.trials.plan import plan_from
from tests.sources import looked_up_at_import, parsed

ROOT = Path(__file__).parents[1] / "dashboard"
MODULES = (
    *sorted(ROOT.glob("app_pages/*.py")),
    *sorted(ROOT.glob("panels/*.py")),
    *sorted(ROOT.glob("trials/*.py")),
    *sorted(ROOT.glob("config_*.py")),
    *(ROOT / f"{name}.py" for name in ("lab_words", "lab_runs", "import_view", "hits_view", "ui")),
    *(ROOT / f"{name}.py" for name in ("watching", "going_on", "imports", "tour", "demos")),
)
OWN = {
    key: said
    for module in (
        ask, charts, config, forking, guide, imports, lab, lab_cost, lab_tables, options,
        published, questions, reference, replay, runs, settings, shell, tour, trial_results, trials,
    )
    for key, said in module.TEXTS.items()
}  # fmt: skip
SENTENCE = re.compile(r"[A-Za-z][a-z’']+[ ,]+[A-Za-z]{2,}|^[A-Z][a-z]+$")
LITERALS = {
    "trials/work.py": ("ended in an error", "could not be recorded", "runs in a row"),  # recorded
    "trials/run.py": ("the user", "was closed", "trial set"),  # recorded, or of the log
    "trials/spending.py": ("cap of", "is reached", "a cost cap", "has no price", "its usage"),
    "panels/trials_head.py": ("the user", "was closed"),  # as they are on record
    "lab_runs.py": ("contrast:", " wrong, cap "),  # a run's label, which is recorded
    "trials/results.py": ("Wilson", "bootstrap"),  # names for programs
    "trials/estimate.py": ("earlier runs", "a scripted run"),  # names for programs
    "panels/run_filter.py": ("newest", "oldest", "most "),  # names in the address
    "panels/charts.py": ("per call",),  # a name of figures/tokens.py
    "panels/guide_panel.py": ("<table",),
    "panels/reference_panel.py": ("<table",),
    "panels/import_live.py": ("import capture",),  # code
    "panels/options.py": ('"800" in answer',),  # code
    "config_file.py": ("built_in", "type: api"),  # code
    "panels/shell.py": ("a page broke",),  # of the log
    "ui.py": ("Triptych",),
}
"""Module -> what of its literals is no text of a page."""


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    speak(ENGLISH)


@cache
def asked() -> tuple[set[str], set[str], list[re.Pattern[str]]]:
    """Keys that t or many are asked for, all other literals, and what f-strings may make."""
    keys, literals, patterns = set(), set(), set()
    for path in ROOT.rglob("*.py"):
        if path.parent.name == "words":
            continue
        for node in ast.walk(parsed(path)):
            match node:
                case ast.Call(func=ast.Name(id="t" | "many"), args=[ast.Constant(value=key), *_]):
                    keys.add(str(key))
                case ast.Constant(value=str(text)):
                    literals.add(text)
                case ast.JoinedStr(values=parts) if len(parts) < 6:
                    told = [
                        re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"[\w-]+"
                        for p in parts
                    ]
                    if re.match(r"[a-z_]+\\\.", told[0]):
                        patterns.add("".join(told))
    return keys, literals, [re.compile(pattern) for pattern in sorted(patterns)]


def test_no_page_has_a_text_of_its_own() -> None:
    found = []
    for path in MODULES:
        tree, name = parsed(path), str(path.relative_to(ROOT))
        told = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
                spared = any(part in text for part in LITERALS.get(name, ()))
                if id(node) not in told and SENTENCE.search(text) and not spared:
                    found.append(f"{name}, line {node.lineno}: {text}")
    assert found == []


def test_no_text_is_looked_up_before_a_page_is_drawn() -> None:
    """At import it would be frozen in the language of that moment."""
    # ui.py is run for each drawing
    assert looked_up_at_import([path for path in MODULES if path.name != "ui.py"]) == []


def test_every_text_that_is_asked_for_by_name_exists_and_every_text_is_asked_for() -> None:
    keys, literals, patterns = asked()
    assert keys <= set(TEXTS)
    used = keys | literals
    unused = [
        key
        for key in OWN
        if key not in used
        and key.removesuffix(".one") not in used
        and key.removesuffix(".help") not in used  # made of a name that is handed on
        and not key.startswith("q.")  # made of two names
        and not any(pattern.fullmatch(key.removesuffix(".one")) for pattern in patterns)
    ]
    assert unused == []


def test_every_text_is_there_in_both_languages_with_the_same_values() -> None:
    for key, said in OWN.items():
        fields = [
            {name for _, name, _, _ in string.Formatter().parse(text) if name}
            for text in said.values()
        ]
        assert all(one == fields[0] for one in fields), key
        assert not fields[0] & {"key", "language", "number"} or key.startswith("lab."), key
        if key.endswith(".one"):  # Chinese has no such form
            assert key.removesuffix(".one") in OWN and "zh" not in said, key
        else:
            assert said["zh"].strip(), key
    assert len(OWN) == len(set(OWN)) and set(OWN) <= set(TEXTS)


def test_one_and_several_are_said_as_the_language_says_them() -> None:
    assert (many("ask.lanes", 1), many("ask.lanes", 2)) == ("1 lane", "2 lanes")
    assert many("import.of-files", 1234) == "1,234 files"
    speak("zh")
    assert (many("ask.lanes", 1), many("ask.lanes", 2)) == ("1 条泳道", "2 条泳道")
    assert many("ask.lanes", 1, ENGLISH) == "1 lane"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_two_columns_of_a_table_have_the_same_heading(language: str) -> None:
    speak(language)
    for names in (groups.COLUMNS, trials_runs.COLUMNS):
        headings = [column(name) for name in names]
        assert len(set(headings)) == len(headings)
    headings = [t(f"column.{name}") for name in run_table.COLUMNS if name]
    assert len(set(headings)) == len(headings)


def test_what_the_command_line_says_too_is_the_same_in_english() -> None:
    assert lab_words.scripted() == tables.SCRIPTED
    assert why_tokens_differ() == tables.why_tokens_differ()
    assert t("cost.ratios-differ") == cost.WHY_RATIOS_DIFFER
    assert all(f"{name} {says}" in t("lab.evaluator.help") for name, says in EVALUATORS.items())
    for setting in (Setting(6, 1, 6), Setting(6, 2, 6), Setting(6, 0, 7)):
        for agent in AGENTS:
            counts = tables.run_of(setting, agent).counts
            assert lab_words.ended(counts).removesuffix(", at its limit") == tables.outcome(counts)
    plan = plan_from({"scenarios": ["larkspur-2", "umbrella"], "trials": 1})
    assert size_words(plan) == plan.told_size()
    for name, field in Thresholds.model_fields.items():
        assert (t(f"threshold.{name}"), t(f"threshold.{name}.help")) == (
            field.title,
            field.description,
        )
