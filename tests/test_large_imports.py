"""Large files: read by a second process, written by a thread of this one, and all the same."""

from __future__ import annotations

import gzip
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.events import Stopped
from data import importing
from data.afar import reading as afar
from data.afar.far_file import Lent, far_file
from data.afar.frames import Frame, hear, send
from data.afar.packing import pack, unpack
from data.importers.registry import IMPORTERS
from data.importing import Imported, import_paths, import_sources
from data.store import Store
from data.unpacking import opened, source_from
from data.writing.journal import ChainLink, Recorded
from data.writing.preparing import ready
from tests.claude_lines import Lines, a_session, call, text, usage
from tests.fuzz_imports import seeds

helpers: list[afar.Helper] = []
HERE = 1 << 40


@pytest.fixture(autouse=True)
def every_file_is_large(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    class Known(afar.Helper):
        def __init__(self) -> None:
            super().__init__()
            helpers.append(self)

    helpers.clear()
    monkeypatch.setattr(importing, "LARGE", -1)
    monkeypatch.setattr("data.writing.batches.MOST_EVENTS", 3)
    monkeypatch.setattr("data.writing.bulk.A_PART", 2_000)
    monkeypatch.setattr(afar, "Helper", Known)
    yield
    assert all(helper._process.poll() is not None for helper in helpers)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A session with a lone surrogate and a NUL in its texts."""
    lines: Lines = a_session()
    for turn in range(20):
        odd = f"{turn} \ud800 NaN" if turn == 7 else f"{turn} Grüße \x00 🦜"
        lines.said(f"m{turn}", text(odd), usage=usage(5, turn, read=turn), uuid=f"u{turn}")
        lines.said(f"m{turn}", call(f"t{turn}", command=odd * 40), uuid=f"v{turn}")
        lines.result(f"t{turn}", "the same result", uuid=f"w{turn}")
    lines.raw("no JSON")
    lines.put("of a new kind", content="\ud800")
    file = tmp_path / "session.jsonl"
    file.write_text("\n".join(lines.lines).replace("\ud800", "\\ud800"), encoding="utf-8")
    return file


def stored(store: Store) -> dict[str, list[Any]]:
    """What stands in the tables, but for the ids that imports give."""
    with store._database.reading() as cur:
        found = {
            table: cur.execute(f"SELECT * EXCLUDE (run_id) FROM {table}").fetchall()
            for table in ("runs", "events", "requests", "messages", "verdicts")
        }
    return {name: sorted(nameless(str(row)) for row in rows) for name, rows in found.items()}


def nameless(told: str) -> str:
    return re.sub(r"\br1[0-9a-z]{13}\b", "RUN", told)


def imported(content: bytes | Path, name: str = "given") -> tuple[dict[str, list[Any]], str]:
    """The tables, and what was told of the import."""
    with Store.open(":memory:") as store:
        if isinstance(content, Path):
            result = import_paths(store, [content])
        else:
            result = import_sources(store, opened([source_from(name, content)], None))
        return stored(store), nameless(str(result.told()))


def zipped(content: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inside.jsonl", content)
    return packed.getvalue()


def test_a_large_file_leaves_what_a_small_one_does(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = path.read_bytes()
    given = (path, content, gzip.compress(content), zipped(content))
    large = [imported(one) for one in given]
    assert len(helpers) == len(given) and all(len(tables["events"]) > 40 for tables, _ in large)
    monkeypatch.setattr(importing, "LARGE", HERE)
    assert large == [imported(one) for one in given] and len(helpers) == len(given)


@pytest.mark.parametrize(
    "format", ["native", "otlp", "inspect", "codex", "openai_chat", "tau_bench", "react_text"]
)
def test_every_format_may_be_read_by_the_second_process(
    format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents = seeds()[format][:2]
    large = [imported(content) for content in contents]
    monkeypatch.setattr(importing, "LARGE", HERE)
    assert large == [imported(content) for content in contents] and helpers


def test_every_importer_is_found_by_its_name() -> None:
    assert [f"data.importers.{one.name}" for one in IMPORTERS] == [
        getattr(one, "__name__", "") for one in IMPORTERS
    ]


def test_importing_a_large_file_again_adds_nothing_and_starts_no_helper(path: Path) -> None:
    with Store.open(":memory:") as store:
        import_paths(store, [path])
        before = stored(store)
        again = import_paths(store, [path])
        assert again.files[0]["already"] and stored(store) == before and len(helpers) == 1


def test_a_large_session_that_has_grown_keeps_its_run(path: Path) -> None:
    whole = path.read_text(encoding="utf-8").split("\n")
    with Store.open(":memory:") as store:
        path.write_text("\n".join(whole[:30]), encoding="utf-8")
        first = import_paths(store, [path]).files[0]["runs"]
        path.write_text("\n".join(whole), encoding="utf-8")
        assert import_paths(store, [path]).files[0]["runs"] == first
        grown = stored(store)["events"]
    assert grown == imported(path)[0]["events"]


@pytest.mark.parametrize("at", [0, 3, 12])
def test_where_the_helper_dies_the_work_is_done_here(
    path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    whole = imported(path)
    hears, heard = afar.Helper.hear, []

    def killed(self: afar.Helper) -> Frame:
        frame = hears(self)
        heard.append(frame.value[0])
        if len(heard) == at + 1:
            self._process.kill()
            self._process.wait()
        return frame

    monkeypatch.setattr(afar.Helper, "hear", killed)
    assert imported(path) == whole and "told" not in heard
    assert at < 12 or "batch" in heard


def test_where_no_helper_can_be_started_the_work_is_done_here(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = imported(path)
    monkeypatch.setattr(afar, "ROOT", str(path.parent))  # it finds no program there
    assert imported(path) == whole
    monkeypatch.setattr("sys.executable", str(path))
    assert imported(path) == whole and len(helpers) == 2


def test_a_large_file_that_cannot_be_read_is_refused_in_the_same_words(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = gzip.compress(path.read_bytes())[:-400]
    summary = b'{"type": "summary", "summary": "x", "leafUuid": "1"}\n'
    with_care = zipped(path.read_bytes()).replace(b"inside", b"beside", 1)
    given = (broken, summary + b'{"a": ' * 500, b"{" * 9, with_care)
    large = [imported(one) for one in given]
    assert "cannot be read to its end" in large[0][1] and not large[0][0]["messages"]
    monkeypatch.setattr(importing, "LARGE", HERE)
    assert large == [imported(one) for one in given]


def test_a_large_import_that_is_called_off_leaves_nothing_and_ends_its_helper(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    took: list[int] = []
    unpacked = afar.unpack
    monkeypatch.setattr(afar, "unpack", lambda frame: (took.append(1), unpacked(frame))[1])
    with path.open("ab") as file:
        file.write(b"\n{}" * 1024)
    read: list[int] = []
    with Store.open(":memory:") as store:
        result = import_paths(
            store, [path], progress=lambda _, bytes: read.append(bytes), cancel=lambda: bool(took)
        )
        assert result == Imported(cancelled=True) and store.count() == 0 and len(helpers) == 1
        assert took and 0 < max(read) <= path.stat().st_size
        assert not any(stored(store).values())


words = st.text(st.characters(codec="utf-8"), max_size=30)


@given(
    st.lists(st.tuples(words, st.lists(st.tuples(words, words), max_size=3)), max_size=5),
    st.booleans(),
)
def test_a_batch_is_unpacked_as_it_was_packed(
    said: list[tuple[str, list[tuple[str, str]]]], timed: bool
) -> None:
    batch = []
    for seq, (answer, links) in enumerate(said):
        event = Stopped(1.5 * seq if timed else 0.0, "success", answer, answer or None)
        new = tuple(
            ChainLink(f"{seq}", None if not place else role, place, "note", role, body, "m")
            for place, (role, body) in enumerate(links)
        )
        batch.append(Recorded(f"r{seq % 2}", seq, f'"{answer}"', answer or None, new, event))
    pipe = io.BytesIO()
    send(pipe, *pack(batch))
    pipe.seek(0)
    found, before = unpack(hear(pipe)), ready(batch)
    assert found.chars() == before.chars()
    assert [(one.run_id, link) for one in found.brought for link in one.links] == [
        (one.run_id, link) for one in before.brought for link in one.links
    ]
    stamped = [[getattr(v, "isoformat", lambda v=v: v)() for v in row] for row in before.rows]
    assert [list(row) for row in found.rows] == stamped


@given(st.binary(max_size=200), st.lists(st.tuples(st.integers(0, 250), st.integers(0, 90))))
def test_a_file_of_another_process_is_read_as_one_that_is_here(
    content: bytes, looks: list[tuple[int, int]]
) -> None:
    lent = Lent(lambda: io.BytesIO(content))
    answers = {"open": lent.open, "read": lent.read, "seek": lent.seek}
    far = far_file(lambda kind, *about: answers[kind](*about))
    here = io.BytesIO(content)
    for place, size in looks:
        assert far.seek(place) == here.seek(place) and far.read(size) == here.read(size)
    assert (
        far.seek(-len(content), io.SEEK_END) == 0
        and far.readlines() == io.BytesIO(content).readlines()
    )
    lent.close()
