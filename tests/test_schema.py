"""A new file is made at once; it has the tables that an old one comes to, step by step."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from data import schema
from data.store import Store


def tables(path: Path) -> list[tuple[str, str]]:
    """Each with its columns in order, their types, and how they are compressed."""
    with duckdb.connect(str(path), read_only=True) as con:
        return con.execute("SELECT table_name, sql FROM duckdb_tables() ORDER BY 1").fetchall()


def test_a_new_file_has_the_tables_that_the_oldest_one_comes_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, old = tmp_path / "new.duckdb", tmp_path / "old.duckdb"
    monkeypatch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
    Store.open(old).close()
    monkeypatch.undo()
    for path in (new, old):
        Store.open(path).close()
    assert [backup.name for backup in tmp_path.glob("*.backup")] == ["old.duckdb.v1.backup"]
    made = dict(tables(new))
    assert made == dict(tables(old))
    assert made["events"].count("COMPRESSION") == 3 and "_anew" not in str(made)
