"""The framework that all importers stand on: whole or not at all, once, whatever the file holds."""

from __future__ import annotations

import gzip
import json
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.errors import BadInput
from agents.events import Replied, Started, from_json, to_json
from agents.messages import Link, chain
from data.exporters.native import export
from data.importers import costs
from data.importers.chains import EMPTY
from data.importers.hostile import Unreadable, body_of, deeper, finite, parse
from data.importers.pairing import Pairing
from data.importers.registry import IMPORTERS
from data.importers.source import Source
from data.importers.times import moment
from data.importers.usages import RunningTotal, usage_of
from data.importing import import_paths, import_sources
from data.store import Store
from data.unpacking import source_from
from tests.claude_lines import Lines, a_session, call, text, usage
from tests.otlp_spans import request, span
from tests.process import Open, told, triptych


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(":memory:", count_link=lambda link: len(link.body) // 4) as opened:
        yield opened


def session_bytes(**changes: Any) -> bytes:
    return "\n".join(a_session(**changes).lines).encode()


def only(store: Store, content: bytes, name: str = "x") -> dict[str, Any]:
    result = import_sources(store, [source_from(name, content)])
    assert not result.failed, result.failed
    return result.files[0]


def refused(store: Store, content: bytes, name: str = "x") -> str:
    result = import_sources(store, [source_from(name, content)])
    assert not result.files and store.count() == 0
    return result.failed[0]["error"]


# once, and whole


def test_the_same_again_adds_nothing(store: Store, tmp_path: Path) -> None:
    first = a_session().write(tmp_path / "a.jsonl")
    copy = tmp_path / "copy of it.json"
    copy.write_bytes(first.read_bytes())
    (one,) = import_paths(store, [first]).files
    (two,) = import_paths(store, [copy]).files
    assert not one["already"] and two["already"] and store.count() == 1
    assert one["runs"] == two["runs"]
    assert {k: v for k, v in one.items() if k not in ("already", "path")} == {
        k: v for k, v in two.items() if k not in ("already", "path")
    }


def test_a_deleted_run_comes_back(store: Store) -> None:
    before = only(store, session_bytes())
    store.delete_runs(before["runs"])
    assert not only(store, session_bytes())["already"] and store.count() == 1


def test_a_file_that_breaks_off_in_the_middle_of_its_archive_leaves_nothing(store: Store) -> None:
    lines = a_session()
    for number in range(3000):
        lines.said(f"m{number}", text(f"Word {number * 7919}"), usage=usage(1, 1))
    whole = gzip.compress("\n".join(lines.lines).encode())
    assert "cannot be read" in refused(store, whole[: len(whole) // 2])


def test_called_off_the_file_being_read_leaves_nothing(store: Store, tmp_path: Path) -> None:
    paths = [a_session(session=f"s{n}").write(tmp_path / f"{n}.jsonl") for n in range(3)]
    seen: list[str] = []

    def progress(path: str, read: int) -> None:
        seen.append(path)

    result = import_paths(store, paths, progress=progress, cancel=lambda: str(paths[1]) in seen)
    assert result.cancelled and len(result.files) == 1 == store.count()


def test_an_imported_run_is_exported_and_comes_back_equal(store: Store) -> None:
    (run_id,) = only(store, session_bytes())["runs"]
    lines = "\n".join(export(store, run_id)).encode()
    with Store.open(":memory:", count_link=lambda link: 1) as other:
        again = only(other, lines)
        assert again["format"] == "native" and again["runs"] == [run_id]
        assert other.events(run_id) == store.events(run_id)
        assert only(other, lines)["already"] and other.count() == 1


def test_recording_goes_on_while_a_file_is_read(store: Store) -> None:
    from tests.making import a_run, new_run

    store.add_run(new_run("live"))
    rest = iter(enumerate(a_run(turns=20)))

    def progress(path: str, read: int) -> None:
        for seq, (event, sent) in rest:
            store.append("live", seq, event, sent)

    result = import_sources(store, [source_from("s", session_bytes())], progress=progress)
    assert len(result.files) == 1 and store.count() == 2
    assert len(store.events("live")) > 20


# what a file may be


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_is_known_by_its_content(store: Store, packed: bool) -> None:
    content = session_bytes()
    assert only(store, gzip.compress(content) if packed else content, "x.bin")["traces"] == 1


@pytest.mark.parametrize(
    "bend",
    [
        lambda c: b"\xef\xbb\xbf" + c,
        lambda c: c.replace(b"\n", b"\r\n"),
        lambda c: c + b"\n\n\n",
        lambda c: b"{broken\n" + c,
        lambda c: c + b'\n{"type": "assistant", "message": {"content": [',
        lambda c: c.replace(b'"isSidechain": false', b'"isSidechain": true, "isSidechain": false'),
        lambda c: c.replace(b'"cwd": "/project"', b'"cwd": "\\ud800", "n": NaN, "h": 1e999'),
        lambda c: c.replace(b'"cwd": "/project"', b'"cwd": "\xff", "n": ' + b"9" * 5000),
    ],
)
def test_a_bent_file_is_read_all_the_same(store: Store, bend: Any) -> None:
    found = only(store, bend(session_bytes()))
    assert (found["traces"], found["model_calls"], found["input_tokens"]) == (1, 2, 1990)
    (run_id,) = found["runs"]
    assert json.loads(json.dumps(store.report(run_id), allow_nan=False))
    for event in store.events(run_id):
        assert from_json(to_json(event)) == event


def test_hostile_values_reach_the_run_as_text(store: Store) -> None:
    lines = a_session()
    lines.raw(
        '{"type": "assistant", "uuid": "z", "sessionId": "s", "message": {"id": "h", "content": '
        '[{"type": "tool_use", "id": "t", "name": "\\ud83d", "input": {"a": NaN, "b": 1e999, '
        '"c": "\\udfff"}}], "usage": {"input_tokens": 1e400, "output_tokens": -3}}}'
    )
    (run_id,) = only(store, "\n".join(lines.lines).encode())["runs"]
    last = [e for e in store.events(run_id) if isinstance(e, Replied)][-1]
    assert last.reading.calls[0].arguments == {"a": "NaN", "b": "1e999", "c": "\udfff"} or (
        last.reading.calls[0].arguments["a"] == "nan"
    )
    assert last.usage.input_tokens is None


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no trace of a known format (it is empty)"),
        (b"Dear diary", "plain text"),
        (b"{}", "JSON with no keys"),
        (b"[1, 2]", "JSON"),
        (b"\x80\x04\x95\x00\x00\x00", "known format"),
        (b"\0\0\0\0", "not text"),
        (b"[" * 100_000, "known format"),
        (b'{"request": {"te', "breaks off in the middle of its JSON"),
        (b'{"loglines": [{"te', "breaks off in the middle of its JSON (EOF while parsing"),
        (b'{"loglines": [}]}', "no trace of a known format"),
    ],
)
def test_what_is_no_trace_is_refused_in_a_sentence(store: Store, content: bytes, says: str) -> None:
    assert says in refused(store, content)


def test_an_unknown_format_is_refused_with_those_there_are(store: Store) -> None:
    with pytest.raises(BadInput, match="claude_code"):
        import_paths(store, [], format="nope")


def test_limits_are_named(store: Store) -> None:
    small = source_from("big.jsonl", session_bytes())
    small.max_file = 100
    (failed,) = import_sources(store, [small]).failed
    assert "limit of 0.0001 MB" in failed["error"]
    deep = b'{"loglines": ' + b"[" * 300 + b"]" * 300 + b"}"
    with pytest.raises(BadInput, match="deeper than 200 levels"):
        source_from("deep.json", deep).document()
    whole = source_from("large.json", b'{"loglines": []}')
    whole.max_document = 10
    with pytest.raises(BadInput, match="only be read whole"):
        whole.document()


# archives and folders


def zipped(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def test_files_in_an_archive_are_read_one_by_one(store: Store, tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", one=session_bytes(), two=b"Dear diary")
    result = import_paths(store, [path])
    assert [one["path"] for one in result.files] == [f"{path}!one"]
    assert [one["path"] for one in result.failed] == [f"{path}!two"]


def test_names_that_lead_out_of_an_archive_are_refused(store: Store, tmp_path: Path) -> None:
    names = ["../x", "/etc/x", "a/../../x", "..\\x", "C:\\x"]
    path = zipped(tmp_path / "a.zip", **dict.fromkeys(names, session_bytes()))
    result = import_paths(store, [path])
    assert not result.files and len(result.failed) == len(names)
    assert all("leads out of the archive" in one["error"] for one in result.failed)
    assert list(tmp_path.iterdir()) == [path]


def test_a_zip_bomb_is_refused_before_it_is_unpacked(store: Store, tmp_path: Path) -> None:
    path = zipped(tmp_path / "bomb.zip", bomb=b"\0" * 60_000_000)
    (failed,) = import_paths(store, [path]).failed
    assert "zip bomb" in failed["error"]


def test_a_folder_is_read_in_the_order_of_its_names(store: Store, tmp_path: Path) -> None:
    for name in ("b", "a"):
        a_session(session=name).write(tmp_path / "in" / f"{name}.jsonl")
    (tmp_path / "link").symlink_to(tmp_path / "in" / "a.jsonl")
    result = import_paths(store, [tmp_path])
    assert [Path(one["path"]).name for one in result.files] == ["a.jsonl", "b.jsonl"]
    (gone,) = import_paths(store, [tmp_path / "nothing"]).failed
    assert "No such file" in gone["error"]


# the parts that importers share


@pytest.mark.parametrize(
    ("value", "at", "zone"),
    [
        ("2025-06-14T11:00:00Z", 1749898800.0, "UTC"),
        ("2025-06-14T03:00:00-08:00", 1749898800.0, "-08:00"),
        ("2025-06-14 11:00:00", 1749898800.0, "none (read as UTC)"),
        ("1749898800000000000", 1749898800.0, "UTC"),
        (1749898800, 1749898800.0, "UTC"),
        (1749898800123, 1749898800.123, "UTC"),
    ],
)
def test_times_come_to_mean_the_same(value: Any, at: float, zone: str) -> None:
    assert moment(value) == (pytest.approx(at, abs=1e-3), zone)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(JUNK)
def test_nothing_that_is_no_time_breaks_the_reader_of_times(value: Any) -> None:
    found = moment(value)
    assert found is None or 0 <= found[0] < 1e12


@given(JUNK)
def test_any_value_becomes_json_that_anything_can_read(value: Any) -> None:
    json.loads(body_of(value), parse_constant=pytest.fail)
    json.dumps(finite(value), allow_nan=False)


@given(st.binary() | st.text().map(lambda s: s.encode("utf-8", "surrogatepass")))
def test_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        value = parse(data)
    except Unreadable:
        return
    assert not deeper(value, 200)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=40))
def test_a_growing_request_is_the_chain_that_the_store_knows(
    turns: list[tuple[str, bool]],
) -> None:
    grown, links, handed = EMPTY, [], 0
    for words, ask in turns:
        grown = grown.add("question", "user", words)
        links.append(Link("question", "user", words))
        if ask:
            new = grown.new()
            assert [(link.body, link.depth) for link in new] == [
                (link.body, place) for place, link in enumerate(links) if place >= handed
            ]
            handed = len(links)
        assert grown.digest == chain(links)[-1]


@settings(max_examples=200)
@given(st.lists(st.sampled_from(["wish a", "wish b", "wish", "get a", "get b", "get"])))
def test_each_call_has_its_own_id_and_one_result(steps: list[str]) -> None:
    pairing = Pairing()
    wished, answered = [], []
    for step in steps:
        what, _, native = step.partition(" ")
        if what == "wish":
            wished.append(pairing.wish(native, "tool", {}))
        elif (found := pairing.answer(native)) is not None:
            answered.append(found)
    assert len({call.id for call in wished}) == len(wished)
    assert len({call.id for call in answered}) == len(answered)
    assert {c.id for c in pairing.open()} == {c.id for c in wished} - {c.id for c in answered}


def test_a_running_total_is_a_step_only_when_it_moved() -> None:
    total = RunningTotal()
    assert total.step({"input_tokens": 10}) == {"input_tokens": 10}
    assert total.step({"input_tokens": 10}) is None
    assert total.step({"input_tokens": 25}) == {"input_tokens": 15}
    assert total.step({"input_tokens": 5}) == {"input_tokens": 5}


def test_imported_calls_cost_what_live_ones_cost() -> None:
    from agents.models.prices import price

    used = usage_of(120_000, 900, 100_000, 5_000)
    for model, maker in (("claude-sonnet-4-20250514", "anthropic"), ("gpt-4.1", "openai")):
        ours, live = costs.cost_of(used, model, 1.76e9), price(used, f"{maker}:{model}", 1.76e9)
        assert ours.usd == pytest.approx(live.usd) and ours.why == live.why
    assert costs.cost_of(used, "house-model", 1.76e9).usd is None


def test_every_format_bears_a_name_of_its_own() -> None:
    names = [one.name for one in IMPORTERS]
    assert len(set(names)) == len(names)


# the verb


def test_import_prints_what_was_read_and_what_was_not(tmp_path: Path) -> None:
    a_session().write(tmp_path / "in" / "s.jsonl")
    (tmp_path / "in" / "notes.txt").write_text("Dear diary")
    found = told(tmp_path / "t.duckdb", "import", "in/")
    assert [one["path"] for one in found["failed"]] == ["in/notes.txt"]
    (file,) = found["files"]
    assert file["path"] == "in/s.jsonl" and file["model_calls"] == 2
    done = triptych(tmp_path / "t.duckdb", "import", "in/notes.txt")
    assert done.returncode == 1 and "no trace of a known format (plain text)" in done.stdout
    shown = told(tmp_path / "t.duckdb", "show", file["runs"][0])
    assert shown["origin"] == "imported" and shown["answer"] == "Both tests pass now."


def test_with_the_dashboard_running_it_goes_over_its_door(tmp_path: Path, opened: Open) -> None:
    path = a_session().write(tmp_path / "s.jsonl")
    (file,) = told(opened.db, "import", str(path))["files"]
    assert file["path"] == str(path) and len(file["runs"]) == 1
    assert told(opened.db, "import", str(path))["files"][0]["already"]


def test_a_source_is_read_again_from_its_beginning() -> None:
    source: Source = source_from("x", b"1\n2\n")
    assert [line for _, line in source.lines()] == [line for _, line in source.lines()]


@given(times=st.lists(st.tuples(st.integers(0, 900), st.integers(0, 900)), min_size=1, max_size=6))
@settings(max_examples=25, deadline=None)
def test_nothing_of_a_run_begins_before_it(times: list[tuple[int, int]]) -> None:
    spans = [
        span(number, "chat", None, start, start + took, gen_ai__operation__name="chat")
        for number, (start, took) in enumerate(times, 1)
    ]
    with Store.open(":memory:", count_link=lambda link: 1) as store:
        for run_id in only(store, json.dumps(request(*spans)).encode())["runs"]:
            begun, *rest = store.events(run_id)
            assert isinstance(begun, Started)
            steps = [event for event in rest if isinstance(event, Replied)]
            assert begun.at == min(event.started_at for event in steps)
            assert store.run(run_id).started_at == begun.at


def test_parallel_calls_of_one_reply_stand_in_one_turn(store: Store) -> None:
    lines = Lines()
    lines.user("Both.")
    lines.said("m", call("a"), call("b"), usage=usage(1, 1))
    lines.result("b", "B")
    lines.result("a", "A")
    (run_id,) = only(store, "\n".join(lines.lines).encode())["runs"]
    results = [e for e in store.events(run_id) if e.kind == "returned"]
    assert [e.output for e in results] == ["B", "A"]  # type: ignore[union-attr]


CHAT = {
    "messages": [{"role": "user", "content": "Where?"}, {"role": "assistant", "content": "Here."}]
}


def test_a_trace_without_a_time_has_that_of_its_file_and_says_so(
    store: Store, tmp_path: Path
) -> None:
    """A date that an archive does not hold is that of the archive."""
    path = tmp_path / "chat.jsonl"
    path.write_text(json.dumps(CHAT))
    other = CHAT | {"messages": [{"role": "user", "content": "When?"}, *CHAT["messages"][1:]]}
    archive = tmp_path / "chat.zip"
    with zipfile.ZipFile(archive, "w") as written:
        written.writestr(zipfile.ZipInfo("chat.jsonl"), json.dumps(other))  # of no date: 1980
    for file in (path, archive):
        os.utime(file, (1_700_000_000, 1_700_000_000))
    told = import_paths(store, [path, archive])
    rows = [store.run(run_id) for one in told.files for run_id in one["runs"]]
    assert [(row.started_at, row.dated) for row in rows] == [(1_700_000_000, False)] * 2
    (run_id,) = only(store, session_bytes())["runs"]
    assert store.run(run_id).dated
