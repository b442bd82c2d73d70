"""Texts of what a run, a figure, a component and a shared file say: under keys, in both languages,
and none of it in what programs are told."""

from __future__ import annotations

import ast
import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from starlette.applications import Starlette

from agents.models.habits import HABITS
from dashboard.api.routes import ROUTES
from dashboard.faults import described as fault_described
from dashboard.finding_words import finding_words
from dashboard.habits import described
from dashboard.house import House, furnish
from dashboard.lanes import Lane
from dashboard.launch import launch_from
from dashboard.scripts import FILE_SCRIPTS, SCRIPTS, words
from dashboard.service import Service
from dashboard.share.page import html
from dashboard.summary import summary as summed
from dashboard.words import (
    ENGLISH,
    TEXTS,
    alerts,
    captions,
    captions_calls,
    components,
    errors,
    faults,
    figures,
    findings,
    formats,
    known,
    lanes,
    player,
    speak,
    speaking,
    steps,
    summary,
    t,
)
from data.bundled import scenario
from data.findings import KINDS
from data.findings import findings as found_in
from data.store import Store
from tests.process import told
from tests.rigs import play, rig
from tests.sources import looked_up_at_import, parsed

ROOT = Path(__file__).parents[1] / "dashboard"
OWN = {
    key: said
    for module in (
        alerts, captions, captions_calls, components, errors, faults, figures, findings, formats,
        known, lanes, player, steps, summary,
    )
    for key, said in module.TEXTS.items()
}  # fmt: skip
NAMES = (
    "alerts", "answers", "axes", "captions", "diff_view", "diffing", "family_view",
    "faults", "finding_words", "findings_read", "fork_answers", "fork_choices", "forks", "formats",
    "guide_answers", "habits", "kinship", "lanes", "launch", "live", "lockstep_view", "outcomes",
    "palette", "plans_read", "proving", "repricing", "scripts", "service", "step_texts", "steps",
    "summary", "viewmodels",
)  # fmt: skip
MODULES = [
    *(
        path
        for folder in ("api", "figures", "share", "player")
        for path in ROOT.glob(f"{folder}/*.py")
    ),
    *(ROOT / f"{name}.py" for name in NAMES),
]
SENTENCE = re.compile(r"[A-Za-z][a-z’']+[ ,]+[A-Za-z]{2,}|^[A-Z][a-z]+$")
LITERALS = {
    "alerts.py": ("Model calls", "Dollars", "Same call", "Tool errors", "Unusable", "An alert "),
    # of the fields; the Settings page has words of its own
    "api/guard.py": ("host name", "Requests from", "The token", "The request"),  # programs
    "api/routes.py": ("host name", "There is no"),
    "forks.py": ("Value error, ",),  # pydantic's
    "launch.py": ("Value error, ", "ask a question or"),
    "formats.py": ("Function calling",),  # a name, and stays so
    "findings_read.py": ("could not be read for",),  # of the log
    "figures/tokens.py": ("per call",),
    "figures/bars.py": ("first token",),  # names of traces
    "figures/cost.py": ("cost growth", "as if", "<span"),
    "figures/common.py": ("Segoe UI",),
    "figures/composition.py": ("<span",),
    "figures/timeline.py": ("<span",),
    "figures/control_flow.py": ("font-", "fill=", "viewBox", "<svg", "<rect"),
    "share/page.py": ("function", "mount", "use strict", "color-scheme", "style", "<", "export"),
}
"""Module -> what of its literals is no text of a page."""
SCRIPTED = {
    "diff_rows.js": ("text one",),  # names of styles
    "player_icons.js": ("icon filled",),
    "transcript.js": ("text prose",),
}
"""Script -> what of its literals is no text; nor are the names of keys, of headers and of us."""
KEY_NAMES = ("Authorization", "Bearer", "Enter", "Escape", "Home", "Space", "End", "Triptych")


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    speak(ENGLISH)
    furnish(None)


def get(path: str, key: str) -> str:
    """What the API answers to this key."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        sent.append(message)

    names = {"host": "testserver", "authorization": f"Bearer {key}"}
    scope = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(),
        "query_string": b"", "headers": [(k.encode(), v.encode()) for k, v in names.items()],
    }  # fmt: skip
    asyncio.run(Starlette(routes=ROUTES)(scope, receive, send))
    return b"".join(one.get("body", b"") for one in sent).decode()


def test_no_module_has_a_text_of_its_own() -> None:
    found = []
    for path in MODULES:
        tree, name = parsed(path), str(path.relative_to(ROOT))
        documents = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                spared = any(part in node.value for part in LITERALS.get(name, ()))
                if id(node) not in documents and SENTENCE.search(node.value) and not spared:
                    found.append(f"{name}, line {node.lineno}: {node.value}")
    assert found == []


def test_no_text_is_looked_up_when_a_module_is_brought_in() -> None:
    assert looked_up_at_import(MODULES) == []


def test_no_script_has_a_text_of_its_own_and_each_key_in_one_is_there() -> None:
    found = []
    for path in sorted(ROOT.glob("components/*.js")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            code = re.sub(r"(^|\s)//.*", "", line)
            code = re.sub(r'\bel\("\w+", "[^"]*"|className = "[^"]*"', "", code)  # names of styles
            for literal in re.findall(r'"([^"]*)"|`([^`]*)`', code):
                bare = re.sub(r"\$\{.*?\}", " ", "".join(literal))
                if re.search(r"[A-Za-z]{2,}[ ,]+[A-Za-z]{2,}|^[A-Z][a-z]+…?$", bare):
                    found.append((path.name, number, bare))
            for key in re.findall(r'\b(?:say|many)\("([^"]+)"', code):
                assert key in TEXTS, (path.name, key)
            for group in re.findall(r'\bnamed\("([^"]+)"', code):
                assert any(key.startswith(group) for key in TEXTS), (path.name, group)
    spared = [*KEY_NAMES, *(part for parts in SCRIPTED.values() for part in parts)]
    assert [one for one in found if not any(part in one[2] for part in spared)] == []


def test_components_and_a_shared_file_are_handed_all_their_words() -> None:
    for language, says in (("en", "Step on (→)"), ("zh", "下一步 (→)")):
        with speaking(language):
            handed = words("player", *FILE_SCRIPTS)
            assert handed["player.on"] == says and handed["actor.planner"] == t("actor.planner")
            assert t("file.no-script") in html("{}").decode()
    assert "calls.tool.one" in words("lockstep")
    with speaking("zh"):
        assert "calls.tool.one" not in words("lockstep")
    for name in SCRIPTS:
        text = "".join(words(name))
        assert "found." not in text and "wrong." not in text, name


def test_a_comparison_is_summed_up_in_chinese() -> None:
    service = Service(Store.open(":memory:"), {})
    try:
        lanes = [
            {"paradigm": name, "faults": ["wrong-passage"]} for name in ("react", "plan-execute")
        ]
        id_ = service.compare(launch_from({"scenario": "larkspur-2", "lanes": lanes}))
        service.wait(id_)
        rows = service.comparison(id_)
        made = [Lane(row, service.steps([row.run_id])) for row in rows]
        speak("zh")
        said = summed(made)
    finally:
        service.close()
    assert said.startswith("2 个中有 1 个通过；固定计划答错了。")
    assert "，ReAct 是其 " in said and said.endswith("工具被故意设置了故障：wrong-passage。")


def test_every_text_stands_in_both_languages_with_the_same_values() -> None:
    assert OWN.items() <= TEXTS.items()
    for key, said in OWN.items():
        fields = [{name for _, name, _, _ in Formatter().parse(x) if name} for x in said.values()]
        assert all(one == fields[0] for one in fields), key
        if key.endswith(".one"):  # Chinese has no such form
            assert key.removesuffix(".one") in OWN and "zh" not in said, key
        else:
            assert said["zh"].strip() and said["en"], key


def test_habits_and_faults_are_told_as_the_command_line_tells_them() -> None:
    for name, habit in HABITS.items():
        assert described(name) == habit.says + (f" Needs {habit.needs}." if habit.needs else "")
    speak("zh")
    assert "半秒" in fault_described("slow") and "前 3 项" in fault_described("wrong-3")
    assert described("ping-pong") == "最后两个调用来回交替两遍。"


def test_what_is_found_in_a_run_is_said_in_chinese_with_the_trace_s_own_words() -> None:
    seen = set()
    planned = {habit.name for habit in HABITS.values() if habit.needs == "plan-replan"}
    cases = [(name, "plan-replan" if name in planned else "react") for name in HABITS]
    for habit, using in [*cases, ("", "plan-execute")]:
        fault = "outdated-notes" if habit == "outdated-evidence" else ""
        name = "project-x" if fault else "larkspur-4"
        model = f"scripted+{habit}" if habit else "scripted"
        made = rig(name, using, model=model, faults=(fault,) if fault else ())
        for one in found_in(play(made, scenario(name).question, name).events):
            seen.add(one.kind)
            assert finding_words(one.text) == one.text
            with speaking("zh"):
                said = finding_words(one.text)
            assert said != one.text and not re.search(r"\b(was|were|had|the)\b", said[:12]), said
    assert len(seen) >= len(KINDS) - 4
    with speaking("zh"):
        assert finding_words("Nothing of ours {n}.") == "Nothing of ours {n}."
        assert "{why}" in finding_words("A tool that does not exist was called: {why}")


def test_programs_are_told_the_same_in_english_whatever_the_pages_speak(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    made = told(db, "run", "--scenario", "larkspur-2", "--paradigm", "plan-execute")["runs"][0]
    shown = told(db, "show", made["run"])
    assert shown["alerts"] and shown["findings"]
    speak("zh")
    assert told(db, "show", made["run"]) == shown
    assert told(db, "diff", made["run"], made["run"])["rows"][0]["says"] == "equal"
    service = Service.open(str(db))
    house = House(service, str(db), frozenset({"testserver"}), "the-token")
    furnish(house)
    try:
        run, marks = f"/api/runs/{made['run']}", f"/api/runs/{made['run']}/findings"
        assert json.loads(get(run, "the-token"))["alerts"] == shown["alerts"]
        assert "没有检查" not in get(marks, "the-token")
        assert "没有检查" in get(
            marks, house.passes.issue()
        )  # a page's own, in the page's language
        assert "not checked" in get(marks, "the-token")
    finally:
        service.close()
