"""A run as one file: small, whole, inert, and the same with the dashboard open or closed."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from agents.events import Reading, Returned, Started, Stopped
from agents.messages import Call, Usage
from dashboard.service import Service
from dashboard.share.content import content
from dashboard.share.formats import Wanted, exported, file_name
from dashboard.share.page import html
from data.importers.native import load
from data.store import Store
from tests.hostile import EVERY, LINE, hostile_run
from tests.making import AT, SETTINGS, Recorded, a_run, link, new_run, opening, record, replied
from tests.process import serving, triptych

WORDS = Path(__file__).read_text(encoding="utf-8").split()


def growing_run(events: int) -> Iterator[Recorded]:
    """An agent that forgets nothing: each request holds all turns before it. Every result is
    another page of some 1,800 characters."""
    yield Started(AT, "Which notes say why?", {"paradigm": "react"}), ()
    history = opening("Which notes say why?")
    for turn in range((events - 2) // 2):
        wire = (*history, SETTINGS)
        thought = f"Thought {turn}: note {turn} has to be read before I can answer"
        call = Call(f"c{turn}", "read_note", {"number": turn})
        yield (
            replied(wire, AT + turn, text=thought, reading=Reading(thought=thought, calls=(call,)),
                    usage=Usage(300 + turn, 20, source="counted")),
            wire,
        )  # fmt: skip
        chosen = (sha256(f"{turn} {place}".encode()).digest()[0] for place in range(260))
        page = " ".join(WORDS[number % len(WORDS)] for number in chosen)
        yield Returned(call, AT + turn + 0.5, AT + turn + 0.7, "ok", page, "reads"), ()
        history += (
            link("reasoning", "assistant", thought),
            link("observation", "user", f"Observation: {page}"),
        )
    yield Stopped(AT + events, "partial", "the notes ended"), ()


def held(page: bytes) -> dict[str, Any]:
    found = re.search(rb'id="told" data-form="(\w+)">([A-Za-z0-9+/=]*)</script>', page)
    assert found is not None
    packed = b64decode(found[2])
    told: dict[str, Any] = json.loads(gzip.decompress(packed) if found[1] == b"gzip" else packed)
    return told


def test_a_thousand_steps_of_a_growing_conversation_take_at_most_3_mb() -> None:
    store = Store.open(":memory:")
    batch = [("long", seq, *one) for seq, one in enumerate(growing_run(1_000))]
    store.append_many(batch, [new_run("long")])
    service = Service(store, {})
    made = html(content(service, ["long"]))
    told = held(made)
    assert len(told["runs"][0]["steps"]) == len(told["runs"][0]["known"]) == 1_000
    assert len(made) <= 3_000_000
    assert len(told["texts"]) == len(set(told["texts"]))
    # all links of the last request are there, to be followed back to the first
    place, links = told["runs"][0]["steps"][997]["request"], 0
    while place >= 0:
        place, links = told["nodes"][place][0], links + 1
    assert links == 3 + 2 * 498 + 1
    service.close()


def test_texts_that_mean_harm_are_whole_in_the_file_and_nowhere_in_its_html() -> None:
    store = Store.open(":memory:")
    record(store, new_run("bad<script>", EVERY[0], label=EVERY[1]), hostile_run())
    service = Service(store, {})
    held_there = content(service, ["bad<script>"])
    for plain in (False, True):
        made = html(held_there, plain=plain)
        assert b"evil.example" not in made and b"hacked" not in made
        assert made.count(b"</script>") == 2 and made.count(b"<script") == 2
        texts = held(made)["texts"]
        assert LINE in texts
        for text in EVERY:
            assert text in texts
    service.close()


def test_the_policy_lets_only_the_file_s_own_script_and_styles_in() -> None:
    store = Store.open(":memory:")
    record(store, new_run("r1"), a_run())
    service = Service(store, {})
    made = html(content(service, ["r1"])).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', made)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy[1] and "http" not in policy[1]
    assert not re.search(r"(src|href)=", made.split('id="told"')[0])
    told = held(made.encode())
    assert told["version"] in made and told["made_at"] > AT
    service.close()


def test_a_secret_of_the_environment_is_in_no_format() -> None:
    secret = 'hunter2-"quoted"\\and-long'
    store = Store.open(":memory:")
    events = list(a_run(question=f"Is {secret} right?"))
    record(store, new_run("r1", f"Is {secret} right?"), events)
    record(store, new_run("r2", f"Is {secret} right?"), a_run(question=secret, turns=1))
    service = Service(store, {"THE_PASSWORD": secret})
    told = json.dumps(held(exported(service, Wanted(("r1", "r2")))))
    lines = exported(service, Wanted(("r1",), "jsonl")).decode()
    for form in (told, lines):
        assert "hunter2" not in form
        assert "[secret]" in form
    service.close()


def test_several_runs_bring_their_diff_and_what_is_said_before_a_class() -> None:
    store = Store.open(":memory:")
    record(store, new_run("a", comparison_id="c"), a_run(turns=1))
    record(store, new_run("b", comparison_id="c"), a_run(turns=3))
    service = Service(store, {})
    told = held(exported(service, Wanted(("c",), view="diff")))
    assert [run["run"] for run in told["runs"]] == ["a", "b"]
    assert [len(lane["steps"]) for lane in told["together"]["lanes"]] == [5, 9]
    assert told["diff"]["rows"]["rows"] and told["view"] == "diff"
    # the shared beginning of their requests stands there once
    first = [run["steps"][1]["request"] for run in told["runs"]]
    assert first[0] == first[1]
    service.close()


def test_the_name_of_a_file_is_safe_whatever_a_run_is_called() -> None:
    assert file_name(["../x y", "b"], view="diff") == "triptych-diff----x-y-and-1-more.html"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("share") / "t.duckdb"
    with Store.open(str(path)) as store:
        record(store, new_run("r1"), a_run(turns=2))
        record(store, new_run("r2"), a_run(turns=3))
        record(store, new_run("r3"), a_run(answer=None))
    return path


def test_the_verb_writes_the_same_file_with_the_dashboard_open_or_closed(db: Path) -> None:
    def made(*words: str) -> Any:
        out = db.parent / "out.html"
        done = triptych(db, "export", "r1", "r2", "-o", str(out), "--force", "--json", *words)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["bytes"] == out.stat().st_size
        told = held(out.read_bytes())
        return {name: value for name, value in told.items() if name != "made_at"}

    def other_forms() -> list[Any]:
        folder = db.parent / "tables"
        words = ("--format", "csv", "-o", f"{folder}/", "--force", "--json")
        tables = triptych(db, "export", "r1", "r3", *words)
        spans = triptych(db, "export", "r3", "--format", "otlp", "-o", "-")
        return [tables.stdout, spans, {one.name: one.read_bytes() for one in folder.iterdir()}]

    alone = made("--view", "diff"), other_forms()
    with serving(db):
        assert (made("--view", "diff"), other_forms()) == alone
        refused = triptych(db, "export", "nowhere", "-o", "never.html")
        lines = triptych(db, "export", "r1", "--format", "jsonl", "-o", "-")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "triptych: There is no run “nowhere” here.\n"
    assert not (db.parent / "never.html").exists()
    said, spans, tables = alone[1]
    assert "no root span" in spans.stderr and "resourceSpans" in json.loads(spans.stdout)
    assert sorted(tables) == ["runs.csv", "steps.csv"] and json.loads(said)["left_out"] == []
    with Store.open(":memory:") as other, Store.open(str(db)) as first:
        assert load(other, lines.stdout.splitlines()) == "r1"
        assert other.events("r1") == first.events("r1")


def test_a_file_that_is_there_is_kept_unless_force_is_said(db: Path) -> None:
    there = db.parent / "there.html"
    there.write_text("mine")
    refused = triptych(db, "export", "r1", "-o", str(there))
    assert refused.returncode == 1 and "--force" in refused.stderr
    assert there.read_text() == "mine"
    for words, said in [
        (
            ("--format", "pdf"),
            "There is no format “pdf”; choose html, jsonl, otlp, messages, parquet or csv.",
        ),
        (("--view", "diff"), "“diff” is of two to six runs, and this names one."),
    ]:
        wrong = triptych(db, "export", "r1", "-o", "new.html", *words)
        assert (wrong.returncode, wrong.stderr) == (1, f"triptych: {said}\n")
    assert not (db.parent / "new.html").exists()
