"""A run that carried out a call of another run: kept apart, found from there, deleted with it."""

from __future__ import annotations

from making import a_run, new_run, record

from data.filters import RunFilter
from data.store import Store


def test_a_sub_run_is_found_from_its_caller_and_not_among_the_runs() -> None:
    with Store.open(":memory:") as store:
        record(store, new_run("outer"), list(a_run(turns=3)))
        record(store, new_run("inner", called_by="outer", called_as="c1"), list(a_run(turns=3)))
        assert [row.run_id for row in store.runs()] == ["outer"]
        assert store.count() == 1
        assert store.count(RunFilter(sub_runs=True)) == 2
        outer = store.run("outer")
        (inner,) = store.sub_runs("outer")
        assert outer is not None
        assert (outer.sub_runs, outer.called_by) == (1, None)
        assert (inner.called_by, inner.called_as, inner.sub_runs) == ("outer", "c1", 0)


def test_deleting_a_run_deletes_what_ran_inside_it() -> None:
    with Store.open(":memory:") as store:
        record(store, new_run("outer"), list(a_run(turns=3)))
        record(store, new_run("inner", called_by="outer"), list(a_run(turns=3)))
        record(store, new_run("innermost", called_by="inner"), list(a_run(turns=3)))
        record(store, new_run("other"), list(a_run(turns=3)))
        store.delete_runs(["outer"])
        assert store.run("innermost") is None
        assert store.count(RunFilter(sub_runs=True)) == 1


def test_an_imported_run_tells_its_source_and_what_was_lost() -> None:
    report = {"format": "x", "lost": [{"what": "images", "count": 2}]}
    with Store.open(":memory:") as store:
        record(store, new_run("r", source="x:1", report=report), list(a_run(turns=3)))
        assert store.sources(["x:1", "x:2"]) == {"x:1": "r"}
        assert store.report("r") == report
        assert store.report("nobody") == {}
