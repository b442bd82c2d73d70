"""The tables, as a numbered list of migrations applied when a file is opened.

No primary keys, foreign keys, sequences or ON CONFLICT: the same SQL runs on DuckDB 1.5 and 2.0,
on a lake and, nearly, on a server. JSON is kept as text, since the JSON type refuses the escapes
of lone surrogates. Digests are UUIDs, half the size of their text: finding one is a scan.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import duckdb

from agents.errors import StoreError


class Anew(NamedTuple):
    """The table with other columns, or columns stored otherwise; its rows keep their order."""

    table: str
    columns: str

    def statements(self) -> Sequence[str]:
        return (
            f"CREATE TABLE {self.table}_anew ({self.columns})",
            f"INSERT INTO {self.table}_anew SELECT * FROM {self.table}",
            f"DROP TABLE {self.table}",
            f"ALTER TABLE {self.table}_anew RENAME TO {self.table}",
        )


Migration = Sequence[str | Anew]


MIGRATIONS: list[Migration] = [
    (
        # run_id, seq, new links and the event as one text (see data.writing.journal): an event is
        # acknowledged when its line is committed, and moved to the tables below in bulk
        "CREATE TABLE journal (line TEXT)",
        """CREATE TABLE runs (
            run_id TEXT, comparison_id TEXT, parent_run_id TEXT, forked_at INTEGER,
            question TEXT, scenario TEXT, paradigm TEXT, model TEXT, planner_model TEXT,
            rig TEXT, origin TEXT, label TEXT, created_at TIMESTAMP)""",
        # answer is set for `stopped` only, reason also for `returned`, as its notes; body is the
        # whole event as JSON
        """CREATE TABLE events (
            run_id TEXT, seq INTEGER, kind TEXT, actor TEXT, name TEXT,
            started_at TIMESTAMP, ended_at TIMESTAMP, status TEXT, origin TEXT,
            input_tokens BIGINT, cached_tokens BIGINT, cache_write_tokens BIGINT,
            output_tokens BIGINT, reasoning_tokens BIGINT, usage_source TEXT,
            cost_usd DOUBLE, cost_why TEXT, request UUID, summary TEXT, call_key TEXT,
            fault TEXT, forced BOOLEAN, first_token_at TIMESTAMP,
            answer TEXT, reason TEXT, body TEXT)""",
        # a request is a chain, and a row is its last link: depth counts from 0, run_id is the run
        # that brought it (rows of a run lie together, so that a chain is read in one small scan)
        """CREATE TABLE requests (
            digest UUID, parent UUID, message UUID, part TEXT, tokens INTEGER,
            depth INTEGER, run_id TEXT)""",
        "CREATE TABLE messages (digest UUID, role TEXT, body TEXT, run_id TEXT)",
        "CREATE TABLE verdicts (run_id TEXT, passed BOOLEAN, checks TEXT, judged_at TIMESTAMP)",
        "CREATE TABLE settings (key TEXT, value TEXT)",
    ),
    (
        # a sub-run: the run and the call in it that this one carried out; an imported run: a
        # stable name of what it was read from, and the report of what was lost
        "ALTER TABLE runs ADD COLUMN called_by TEXT",
        "ALTER TABLE runs ADD COLUMN called_as TEXT",
        "ALTER TABLE runs ADD COLUMN source TEXT",
        "ALTER TABLE runs ADD COLUMN report TEXT",
    ),
    # the run that carried out this call, where one did
    ("ALTER TABLE events ADD COLUMN sub_run TEXT",),
    # spans of traces that arrive live (see data.live.file): `amount` of them in a packed `body`
    (
        "CREATE TABLE spans (run_id TEXT, trace TEXT, received_at TIMESTAMP, amount INTEGER, "
        "body BLOB)",
    ),
    # trial sets: a plan, the runs that fill its cells, and how it went (see data.trials.sets)
    (
        "CREATE TABLE trial_sets (set_id TEXT, name TEXT, plan TEXT, created_at TIMESTAMP)",
        "CREATE TABLE trial_fills (set_id TEXT, cell INTEGER, run_id TEXT, begun_at TIMESTAMP)",
        "CREATE TABLE trial_notes (set_id TEXT, state TEXT, reason TEXT, budget_usd DOUBLE, "
        "noted_at TIMESTAMP)",
    ),
    # what repeats itself from row to row (an event tells what a message has said, a summary what
    # its event says) is compressed over many rows at once, to less than half
    (
        Anew(
            "events",
            """run_id TEXT, seq INTEGER, kind TEXT, actor TEXT, name TEXT,
            started_at TIMESTAMP, ended_at TIMESTAMP, status TEXT, origin TEXT,
            input_tokens BIGINT, cached_tokens BIGINT, cache_write_tokens BIGINT,
            output_tokens BIGINT, reasoning_tokens BIGINT, usage_source TEXT,
            cost_usd DOUBLE, cost_why TEXT, request UUID,
            summary TEXT USING COMPRESSION zstd, call_key TEXT USING COMPRESSION zstd,
            fault TEXT, forced BOOLEAN, first_token_at TIMESTAMP,
            answer TEXT, reason TEXT, body TEXT USING COMPRESSION zstd, sub_run TEXT""",
        ),
        Anew("messages", "digest UUID, role TEXT, body TEXT USING COMPRESSION zstd, run_id TEXT"),
        Anew(
            "spans",
            "run_id TEXT, trace TEXT, received_at TIMESTAMP, amount INTEGER, "
            "body BLOB USING COMPRESSION zstd",
        ),
        # all spans of a trace that has ended (see data.span_texts); apart, since DuckDB takes
        # back the room of deleted rows only where all of many rows were deleted
        "CREATE TABLE ended_spans (run_id TEXT, trace TEXT, received_at TIMESTAMP, "
        "amount INTEGER, body BLOB USING COMPRESSION zstd)",
    ),
    # requests of traces as they were sent, until their runs are told (see data.live.inbox)
    (
        "CREATE TABLE inbox (number BIGINT, epoch BIGINT, received_at DOUBLE, form TEXT, "
        "spans INTEGER, body BLOB)",
    ),
]


def version(cur: duckdb.DuckDBPyConnection, path: str) -> int:
    """Of the open file; 0 for a new one. StoreError when it is newer, or another program's."""
    tables = {  # a third of what asking information_schema costs
        name
        for (name,) in cur.execute(
            "SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main' "
            "UNION ALL SELECT view_name FROM duckdb_views() WHERE schema_name = 'main' "
            "AND NOT internal"
        ).fetchall()
    }
    if not tables:
        return 0
    rows = cur.execute("SELECT version FROM triptych").fetchall() if "triptych" in tables else []
    if not rows:
        raise StoreError(
            f"{path} is a DuckDB file of another program, and was left as it is; "
            "give Triptych a file of its own with --db."
        )
    found = int(rows[0][0])
    if found > len(MIGRATIONS):
        raise StoreError(
            f"{path} was written by a newer Triptych (schema {found}, this one knows "
            f"{len(MIGRATIONS)}); update Triptych, or give another file with --db."
        )
    return found


def migrate(cur: duckdb.DuckDBPyConnection, found: int) -> None:
    """Applies what is missing, each migration in a transaction of its own; to a new file, where
    nothing is to be kept, all that they come to in one, for a third of the work."""
    last = len(MIGRATIONS)
    if not found:
        began = ("CREATE TABLE triptych (version INTEGER)", f"INSERT INTO triptych VALUES ({last})")
        _apply(cur, [*_new_tables(), *began])
        return
    for number, migration in enumerate(MIGRATIONS[found:], start=found + 1):
        _apply(cur, [*migration, f"UPDATE triptych SET version = {number}"])


def _new_tables() -> list[str]:
    """What the migrations come to: a table that is made anew later is not made before."""
    done: list[str] = []
    for step in (step for migration in MIGRATIONS for step in migration):
        if isinstance(step, Anew):
            before = re.compile(rf"(CREATE|ALTER) TABLE {step.table}\b")
            done = [said for said in done if not before.match(said)]
            step = f"CREATE TABLE {step.table} ({step.columns})"
        done.append(step)
    return done


def _apply(cur: duckdb.DuckDBPyConnection, migration: Migration) -> None:
    cur.begin()
    try:
        for step in migration:
            for statement in step.statements() if isinstance(step, Anew) else (step,):
                cur.execute(statement)
        cur.commit()
    except BaseException:
        cur.rollback()
        raise
