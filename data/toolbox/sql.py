"""SQL over one file: CSV, Parquet or DuckDB. It only reads, that file and no other."""

from __future__ import annotations

import time
from threading import Event as Flag
from threading import Thread
from typing import Annotated, Any

import duckdb
from pydantic import Field

from agents.errors import BadInput
from agents.messages import as_json
from agents.tools import Tool, ToolError, tool
from data.paths import typed
from data.toolbox.folder import tool_suffix
from data.toolbox.sql_source import KINDS, Source, open_source, quoted
from data.toolbox.sql_values import plain

TIME_LIMIT_S = 10.0
ROW_LIMIT = 200
COUNT_ROWS = 5_000_000
"""How far rows beyond the limit are counted, if the time allows it."""
MAX_CHARS = 100_000
MAX_DESCRIPTION = 4_000


def sql_tool(path: str, time_limit_s: float = TIME_LIMIT_S, row_limit: int = ROW_LIMIT) -> Tool:
    """Raises BadInput for a file that is missing, of another kind, damaged or in use."""
    file = typed(path)
    if not file.is_file():
        raise BadInput(f"sql: needs a file, and {path!r} is none.")
    if file.suffix.lower() not in KINDS:
        raise BadInput(f"sql: reads {', '.join(KINDS)}, and {file.name!r} is none of these.")
    source = open_source(file.resolve(), file.suffix.lower())

    def query(
        sql: Annotated[str, Field(description="One SELECT statement in DuckDB's SQL")],
    ) -> str:
        return run(source, sql, time_limit_s, row_limit)

    query.__doc__ = describe(source, time_limit_s, row_limit)
    # the tool stops by itself; the run's own timeout must not cut that short
    return tool(query, name=f"query_{tool_suffix(file.stem)}", timeout_s=time_limit_s + 20)


def describe(source: Source, time_limit_s: float, row_limit: int) -> str:
    """What the model is told: the limits, and the tables with their columns."""
    head = (
        f"Answers one SQL SELECT (DuckDB) over the file {source.path.name}, read-only. "
        f"Stops after {time_limit_s:g} s; returns at most {row_limit} rows."
    )
    with source.session() as connection:
        rows = connection.execute(
            "SELECT table_name, column_name, data_type, schema_name FROM duckdb_columns() "
            "WHERE NOT internal ORDER BY schema_name, table_name, column_index"
        ).fetchall()
    tables: dict[str, list[str]] = {}
    for table, column, kind, schema in rows:
        name = quoted(table) if schema == "main" else f"{quoted(schema)}.{quoted(table)}"
        tables.setdefault(name, []).append(f"{quoted(column)} {kind}")
    full = "\n".join(f"- {name}({', '.join(columns)})" for name, columns in tables.items())
    if len(full) <= MAX_DESCRIPTION:
        return f"{head} Tables:\n{full or '- none'}"
    names = ", ".join(tables)
    if len(names) <= MAX_DESCRIPTION:
        return f"{head} Tables (their columns: DESCRIBE name): {names}"
    return f"{head} It holds {len(tables)} tables; list them with SHOW ALL TABLES."


def run(source: Source, sql: str, time_limit_s: float, row_limit: int) -> str:
    """The result as compact JSON. Raises ToolError for anything the statement does wrong."""
    _only_select(sql)
    until = time.monotonic() + time_limit_s
    try:
        with source.session() as connection, _Stopper(connection, time_limit_s):
            cursor = connection.execute(sql)
            columns = [str(column[0]) for column in cursor.description or ()]
            rows = cursor.fetchmany(row_limit)
            beyond = _count_on(cursor, until) if len(rows) == row_limit else 0
    except duckdb.InterruptException:
        raise ToolError(
            f"The query was stopped after {time_limit_s:g} s; narrow it, or aggregate."
        ) from None
    except duckdb.OutOfMemoryException:
        raise ToolError("The query needs too much memory; narrow it, or aggregate.") from None
    except duckdb.Error as error:
        raise ToolError(f"The query failed: {error}") from None
    except (ValueError, OverflowError) as error:
        raise ToolError(f"A value of the result cannot be shown: {error}.") from None
    return _rendered(columns, rows, beyond, row_limit)


def _only_select(sql: str) -> None:
    try:
        sql.encode()
        statements = duckdb.extract_statements(sql)
    except (duckdb.Error, UnicodeEncodeError) as error:
        raise ToolError(f"The query failed: {error}") from None
    if len(statements) != 1:
        raise ToolError(f"One statement is needed, and this holds {len(statements)}.")
    if statements[0].type != duckdb.StatementType.SELECT:
        raise ToolError("Only SELECT (also SHOW, DESCRIBE and SUMMARIZE) is allowed here.")


def _count_on(cursor: Any, until: float) -> int | None:
    """How many rows follow; None where counting them would take too long."""
    beyond = 0
    while beyond < COUNT_ROWS and time.monotonic() < until - 0.5:
        try:
            more = len(cursor.fetchmany(20_000))
        except duckdb.InterruptException:
            return None
        if not more:
            return beyond
        beyond += more
    return None


def _rendered(columns: list[str], rows: list[Any], beyond: int | None, row_limit: int) -> str:
    total = None if beyond is None else len(rows) + beyond
    result: dict[str, Any] = {
        "columns": columns,
        "rows": [[plain(value) for value in row] for row in rows],
        "row_count": total,
    }
    if beyond is None or beyond:
        many = "an unknown number of" if total is None else str(total)
        result["note"] = (
            f"Only the first {row_limit} of {many} rows are shown; aggregate, or use LIMIT/OFFSET."
        )
    text = as_json(result)
    if len(text) > MAX_CHARS:
        raise ToolError(
            f"The result has {len(text)} characters, more than {MAX_CHARS}; "
            "select fewer columns or rows."
        )
    return text


class _Stopper:
    """Interrupts the connection when the time is up, again and again until the work has ended
    (an interrupt that comes between two calls is lost)."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, seconds: float) -> None:
        self._connection = connection
        self._seconds = seconds
        self._done = Flag()
        self._thread = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        wait = self._seconds
        while not self._done.wait(wait):
            self._connection.interrupt()
            wait = 0.1
