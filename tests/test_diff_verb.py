"""`triptych diff` and the family in `show`, with the dashboard closed and open."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.events import Edited
from data.store import Store
from tests.making import AT, a_run, new_run, record
from tests.process import serving, told, triptych
from tests.test_family import a_fork, spec


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("diff") / "t.duckdb"
    with Store.open(str(path)) as store:
        record(store, new_run("r1", rig=spec()), a_run(turns=3))
        edit = Edited(AT, "observation", "Bo \x1b[31mowns it.", "call_1")
        a_fork(store, "r2", "r1", 5, edit, rig=spec())
        a_fork(store, "r3", "r1", 3, rig={**spec(), "paradigm": "function-calling"})
    return path


def test_a_diff_is_rows_totals_and_where_they_part(db: Path) -> None:
    found = told(db, "diff", "r1", "r2", "r3")
    assert [run["run"] for run in found["runs"]] == ["r1", "r2", "r3"]
    assert found["equal"] + found["different"] == len(found["rows"])
    assert found["first_divergence"]["row"] == 3
    assert found["rigs"] == [[], [], ["paradigm react → function-calling"]]
    calls = [total["model_calls"] for total in found["totals"]]
    assert calls == [4, 3, 2]
    assert found["together"]["model_calls"] == 4 + 1 + 1
    for number in range(3):
        steps = [row["cells"][number]["step"] for row in found["rows"] if row["cells"][number]]
        assert steps == list(range(found["runs"][number]["events"]))


def test_it_says_the_same_while_the_dashboard_has_the_file_open(db: Path) -> None:
    alone = [told(db, "diff", "r2", "r1"), told(db, "show", "r2")["family"]]
    with serving(db):
        assert [told(db, "diff", "r2", "r1"), told(db, "show", "r2")["family"]] == alone
        refused = triptych(db, "diff", "r1", "nowhere")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "triptych: There is no run “nowhere” here.\n"


def test_people_read_only_differences_unless_they_ask_for_all(db: Path) -> None:
    said = triptych(db, "diff", "r1", "r2").stdout
    assert "They part at B step 5: a person’s edit, only in B." in said
    assert "= 5 equal steps" in said
    assert "\x1b" not in said
    whole = triptych(db, "diff", "r1", "r2", "--all").stdout
    assert "equal steps" not in whole
    assert "Thought 0 about Who owns PX-17?" in whole
    same = triptych(db, "diff", "r1", "r1").stdout
    assert "They are equal, step by step." in same


@pytest.mark.parametrize(("many", "said"), [(1, "1 run"), (7, "7 runs")])
def test_too_few_or_too_many_are_one_sentence(db: Path, many: int, said: str) -> None:
    refused = triptych(db, "diff", *["r1"] * many)
    assert refused.returncode == 1
    assert refused.stderr == f"triptych: A diff is of two to six runs, and this names {said}.\n"


def test_show_tells_the_family_of_a_run(db: Path) -> None:
    found = told(db, "show", "r2")["family"]
    assert [(one["run"], one["depth"], one["edit"]) for one in found["runs"]] == [
        ("r1", 0, ""),
        ("r3", 1, "paradigm react → function-calling"),
        ("r2", 1, "other result: “Bo \x1b[31mowns it.”"),
    ]
    assert found["own_totals"]["model_calls"] == 6
