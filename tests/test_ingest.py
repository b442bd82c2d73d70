"""Traces that are sent while they happen: `POST /v1/traces`, and the runs that come of them."""

from __future__ import annotations

import gzip
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from data.importing import import_paths
from data.live.traces import STALE_S, LiveTraces
from data.store import Store
from tests.otlp_spans import ANSWER, ASKED, Json, a_run, agent, chat, request, span, tool
from tests.process import serving
from tests.test_import_otlp import protobuf


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def opened(path: Path) -> Store:
    return Store.open(path, count_link=lambda link: 1)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(tmp_path / "t.duckdb") as found:
        yield found


def sent(live: LiveTraces, *spans: Json) -> None:
    assert live.take_json(request(*spans)).accepted == len(spans)


def imported_alike(store: Store, tmp_path: Path, spans: list[Json]) -> None:
    """The run is what the importer makes of a file with all the spans."""
    (row,) = store.runs()
    path = tmp_path / "whole.json"
    path.write_text(json.dumps(request(*spans)))
    with Store.open(":memory:", count_link=lambda link: 1) as other:
        run_id = import_paths(other, [path]).files[0]["runs"][0]
        assert store.events(row.run_id)[1:] == other.events(run_id)[1:]


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2), (1, 1, 2, 3, 0, 2)])
def test_spans_in_any_order_and_twice_become_the_run_that_a_file_gives(
    store: Store, tmp_path: Path, order: tuple[int, ...]
) -> None:
    live = LiveTraces(store)
    for place in order:
        sent(live, a_run()[place])
        live.settle()
    live.close()
    imported_alike(store, tmp_path, a_run())


def test_a_run_shows_while_its_trace_goes_on_and_is_stale_after_silence(store: Store) -> None:
    clock = Clock()
    live = LiveTraces(store, clock)
    sent(live, *a_run()[1:3])
    live.settle()
    (row,) = store.runs(active=live.active())
    assert row.status == "running" and row.model_calls == 1 and row.tool_calls == 1
    clock.now += STALE_S + 1
    assert store.runs(active=live.active())[0].status == "stale"
    sent(live, a_run()[3], a_run()[0])
    live.settle()
    assert store.runs(active=live.active())[0].status == "success"
    live.close()


def test_what_was_answered_is_there_after_a_crash(tmp_path: Path) -> None:
    """The process dies before a run is told: nothing is settled or closed in order."""
    path = tmp_path / "t.duckdb"
    store = opened(path)
    live = LiveTraces(store)
    live._feeding.start = lambda: None  # type: ignore[method-assign]  # no worker: it has died
    sent(live, *a_run())
    store._database.close()
    with opened(path) as again:
        assert not again.runs()
        later = LiveTraces(again)
        later.catch_up()
        later.settle()
        imported_alike(again, tmp_path, a_run())
        later.close()
    with opened(path) as again, again.looking() as cur:
        assert cur.execute("SELECT count(*) FROM inbox").fetchall() == [(0,)]


def test_a_late_span_finds_its_trace_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "t.duckdb"
    spans = a_run()
    for part in (spans[:2], spans[2:]):
        with opened(path) as store:
            live = LiveTraces(store)
            sent(live, *part)
            live.close()
    with opened(path) as store:
        imported_alike(store, tmp_path, spans)


def test_a_text_that_every_span_repeats_is_kept_once(store: Store) -> None:
    live = LiveTraces(store)
    history: list[Json] = [*ASKED]
    for turn in range(20):
        live.take_protobuf(protobuf(chat(2 + turn, history, ANSWER, start=turn, end=turn + 0.5)))
        history.append({"role": "user", "content": f"And the next day, {turn}?"})
    live.close()
    with store.looking() as cur:
        found = cur.execute("SELECT count(*) FROM messages").fetchall()
    assert found == [(2 + 19 + 1,)]  # and the settings
    (row,) = store.runs()
    assert row.model_calls == 20


def test_sub_agents_come_and_go_with_their_spans(store: Store) -> None:
    live = LiveTraces(store)
    inner = chat(6, [{"role": "user", "content": "Oslo?"}], ANSWER, parent=5, start=1.3, end=1.8)
    sent(live, inner)
    live.settle()
    assert store.runs()[0].model_calls == 1
    called = tool(3, "weather", "call_1", "rain", start=1.1, end=2)
    sent(live, agent(5, "expert", parent=3, start=1.2, end=1.9), called, *a_run()[:2], a_run()[3])
    live.settle()
    (row,) = store.runs()
    assert row.model_calls == 2
    (sub,) = store.sub_runs(row.run_id)
    assert sub.model_calls == 1 and sub.called_as == "call_1"
    live.close()


def test_a_deleted_trace_leaves_no_text_behind(store: Store) -> None:
    live = LiveTraces(store)
    sent(live, *a_run())
    live.settle()
    store.delete_runs([row.run_id for row in store.runs()])
    with store.looking() as cur:
        for table in ("runs", "events", "requests", "messages", "spans"):
            assert cur.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)], table
    sent(live, *a_run())
    live.settle()
    assert store.request(store.events(store.runs()[0].run_id)[1].request)  # type: ignore[union-attr]
    live.close()


def test_a_trace_that_a_file_brought_is_not_made_shorter(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text(json.dumps(request(*a_run())))
    run_id = import_paths(store, [path]).files[0]["runs"][0]
    live = LiveTraces(store)
    sent(live, a_run()[1])
    live.close()
    assert [row.run_id for row in store.runs()] == [run_id]
    assert store.runs()[0].model_calls == 2


# over HTTP


class Door(NamedTuple):
    url: str
    token: str


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    db = tmp_path_factory.mktemp("ingest") / "t.duckdb"
    with serving(db) as url:
        yield Door(url, json.loads(Path(f"{db}.server.json").read_text())["token"])


def post(
    door: Door, body: bytes, kind: str = "application/json", **headers: str
) -> tuple[int, bytes]:
    sent = {"Content-Type": kind, **{k.replace("_", "-"): v for k, v in headers.items()}}
    asked = urllib.request.Request(f"{door.url}/v1/traces", body, sent)
    try:
        with urllib.request.urlopen(asked, timeout=60) as response:
            assert response.headers["Content-Type"].startswith(kind)
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def runs(door: Door) -> list[Json]:
    asked = urllib.request.Request(
        f"{door.url}/api/runs",
        b'{"filter": {"origins": ["imported"]}}',
        {"Authorization": f"Bearer {door.token}"},
    )
    with urllib.request.urlopen(asked, timeout=60) as response:
        found: list[Json] = json.load(response)["runs"]
        return found


def awaited(door: Door, trace: str, events: int, status: str = "") -> Json:
    """The run of this question once it has so many events, and this status where one is given."""
    for _ in range(300):
        for row in runs(door):
            known = row["question"] == trace and row["events"] >= events
            if known and status in ("", row["status"]):
                return row
        time.sleep(0.1)
    raise AssertionError(runs(door))


def asking(question: str, trace: str) -> list[Json]:
    text = json.dumps(a_run()).replace("What is the weather?", question)
    spans: list[Json] = json.loads(text.replace(a_run()[0]["traceId"], trace))
    return spans


@pytest.mark.parametrize("form", ["json", "json packed", "protobuf", "protobuf packed"])
def test_a_trace_is_taken_in_every_form(door: Door, form: str) -> None:
    trace = f"{hash(form) & 0xFFFFFFFF:032x}"
    spans = asking(f"As {form}?", trace)
    packed = {"Content_Encoding": "gzip"} if "packed" in form else {}
    for some in (spans[1:2], spans[2:], spans[:1]):
        body = protobuf(*some) if "proto" in form else json.dumps(request(*some)).encode()
        kind = "application/x-protobuf" if "proto" in form else "application/json"
        status, told = post(door, gzip.compress(body) if packed else body, kind, **packed)
        assert (status, told) == (200, b"" if "proto" in form else b"{}")
        if some is spans[1:2]:
            assert awaited(door, f"As {form}?", 2)["status"] == "running"
    # the spans before the root may be told alone, and then it is still running
    assert awaited(door, f"As {form}?", 5, "success")["answer"] == "It rains."


def test_spans_without_sound_ids_are_rejected_and_the_others_taken(door: Door) -> None:
    bad = span(7)
    bad["traceId"] = "0" * 32
    good = asking("Partly?", "7" * 32)
    status, told = post(door, json.dumps(request(bad, *good)).encode())
    partial = json.loads(told)["partialSuccess"]
    assert (
        status == 200 and partial["rejectedSpans"] == "1" and "16 bytes" in partial["errorMessage"]
    )
    awaited(door, "Partly?", 5)


def test_what_is_no_span_is_counted_and_said(door: Door) -> None:
    """Answered with nothing wrong, it was lost."""
    body = request(5, *asking("Beside junk?", "8" * 32), "x", None)  # type: ignore[arg-type]
    status, told = post(door, json.dumps(body).encode())
    assert (status, json.loads(told)["partialSuccess"]["rejectedSpans"]) == (200, "3")
    awaited(door, "Beside junk?", 5)
    whole = request(*asking("Misshapen?", "9" * 32))
    group = whole["resourceSpans"][0]
    for wrong in (
        {"resourceSpans": group},
        {"resourceSpans": [1, group]},
        {"resourceSpans": [{"scopeSpans": group["scopeSpans"][0]}]},
        {"resourceSpans": [{"scopeSpans": [{"spans": {}}]}]},
    ):
        status, told = post(door, json.dumps(wrong).encode())
        assert status == 400 and b"is a list" in told


def seventy_megabytes() -> bytes:
    """Packed where they are sent: each worker collects every parameter."""
    return gzip.compress(b" " * 70_000_000, 1, mtime=0)


@pytest.mark.parametrize(
    ("body", "headers", "status", "says"),
    [
        (b"{", {}, 400, "cannot be read"),
        (b"[]", {}, 400, "resourceSpans"),
        (b"x", {"kind": "application/x-protobuf"}, 400, "protobuf"),
        (b"x", {"kind": "text/plain"}, 415, "application/json"),
        (b"x", {"Content_Encoding": "br"}, 415, "gzip"),
        (b"plain text", {"Content_Encoding": "gzip"}, 400, "no gzip"),
        (gzip.compress(b"{}", mtime=0)[:-4], {"Content_Encoding": "gzip"}, 400, "breaks off"),
        (seventy_megabytes, {"Content_Encoding": "gzip"}, 413, "64 MB"),
        (b"{}", {"Host": "evil.example"}, 403, "host name"),
        (b"{}", {"Origin": "https://evil.example"}, 403, "other sites"),
        (b"{}", {"X_Forwarded_For": "203.0.113.9"}, 401, "token"),
    ],
)
def test_what_is_refused_is_told_in_a_sentence(
    door: Door,
    body: bytes | Callable[[], bytes],
    headers: dict[str, str],
    status: int,
    says: str,
) -> None:
    found, told = post(door, body() if callable(body) else body, **headers)
    assert found == status and says.encode() in told


def test_from_elsewhere_the_token_opens(door: Door) -> None:
    elsewhere = {"X_Forwarded_For": "203.0.113.9", "Authorization": f"Bearer {door.token}"}
    assert post(door, b'{"resourceSpans": []}', **elsewhere)[0] == 200
