"""The user's own tools: what they read, and all that they must not reach."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from agents.errors import BadInput
from agents.tools import Tool, ToolError
from data.toolbox import tool_from, toolbox_help
from data.toolbox.reading import MAX_FILE_BYTES
from data.toolbox.sql import sql_tool


def made(name: str) -> Tool:
    tool = tool_from(name)
    assert not isinstance(tool, tuple)
    assert tool.effect == "reads"
    return tool


def ask(tool: Tool, **arguments: Any) -> Any:
    result = tool.invoke(**tool.check(arguments))
    if asyncio.iscoroutine(result):
        result = asyncio.run(result)
    return json.loads(result) if isinstance(result, str) else result


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    path = tmp_path / "shop.csv"
    path.write_text("item,price,sold\npen,1.50,2026-01-02\nbook,,2026-01-03\nlamp,30.00,\n")
    return path


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("base")
    path = folder / "base.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE t AS SELECT i AS n, i * 1.5::DECIMAL(9,2) AS d "
                           "FROM range(1000000) r(i)")  # fmt: skip
        connection.execute('CREATE SCHEMA s; CREATE TABLE s."Odd name"("a b" INTEGER)')
        (folder / "secret.csv").write_text("secret\n42\n")
        connection.execute(f"CREATE VIEW leak AS FROM read_csv('{folder}/secret.csv')")
    return path


@pytest.fixture
def base(database: Path, tmp_path: Path) -> Path:
    """A copy of its own, with a file beside it that is nobody's business."""
    shutil.copy(database.parent / "secret.csv", tmp_path)
    return Path(shutil.copy(database, tmp_path))


# --- names as typed


def test_help_lists_every_tool_as_it_is_typed() -> None:
    assert [name for name, _ in toolbox_help()] == [
        "calculator", "sql:PATH", "folder:PATH", "mcp:COMMAND", "mcp-reads:COMMAND",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name",
    ["abacus", "calculator:x", "sql", "sql:", "sql: ", "folder:", "folder:/no/such/folder",
     "sql:/no/such/file.csv", "sql:/", "", ":", "SQL:x.csv"],
)  # fmt: skip
def test_whatever_is_wrong_with_a_name_is_said_in_one_sentence(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        tool_from(name)
    assert "\n" not in str(caught.value) and str(caught.value).endswith(".")


def test_a_file_that_is_not_what_it_seems_is_refused(tmp_path: Path) -> None:
    for name in ("x.parquet", "x.duckdb", "x.db", "x.xlsx"):
        (tmp_path / name).write_bytes(b"\x00\x01 not at all \xff" * 9)
        with pytest.raises(BadInput) as caught:
            tool_from(f"sql:{tmp_path / name}")
        assert name in str(caught.value) and "\n" not in str(caught.value)


# --- SQL: what it reads


def test_a_csv_is_a_table_named_after_the_file(shop: Path) -> None:
    tool = made(f"sql:{shop}")
    assert tool.name == "query_shop"
    assert "shop(item VARCHAR, price DOUBLE, sold DATE)" in tool.spec.description
    result = ask(tool, sql="SELECT * FROM shop ORDER BY item")
    assert result == {
        "columns": ["item", "price", "sold"],
        "rows": [["book", None, "2026-01-03"], ["lamp", 30.0, None], ["pen", 1.5, "2026-01-02"]],
        "row_count": 3,
    }


def test_parquet_values_keep_their_digits(tmp_path: Path) -> None:
    path = tmp_path / "2026 values.parquet"
    with duckdb.connect() as connection:
        connection.execute(
            "COPY (SELECT 12345678901234567.89::DECIMAL(20,2) AS d, [1, NULL] AS l, "
            "{'a': 'ü'} AS s, 'nan'::DOUBLE AS f, '\\xAA'::BLOB AS b, "
            "TIMESTAMPTZ '2026-01-01 10:00:00+02' AS t, NULL::INTEGER AS n, "
            f"2::HUGEINT ** 70 AS h) TO '{path}'"
        )
    tool = made(f"sql:{path}")
    row = ask(tool, sql='SELECT d, l, s, f, b, n FROM "2026 values"')["rows"][0]
    assert row == ["12345678901234567.89", [1, None], {"a": "ü"}, "nan", "0xaa", None]
    assert ask(tool, sql='SELECT epoch(t)::INT FROM "2026 values"')["rows"] == [[1767254400]]


def test_a_duckdb_file_shows_its_tables_and_can_be_described(base: Path) -> None:
    tool = made(f"sql:{base}")
    assert "- t(n BIGINT, d DECIMAL" in tool.spec.description
    assert 's."Odd name"("a b" INTEGER)' in tool.spec.description
    assert ask(tool, sql="DESCRIBE t")["row_count"] == 2
    assert ask(tool, sql="SELECT count(*) AS c FROM t")["rows"] == [[1_000_000]]


def test_a_long_list_of_tables_is_shortened_aloud(tmp_path: Path) -> None:
    path = tmp_path / "wide.duckdb"
    with duckdb.connect(str(path)) as connection:
        for i in range(60):
            columns = ", ".join(f"column_number_{j} INTEGER" for j in range(5))
            connection.execute(f"CREATE TABLE table_{i}({columns})")
    description = made(f"sql:{path}").spec.description
    assert "DESCRIBE name" in description and "table_59" in description
    assert "column_number" not in description


def test_a_million_rows_are_limited_and_counted(base: Path) -> None:
    result = ask(made(f"sql:{base}"), sql="SELECT n FROM t")
    assert len(result["rows"]) == 200
    assert result["row_count"] == 1_000_000
    assert "first 200 of 1000000 rows" in result["note"]


def test_exactly_as_many_rows_as_the_limit_are_no_excess(base: Path) -> None:
    result = ask(made(f"sql:{base}"), sql="SELECT n FROM t LIMIT 200")
    assert result["row_count"] == 200 and "note" not in result


def test_an_endless_result_has_an_unknown_count(base: Path) -> None:
    tool = sql_tool(str(base), time_limit_s=2)
    result = ask(
        tool,
        sql="WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT i FROM r",
    )
    assert result["row_count"] is None
    assert "unknown number" in result["note"]


def test_an_endless_query_is_stopped(base: Path) -> None:
    tool = sql_tool(str(base), time_limit_s=1)
    start = time.monotonic()
    with pytest.raises(ToolError, match="stopped after 1 s"):
        ask(tool, sql="SELECT count(*) FROM range(1000000000000) a, range(1000) b")
    assert time.monotonic() - start < 30
    assert ask(tool, sql="SELECT 1 AS one")["rows"] == [[1]], "and the tool still works"


def test_a_result_that_needs_too_much_memory_or_room_is_one_clear_error(base: Path) -> None:
    tool = made(f"sql:{base}")
    with pytest.raises(ToolError, match="memory"):
        ask(tool, sql="SELECT string_agg(repeat('x', 1000000), '') FROM range(10000)")
    with pytest.raises(ToolError, match="fewer columns or rows"):
        ask(tool, sql="SELECT repeat('x', 200000) AS long")


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("SELECT * FROM nowhere", "nowhere"),
        ("SELEC 1", "syntax"),
        ("", "One statement"),
        ("SELECT 1; SELECT 2", "One statement"),
        ("SELECT ?", "parameter"),
        ("SELECT '\ud800'", "failed|shown"),
    ],
)
def test_a_wrong_statement_is_an_error_that_the_model_can_read(
    shop: Path, sql: str, says: str
) -> None:
    with pytest.raises(ToolError, match=says):
        ask(made(f"sql:{shop}"), sql=sql)


def test_a_changed_csv_is_read_anew_and_a_gone_one_is_said_to_be(shop: Path) -> None:
    tool = made(f"sql:{shop}")
    shop.write_text("item\nonly one\n")
    assert ask(tool, sql="FROM shop")["rows"] == [["only one"]]
    shop.unlink()
    with pytest.raises(ToolError, match="gone"):
        ask(tool, sql="FROM shop")


# --- SQL: what it must not reach


@pytest.fixture(params=["csv", "duckdb"])
def guarded(request: pytest.FixtureRequest, shop: Path, base: Path) -> Iterator[tuple[Tool, Path]]:
    """The tool and its folder; afterwards no file in it may have changed, come or gone."""
    path = shop if request.param == "csv" else base
    tool = made(f"sql:{path}")

    def state() -> dict[str, str]:
        return {
            p.name: hashlib.sha256(p.read_bytes()).hexdigest()
            for p in path.parent.rglob("*")
            if p.is_file()
        }

    before = state()
    yield tool, path
    assert state() == before


ESCAPES = [
    "SELECT * FROM read_csv('{folder}/secret.csv')",
    "SELECT * FROM '{folder}/secret.csv'",
    "SELECT * FROM read_text('{folder}/secret.csv')",
    "SELECT * FROM read_text('{folder}/./secret.csv')",
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM read_csv('file:///etc/passwd')",
    "SELECT * FROM glob('{folder}/*')",
    "SELECT * FROM sniff_csv('{folder}/secret.csv')",
    "SELECT * FROM read_csv(['{path}', '{folder}/secret.csv'])",
    "SELECT * FROM query('FROM read_text(''/etc/passwd'')')",
    "SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')",
    "SELECT * FROM read_duckdb('{folder}/other.duckdb')",
    "SELECT * FROM parquet_metadata('/etc/passwd')",
    "SELECT getenv('HOME')",
    "COPY (SELECT 1) TO '{folder}/out.csv'",
    "COPY (SELECT 1) TO '{path}' (FORMAT csv, USE_TMP_FILE false)",
    "WITH x AS (COPY (SELECT 1) TO '{folder}/out.csv') SELECT 1",
    "WITH x AS (COPY (SELECT 1) TO '{path}' (FORMAT csv, USE_TMP_FILE false)) SELECT 1",
    "WITH x AS (COPY (SELECT 1) TO '{folder}/./{name}' (FORMAT csv, USE_TMP_FILE false)) SELECT 1",
    "WITH x AS (COPY (SELECT 1) TO '{path}.wal' (FORMAT csv, USE_TMP_FILE false)) SELECT 1",
    "WITH x AS (COPY (SELECT 1) TO '/dev/stdout' (FORMAT csv, USE_TMP_FILE false)) SELECT 1",
    "WITH x AS (INSERT INTO {table} SELECT * FROM {table} RETURNING *) SELECT 1",
    "WITH x AS (DELETE FROM {table} RETURNING *) SELECT 1",
    "ATTACH '{folder}/other.duckdb'",
    "EXPORT DATABASE '{folder}/exported'",
    "IMPORT DATABASE '{folder}'",
    "INSTALL httpfs",
    "LOAD parquet",
    "PRAGMA database_list",
    "SET enable_external_access = true",
    "SET allowed_paths = ['/etc/passwd']",
    "RESET lock_configuration",
    "CREATE TABLE new(i INTEGER)",
    "CREATE TEMP TABLE new(i INTEGER)",
    "INSERT INTO {table} SELECT * FROM {table}",
    "DROP TABLE {table}",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '{folder}/out.csv'",
    "CALL force_checkpoint()",
    "CHECKPOINT",
    "BEGIN TRANSACTION",
    "ROLLBACK",
    "USE memory",
    "PREPARE p AS SELECT 1",
    "SELECT * FROM leak",
    "SELECT * FROM tool",
    "SELECT * FROM source",
]


def test_no_statement_reaches_another_file_or_writes_anything(guarded: tuple[Tool, Path]) -> None:
    tool, path = guarded
    table = "shop" if path.suffix == ".csv" else "t"
    went_through = []
    for escape in ESCAPES:
        sql = escape.format(folder=path.parent, path=path, name=path.name, table=table)
        try:
            went_through.append((sql, ask(tool, sql=sql)))
        except ToolError:
            continue
    assert went_through == []
    assert ask(tool, sql="SELECT 1")["rows"] == [[1]], "and the tool still works"


def test_a_name_with_pattern_characters_means_that_file_only(tmp_path: Path) -> None:
    (tmp_path / "sales[1].csv").write_text("n\n1\n")
    (tmp_path / "sales1.csv").write_text("n\n99\n")
    tool = made(f"sql:{tmp_path / 'sales[1].csv'}")
    assert ask(tool, sql='FROM "sales[1]"')["rows"] == [[1]]


@pytest.mark.parametrize("kind", ["csv", "duckdb"])
def test_a_file_swapped_for_a_link_is_not_followed(kind: str, shop: Path, base: Path) -> None:
    path = shop if kind == "csv" else base
    tool = made(f"sql:{path}")
    other = path.rename(path.with_stem("other"))
    path.symlink_to(other)
    with pytest.raises(ToolError, match="link"):
        ask(tool, sql="SELECT 1")


def test_a_database_that_this_program_has_open_is_a_clear_message(base: Path) -> None:
    with (
        duckdb.connect(str(base)),
        pytest.raises(BadInput, match="Triptych's own database"),
    ):
        tool_from(f"sql:{base}")
    tool = made(f"sql:{base}")
    with duckdb.connect(str(base)), pytest.raises(ToolError, match="a copy"):
        ask(tool, sql="SELECT 1")


def test_a_database_in_use_by_another_process_is_a_clear_message(base: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c",
         "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('open', flush=True); "
         "sys.stdin.read()", str(base)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert holder.stdout and holder.stdout.readline() == b"open\n"
        with pytest.raises(BadInput, match="in use by another process"):
            tool_from(f"sql:{base}")
    finally:
        holder.communicate()


def test_no_lock_is_held_between_two_queries(base: Path) -> None:
    tool = made(f"sql:{base}")
    ask(tool, sql="SELECT 1")
    with duckdb.connect(str(base)) as connection:
        connection.execute("INSERT INTO t VALUES (-1, 0)")
    assert ask(tool, sql="SELECT min(n) FROM t")["rows"] == [[-1]]


# --- folder


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "My notes"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.md").write_text(
        "# Garden\n\nTomatoes need sun.\n\n# Kitchen\n\nTomato soup needs basil and salt.\n"
    )
    (folder / "deep" / "b.txt").write_text("first line\nThe boiler was serviced in May.\n")
    (folder / "c.csv").write_text("boiler,never searched\n")
    (folder / ".hidden.md").write_text("boiler secret\n")
    return folder


def test_passages_come_ranked_with_file_and_lines(notes: Path) -> None:
    tool = made(f"folder:{notes}")
    assert tool.name == "search_my_notes"
    result = ask(tool, query="when was the boiler serviced?")
    assert result["passages"] == [
        {
            "file": "deep/b.txt",
            "lines": "1-2",
            "text": "first line\nThe boiler was serviced in May.",
        }
    ]
    assert result["searched"] == {"files": 2, "passages": 2, "found": 1}
    assert result["next_cursor"] is None
    assert ask(tool, query="zeppelin")["passages"] == []


def test_line_numbers_are_those_of_the_file(tmp_path: Path) -> None:
    paragraphs = [f"Paragraph {i} speaks of topic{i}. " + "word " * 60 for i in range(30)]
    (tmp_path / "long.md").write_text("\n\n".join(paragraphs))
    lines = (tmp_path / "long.md").read_text().splitlines()
    tool = made(f"folder:{tmp_path}")
    for i in (0, 13, 29):
        best = ask(tool, query=f"topic{i}")["passages"][0]
        first, last = map(int, best["lines"].split("-"))
        assert "\n".join(lines[first - 1 : last]) == best["text"]
        assert f"topic{i}" in best["text"]


def test_pages_follow_the_cursor_and_hold_everything_once(tmp_path: Path) -> None:
    for i in range(12):
        (tmp_path / f"{i:02}.txt").write_text(f"apple number {i}\n")
    tool = made(f"folder:{tmp_path}")
    found, cursor, pages = [], None, 0
    while True:
        result = ask(tool, query="apple", cursor=cursor)
        found += [p["file"] for p in result["passages"]]
        pages, cursor = pages + 1, result["next_cursor"]
        if cursor is None:
            break
    assert pages == 3 and sorted(found) == [f"{i:02}.txt" for i in range(12)]
    for wrong in ("-1", "99", "x", "0", "１"):
        with pytest.raises(ToolError, match="cursor"):
            ask(tool, query="apple", cursor=wrong)


def test_links_out_of_the_folder_are_skipped_and_named(notes: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("The boiler code is 4711.\n")
    (notes / "link.md").symlink_to(outside / "secret.md")
    (notes / "relative.txt").symlink_to("../outside/secret.md")
    (notes / "linked folder").symlink_to(outside)
    (notes / "loop").symlink_to(notes)
    (notes / "dangling.md").symlink_to(notes / "nowhere.md")
    (notes / "disguised.txt").symlink_to(notes / ".hidden.md")
    (notes / "inside.md").symlink_to(notes / "deep" / "b.txt")
    result = ask(made(f"folder:{notes}"), query="boiler code secret")
    assert {p["file"] for p in result["passages"]} == {"deep/b.txt", "inside.md"}
    assert result["not_searched"] == [
        "dangling.md: leads nowhere",
        "disguised.txt: leads to a file that is not searched",
        "link.md: leads out of the folder",
        "relative.txt: leads out of the folder",
    ]


def test_a_query_is_words_and_never_a_path(notes: Path) -> None:
    (notes.parent / "outside.txt").write_text("boiler outside\n")
    tool = made(f"folder:{notes}")
    for query in ("../outside.txt", "/etc/passwd", "*", "", "\x00", "../../" * 40):
        assert ask(tool, query=query)["passages"] == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_pipes_large_files_and_binaries_do_not_hold_it_up(notes: Path) -> None:
    os.mkfifo(notes / "pipe.txt")
    (notes / "big.txt").write_bytes(b"boiler " * (MAX_FILE_BYTES // 7 + 1))
    (notes / "binary.md").write_bytes(b"boiler\x00\x01\x02")
    result = ask(made(f"folder:{notes}"), query="boiler")
    assert [p["file"] for p in result["passages"]] == ["deep/b.txt"]
    said = " | ".join(result["not_searched"])
    assert "pipe.txt: is no ordinary file" in said
    assert "big.txt: larger than" in said
    assert "binary.md: holds no text" in said


@pytest.mark.parametrize(
    ("data", "note"),
    [
        ("naïve café".encode(), None),
        ("naïve café".encode("utf-8-sig"), None),
        ("naïve café".encode("utf-16"), None),
        ("naïve café".encode("latin-1"), "x.txt: read as Latin-1, because it is not UTF-8"),
    ],
)
def test_encodings_are_understood_and_a_guess_is_said(
    tmp_path: Path, data: bytes, note: str | None
) -> None:
    (tmp_path / "x.txt").write_bytes(data)
    result = ask(made(f"folder:{tmp_path}"), query="café")
    assert result["passages"][0]["text"] == "naïve café"
    assert result.get("not_searched") == ([note] if note else None)


def test_a_changed_folder_is_searched_as_it_is_now(notes: Path) -> None:
    tool = made(f"folder:{notes}")
    assert ask(tool, query="lighthouse")["passages"] == []
    (notes / "new.md").write_text("The lighthouse was painted.\n")
    assert ask(tool, query="lighthouse")["passages"][0]["file"] == "new.md"
    (notes / "new.md").unlink()
    assert ask(tool, query="lighthouse")["passages"] == []


def test_a_folder_without_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no \.txt or \.md"):
        tool_from(f"folder:{tmp_path}")


def test_one_endless_line_is_cut_into_passages_and_loses_nothing(tmp_path: Path) -> None:
    text = "".join(f"word{i} " for i in range(2_000)).strip()
    (tmp_path / "line.txt").write_text(text)
    tool = made(f"folder:{tmp_path}")
    best = ask(tool, query="word1500")["passages"]
    assert best and best[0]["lines"] == "1-1" and len(best[0]["text"]) <= 800
