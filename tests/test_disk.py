"""What stands on the disk: each text about once, whatever becomes of the run it is of."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import duckdb
import pytest
from making import a_run as own_run
from making import new_run, record

from data import importing, schema
from data.importing import import_paths, import_sources
from data.live.file import StoredTraces
from data.live.traces import LiveTraces
from data.store import UNDER_WAY, Store
from data.unpacking import source_from
from tests.claude_lines import a_session
from tests.otlp_spans import ASKED, a_run, chat, tool
from tests.test_ingest import imported_alike, opened, sent

RAIN = "It rains in Oslo, and it will rain there tomorrow and the day after that as well. \ud83d"
TABLES = ("runs", "events", "requests", "messages", "spans", "ended_spans")


def rows(store: Store, table: str) -> list[Any]:
    with store._reading() as cur:
        return cur.execute(f"SELECT * FROM {table}").fetchall()


def long_run() -> list[dict[str, Any]]:
    """The root comes last."""
    history = [*ASKED, {"role": "user", "content": RAIN}]
    spans = [
        chat(10 + turn, history, RAIN[turn:], start=turn + 10, end=turn + 10.5) for turn in range(3)
    ]
    told = tool(20, "weather", "call_1", RAIN, start=14, end=15)
    return [*a_run()[1:], *spans, told, a_run()[0]]


@pytest.mark.parametrize("late", [0, 1, -2])
def test_an_ended_trace_is_packed_and_a_late_span_brings_it_back(tmp_path: Path, late: int) -> None:
    spans = long_run()
    held = spans.pop(late)
    with opened(tmp_path / "t.duckdb") as store:
        live = LiveTraces(store)
        sent(live, *spans[:2])
        sent(live, *spans[2:])
        live.close()
        assert not rows(store, "spans")
        ((*_, amount, body),) = rows(store, "ended_spans")
        assert amount == len(spans) and b"rain there tomorrow" not in body
        (known,) = StoredTraces(store).known([json.loads(body)[0]["trace"]]).values()
        assert len(known.spans) == len(spans)
        live = LiveTraces(store)
        sent(live, held)
        live.close()
        assert not rows(store, "spans") and not live.problem
        imported_alike(store, tmp_path, [*spans, held])
        store.delete_runs([row.run_id for row in store.runs()])
        assert [table for table in TABLES if rows(store, table)] == []


def a_file() -> bytes:
    return "\n".join(a_session().lines).encode()


def test_a_large_import_that_is_called_off_leaves_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "LARGE", 0)
    monkeypatch.setattr("data.writing.batches.MOST_EVENTS", 1)
    monkeypatch.setattr("data.writing.bulk.A_PART", 1)
    content = a_file()
    with opened(tmp_path / "t.duckdb") as store:
        record(store, new_run("r"), own_run())
        before = [rows(store, table) for table in TABLES]
        parts: list[int] = []
        go_on = store._database.go_on

        def broken(cur: duckdb.DuckDBPyConnection) -> None:
            go_on(cur)
            parts.append(len(rows(store, "messages")))
            if len(parts) == 3:
                raise ValueError("the file is broken here")

        monkeypatch.setattr(store._database, "go_on", broken)
        result = import_sources(store, [source_from("x", content)])
        assert result.failed and parts[-1] > len(before[TABLES.index("messages")])
        assert [rows(store, table) for table in TABLES] == before
        monkeypatch.setattr(store._database, "go_on", go_on)
        (run_id,) = import_sources(store, [source_from("x", content)]).files[0]["runs"]
        assert store.get_setting(UNDER_WAY) is None
        with Store.open(":memory:", count_link=lambda link: 1) as other:
            monkeypatch.setattr(importing, "LARGE", 1 << 40)
            (whole,) = import_sources(other, [source_from("x", content)]).files[0]["runs"]
            assert store.events(run_id)[1:] == other.events(whole)[1:]


def test_what_a_crash_left_of_a_large_import_is_swept_away(tmp_path: Path) -> None:
    with opened(tmp_path / "t.duckdb") as store:
        record(store, new_run("r"), own_run())
        before = [sorted(map(str, rows(store, table))) for table in TABLES]
        store.set_setting(UNDER_WAY, "1")
        with store._database.writing() as cur:
            cur.execute("INSERT INTO messages SELECT uuid(), role, body, 'gone' FROM messages")
            cur.execute(
                "INSERT INTO requests SELECT uuid(), NULL, digest, 'note', 1, 0, 'gone' "
                "FROM messages WHERE run_id = 'gone'"
            )
            cur.execute("INSERT INTO events (run_id, seq, kind) VALUES ('gone', 1, 'stopped')")
    with opened(tmp_path / "t.duckdb") as store:
        assert [sorted(map(str, rows(store, table))) for table in TABLES] == before
        assert store.get_setting(UNDER_WAY) is None


def test_a_file_of_before_the_packing_is_read_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, trace = tmp_path / "t.duckdb", "ab" * 16
    monkeypatch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:4])
    with opened(path) as store:
        record(store, new_run("r"), own_run())
        packed = zlib.compress(json.dumps([{"trace": trace, "id": "cd" * 8}]).encode())
        with store._database.writing() as cur:
            cur.execute(
                "INSERT INTO spans VALUES ('x', ?, now()::TIMESTAMP, 1, ?)", [trace, packed]
            )
        before = [rows(store, table) for table in TABLES[:5]]
    monkeypatch.undo()
    with opened(path) as store:
        assert [rows(store, table) for table in TABLES[:5]] == before
        assert StoredTraces(store).known([trace])[trace].spans[0].id == "cd" * 8
    assert path.with_name("t.duckdb.v4.backup").is_file()


def test_a_long_run_takes_few_bytes_a_byte_of_text(tmp_path: Path) -> None:
    texts = [f"{n} " + " ".join(f"{(n * 7919 + k * k) % 99991:05d}" for k in range(200))
             for n in range(120)]  # fmt: skip
    history: list[dict[str, Any]] = [*ASKED]
    path = tmp_path / "t.duckdb"
    with opened(path) as store:
        live = LiveTraces(store)
        for turn, text in enumerate(texts):
            sent(live, tool(500 + turn, "look", f"c{turn}", text, start=turn, end=turn + 0.1),
                 chat(2 + turn, history, text[:300], start=turn + 0.2, end=turn + 0.5))  # fmt: skip
            history += [{"role": "assistant", "content": text[:300]},
                        {"role": "tool", "tool_call_id": f"c{turn}", "content": text}]  # fmt: skip
        sent(live, a_run()[0])
        live.close()
    unique = sum(map(len, texts))
    with duckdb.connect(str(path), read_only=True) as con:
        assert con.execute("SELECT count(*) FROM events").fetchall() == [(242,)]
    # of so little text, the blocks of the empty tables are a large part
    assert path.stat().st_size < 2.5 * unique


def test_many_traces_of_a_file_are_told_once_in_its_report(tmp_path: Path) -> None:
    lines = [
        {
            "messages": [
                {"role": "user", "content": f"Why {n}?"},
                {"role": "assistant", "content": "."},
            ]
        }
        for n in range(50)
    ]
    path = tmp_path / "many.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines))
    with opened(tmp_path / "t.duckdb") as store:
        (one,) = import_paths(store, [path]).files
        assert len(one["runs"]) == store.count() == 50
        reports = [store.report(run_id) for run_id in one["runs"]]
        assert reports[0]["runs"] == one["runs"] and all("runs" not in r for r in reports[1:])
        assert all(report["traces"] == 50 for report in reports)
        (again,) = import_paths(store, [path]).files
        assert again["already"] and again["runs"] == one["runs"] and store.count() == 50
