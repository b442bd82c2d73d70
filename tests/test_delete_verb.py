"""`triptych delete`, with the dashboard closed and open, and the same on the page of runs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dashboard.deletions import done, warning
from dashboard.service import Service
from data.store import Store
from tests.making import a_run, new_run, record
from tests.process import Open, told, triptych


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """With a run that another one carried out a call of, and a copy of before an update."""
    path = tmp_path / "t.duckdb"
    with Store.open(path, count_link=lambda link: 1) as store:
        for name in ("one", "two", "three"):
            record(store, new_run(name), a_run())
        record(store, new_run("inner", called_by="one", called_as="c1"), a_run())
    shutil.copyfile(path, path.with_name("t.duckdb.v3.backup"))
    return path


def test_runs_are_deleted_with_what_ran_inside_and_the_copies_that_hold_them(db: Path) -> None:
    assert told(db, "delete", "one", "one") == {
        "deleted": ["one"],
        "sub_runs": ["inner"],
        "copies_deleted": [str(db.with_name("t.duckdb.v3.backup"))],
    }
    assert {run["run"] for run in told(db, "runs")["runs"]} >= {"two", "three"}
    assert list(db.parent.glob("*.backup")) == []
    printed = triptych(db, "delete", "two", "three")
    assert printed.returncode == 0 and printed.stdout == "2 runs deleted.\n"


def test_where_one_is_not_there_none_is_deleted(db: Path) -> None:
    wrong = triptych(db, "delete", "one", "nowhere")
    assert (
        wrong.returncode == 1 and "nowhere" in wrong.stderr and len(wrong.stderr.split("\n")) == 2
    )
    assert "one" in {run["run"] for run in told(db, "runs")["runs"]}


def test_the_open_dashboard_deletes_for_the_verb(opened: Open) -> None:
    made = told(opened.db, "run", "--scenario", "umbrella", "--paradigm", "react")["runs"][0]
    assert told(opened.db, "delete", made["run"])["deleted"] == [made["run"]]
    assert triptych(opened.db, "show", made["run"]).returncode == 1
    assert "There is no run" in triptych(opened.db, "delete", made["run"], "--json").stderr


def test_a_page_says_before_which_copies_may_go_and_after_which_went(db: Path) -> None:
    service = Service.open(str(db))
    try:
        assert "t.duckdb.v3.backup" in warning(service)
        said = done(1, service.store.delete_runs(["one"]).copies)
        assert said.startswith("1 run is deleted.") and "t.duckdb.v3.backup" in said
        assert warning(service) == ""
        assert done(2, service.store.delete_runs(["two"]).copies) == "2 runs are deleted."
    finally:
        service.close()
