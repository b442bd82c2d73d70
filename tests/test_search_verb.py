"""`triptych search`, with the dashboard closed and through its API."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from making import a_run, new_run, record

from dashboard.__main__ import main
from data.store import Store


def test_the_verb_tells_people_and_programs_where_a_text_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = str(tmp_path / "t.duckdb")
    with Store.open(db, count_link=lambda link: 1) as store:
        record(store, new_run("r1"), a_run("Who owns \x1b[2J PX-17?"))
    assert main(["search", '"Passage 1"', "--db", db, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (hit,) = found["hits"]
    assert (hit["run"], hit["step"], hit["who"], found["total"]) == ("r1", 4, "tool", 1)
    (low, high) = hit["matches"][0]
    assert hit["snippet"][low:high] == "Passage 1"
    assert main(["search", "PX-17", "--db", db, "--limit", "2"]) == 0
    shown = capsys.readouterr().out
    assert "--offset 2" in shown and "\x1b" not in shown
    assert main(["search", " ", "--db", db]) == 1
    assert "Give a text" in capsys.readouterr().err
