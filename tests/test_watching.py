"""A watched folder: sessions become runs as they are written."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.errors import BadInput
from agents.events import Edited, Reading, Stopped
from dashboard import folders
from dashboard import watching as watching_module
from dashboard.watching import Watching
from data.exporters import native, otlp
from data.importing import import_paths, import_sources
from data.store import Store
from data.unpacking import source_from
from tests.claude_lines import SESSION, Lines, text, usage
from tests.making import AT, a_run, new_run, record, replied

BEGIN = Watching._begin


def opened(path: Path | str = ":memory:") -> Store:
    return Store.open(path, count_link=lambda link: 1)


@pytest.fixture
def store() -> Iterator[Store]:
    with opened() as found:
        yield found


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread, and no waiting between two readings: a test looks when it wants to."""
    monkeypatch.setattr(Watching, "_begin", lambda self: None)
    monkeypatch.setattr(watching_module, "SHARE", 0)


def a_session() -> Lines:
    lines = Lines()
    lines.user("What is in the folder?")
    lines.said("m1", text("Two files."), usage=usage(10, 2), stop_reason="end_turn")
    return lines


def grown(lines: Lines, question: str = "And in the other?") -> Lines:
    lines.user(question)
    lines.said("m2", text("Three."), usage=usage(20, 3), stop_reason="end_turn")
    return lines


def test_a_session_shows_as_it_is_written_and_grows_under_its_id(
    store: Store, tmp_path: Path
) -> None:
    """In the middle of a line too; what is whole of it is read."""
    watching = Watching(store)
    watching.add(tmp_path)
    watching.look()
    assert store.count() == 0 and watching.folders()[0].files == 0
    path = tmp_path / "project" / "session.jsonl"
    path.parent.mkdir()
    lines = a_session()
    lines.write(path)
    watching.look()
    (row,) = store.runs()
    assert (row.model_calls, row.question) == (1, "What is in the folder?")
    whole = path.read_bytes()
    grown(lines).write(path)
    later = path.read_bytes()
    for cut in (len(whole) + 1 + (len(later) - len(whole)) // 3, len(later) - 40, len(later)):
        path.write_bytes(later[:cut])
        watching.look()
        (now,) = store.runs()
        assert now.run_id == row.run_id
    assert (now.model_calls, now.output_tokens) == (2, 5)
    (folder,) = watching.folders()
    assert (folder.files, folder.runs, folder.others, folder.last_error) == (1, 1, 0, "")
    assert folder.last_change is not None


def test_an_unchanged_file_costs_nothing_and_what_is_no_trace_is_left_alone(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_session().write(tmp_path / "a.jsonl")
    (tmp_path / "notes.txt").write_text("nothing")
    watching = Watching(store)
    watching.add(tmp_path)
    watching.look()
    read: list[object] = []
    monkeypatch.setattr(watching_module, "import_sources", lambda *a, **k: read.append(a))
    watching.look()
    (folder,) = watching.folders()
    assert read == [] and (folder.files, folder.others, folder.last_error) == (1, 1, "")


def test_what_is_watched_is_remembered_and_a_deleted_run_stays_away(tmp_path: Path) -> None:
    folder, db = tmp_path / "sessions", tmp_path / "t.duckdb"
    folder.mkdir()
    a_session().write(folder / "a.jsonl")
    with opened(db) as store:
        watching = Watching(store)
        watching.add(folder)
        watching.look()
        store.delete_runs([row.run_id for row in store.runs()])
        watching.close()
    with opened(db) as store:
        again = Watching(store)
        assert again.folders() == []  # nothing before it is started
        again.start()
        again.look()
        assert [one.path for one in again.folders()] == [str(folder)] and store.count() == 0
        again.remove(folder)
        again.close()
        assert not again.folders()
        third = Watching(store)
        third.start()
        assert third.folders() == []


# deleted sessions

STAYS = "Does another one stay?"


def two_sessions(folder: Path) -> Lines:
    folder.mkdir(exist_ok=True)
    lines = a_session()
    lines.write(folder / "a.jsonl")
    other = Lines("07e40000-0000-4000-8000-000000000002")
    other.user(STAYS)
    other.write(folder / "b.jsonl")
    return lines


def watched(store: Store, folder: Path) -> Watching:
    watching = Watching(store)
    watching.start()
    if not watching.folders():
        watching.add(folder)
    watching.look()
    return watching


def delete_the_first(store: Store) -> None:
    store.delete_runs([row.run_id for row in store.runs() if row.question != STAYS])


def questions(store: Store) -> set[str]:
    return {row.question for row in store.runs()}


def test_a_deleted_session_does_not_come_back_at_its_next_line_or_the_next_start(
    tmp_path: Path,
) -> None:
    folder, db = tmp_path / "sessions", tmp_path / "t.duckdb"
    lines = two_sessions(folder)
    with opened(db) as store:
        watching = watched(store, folder)
        delete_the_first(store)
        (told,) = watching.folders()
        assert (told.runs, told.gone, told.files) == (1, 1, 2)
        grown(lines).write(folder / "a.jsonl")
        watching.look()
        assert questions(store) == {STAYS}
        watching.close()
    grown(lines, "And now?").write(folder / "a.jsonl")
    with opened(db) as store:
        watching = watched(store, folder)
        assert questions(store) == {STAYS} and watching.folders()[0].gone == 1
        watching.remove(folder)
        assert watched(store, folder).folders()[0].gone == 1 and questions(store) == {STAYS}
        store.delete_runs([row.run_id for row in store.runs()])
    assert SESSION.encode() not in db.read_bytes()


@pytest.mark.parametrize("by", ["hand", "page", "watch list"])
def test_a_person_brings_a_deleted_session_back_and_then_it_grows_again(
    store: Store, tmp_path: Path, by: str
) -> None:
    lines = two_sessions(tmp_path)
    path = tmp_path / "a.jsonl"
    watching = watched(store, tmp_path)
    delete_the_first(store)
    if by == "hand":
        import_paths(store, [path])
    elif by == "page":  # which knows no more than the file's name
        import_sources(store, [source_from("a.jsonl", path.read_bytes())])
    else:
        watching.take_again(str(tmp_path))
        watching.look()
    assert len(questions(store)) == 2 and watching.folders()[0].gone == 0
    grown(lines).write(path)
    watching.look()
    assert sorted(row.model_calls for row in store.runs()) == [0, 2]
    assert (watching.folders()[0].runs, watching.folders()[0].gone) == (2, 0)


def test_a_session_that_was_imported_from_elsewhere_and_deleted_stays_away_as_well(
    store: Store, tmp_path: Path
) -> None:
    elsewhere, folder = tmp_path / "elsewhere", tmp_path / "watched"
    for place in (elsewhere, folder):
        lines = two_sessions(place)
    import_paths(store, [elsewhere])
    watching = watched(store, folder)
    delete_the_first(store)
    grown(lines).write(folder / "a.jsonl")
    watching.look()
    assert questions(store) == {STAYS} and watching.folders()[0].gone == 1
    watching.close()
    watching = watched(store, folder)
    assert watching.folders()[0].gone == 1
    watching.take_again(str(folder))
    watching.look()
    assert len(questions(store)) == 2 and watching.folders()[0].gone == 0


def test_with_a_deleted_session_its_sub_agents_stay_away_new_ones_too(
    store: Store, tmp_path: Path
) -> None:
    """Inside of its file and in files of their own."""
    lines = a_session()
    lines.user("Look around.", isSidechain=True, agentId="one")
    lines.write(tmp_path / "a.jsonl")
    watching = watched(store, tmp_path)
    (row,) = store.runs()
    assert row.sub_runs == 1
    store.delete_runs([row.run_id])
    for agent in ("one", "two"):
        lines.user("Look further.", isSidechain=True, agentId=agent)
    lines.write(tmp_path / "a.jsonl")
    apart = Lines()
    apart.user("Apart?", isSidechain=True, agentId="three")
    apart.write(tmp_path / "agent-three.jsonl")
    watching.look()
    assert store.count() == 0 and watching.folders()[0].gone == 1
    import_paths(store, [tmp_path])
    (row,) = store.runs()
    assert row.sub_runs == 3


@pytest.mark.parametrize("stays", [False, True])
def test_traces_without_a_name_are_known_by_their_place_in_the_file(
    store: Store, tmp_path: Path, stays: bool
) -> None:
    """A file that is written anew is another run each time: others come while one of them stays."""
    path = tmp_path / "chats.jsonl"

    def write(*asked: str) -> None:
        answer = {"role": "assistant", "content": "Yes."}
        told = [{"messages": [{"role": "user", "content": one}, answer]} for one in asked]
        path.write_text("".join(f"{json.dumps(one)}\n" for one in told))

    write("One?", "Two?")
    watching = watched(store, tmp_path)
    assert questions(store) == {"One?", "Two?"}
    if stays:
        write("One, again?", "Two?")
        watching.look()
    store.delete_runs([row.run_id for row in store.runs() if row.question == "One?"])
    write("One, once more?", "Two?", "Three?")
    watching.look()
    assert ("One, once more?" in questions(store)) == stays and "Three?" in questions(store)
    import_paths(store, [path])
    assert "One, once more?" in questions(store)


def test_a_deleted_run_of_our_own_form_and_a_deleted_trace_stay_away(
    store: Store, tmp_path: Path
) -> None:
    record(store, new_run("r1", "Ours?"), a_run("Ours?"))
    lines = list(native.export(store, "r1"))
    text, _ = otlp.export(store, ["r1"])
    store.delete_runs(["r1"])
    for name, told in (("own.jsonl", "\n".join(lines)), ("trace.jsonl", " ".join(text.split()))):
        folder = tmp_path / name
        folder.mkdir()
        (folder / name).write_text(told)
        watching = watched(store, folder)
        assert store.count() == 1
        store.delete_runs([row.run_id for row in store.runs()])
        (folder / name).write_text(f"{told}\n\n")
        watching.look()
        assert store.count() == 0 and watching.folders()[0].gone == 1
        import_paths(store, [folder])
        assert store.count() == 1
        store.delete_runs([row.run_id for row in store.runs()])
        watching.remove(folder)


@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_fork_keeps_what_it_was_made_from_when_its_session_grows(
    store: Store, tmp_path: Path, place: int
) -> None:
    """What was the end of the session is its middle now: a fork made there keeps the end."""
    path = tmp_path / "a.jsonl"
    lines = a_session()
    lines.write(path)
    watching = Watching(store)
    watching.add(tmp_path)
    watching.look()
    (row,) = store.runs()
    assert isinstance(store.events(row.run_id)[-1], Stopped) and row.events == 3
    own = [
        (Edited(AT, "follow_up", "Why?"), ()),
        (replied((), AT + 1, text="So.", reading=Reading(answer="So.")), ()),
    ]
    record(store, new_run("fork", parent_run_id=row.run_id, forked_at=place), list(own))
    before = store.events("fork")
    grown(lines).write(path)
    watching.look()
    assert store.events("fork")[1:] == before[1:] and len(store.events("fork")) == place + 2
    fork = store.run("fork")
    assert fork is not None and (fork.parent_run_id is None) == (place == 3)
    assert store.run(row.run_id).model_calls == 2  # type: ignore[union-attr]


def test_what_cannot_be_watched_is_said(store: Store, tmp_path: Path) -> None:
    watching = Watching(store)
    with pytest.raises(BadInput, match="no folder"):
        watching.add(tmp_path / "nowhere")
    for path in ("~nobody-of-this-name/x", f"/{'x' * 5000}", "a\0b"):
        with pytest.raises(BadInput, match="no f"):
            watching.add(path)
    watching.add(tmp_path)
    (tmp_path / "inner").mkdir()
    with pytest.raises(BadInput, match="watched already"):
        watching.add(tmp_path / "inner")
    (tmp_path / "inner").rmdir()
    tmp_path.rmdir()
    watching.look()
    assert "not there any more" in watching.folders()[0].last_error
    assert watching.remove(tmp_path) and not watching.remove(tmp_path)


@pytest.mark.parametrize("mended", [True, False])
def test_an_error_is_told_as_long_as_there_is_one(
    store: Store, tmp_path: Path, mended: bool
) -> None:
    file = tmp_path / "a.jsonl"
    a_session().write(file)
    watching = Watching(store)
    watching.add(tmp_path)
    watching.look()
    file.write_text("")
    for _ in range(2):
        watching.look()
        assert "empty" in watching.folders()[0].last_error
    if mended:
        grown(a_session()).write(file)
    else:
        file.unlink()
    watching.look()
    assert watching.folders()[0].last_error == ""


def test_a_folder_of_too_many_files_says_that_only_the_first_are_watched(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "MOST_FILES", 2)
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text("no trace")
    watching = Watching(store)
    watching.add(tmp_path)
    watching.look()
    assert (watching.folders()[0].others, watching.folders()[0].cut) == (2, True)
    (tmp_path / "2.txt").unlink()
    assert folders.files_in(watching.folders()[0]).keys() == {"0.txt", "1.txt"}


def test_a_thread_looks_until_it_is_closed(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Watching, "_begin", BEGIN)
    a_session().write(tmp_path / "a.jsonl")
    watching = Watching(store)
    watching.add(tmp_path)
    for _ in range(600):
        if watching.folders()[0].runs:
            break
        time.sleep(0.05)
    watching.close()
    assert store.count() == 1 and watching._worker and not watching._worker.is_alive()


def test_a_folder_is_turned_on_and_off_on_the_page(tmp_path: Path) -> None:
    from streamlit.testing.v1 import AppTest

    from dashboard.house import House, furnish
    from dashboard.service import Service

    def page() -> None:
        from dashboard.panels.watched import watched_folders

        watched_folders()

    service = Service(opened(), {})
    furnish(House(service, "t", frozenset(), "token"))
    try:
        shown = AppTest.from_function(page, default_timeout=120).run()
        for path, says in (("/nowhere", "There is no folder"), (str(tmp_path), "0 traces")):
            shown.text_input[0].input(path)
            shown.button[0].click()
            shown.run()
            assert not shown.exception and any(says in text.value for text in shown.text)
        assert [one.path for one in service.watching.folders()] == [str(tmp_path)]
        two_sessions(tmp_path)
        service.watching.look()
        delete_the_first(service.store)
        shown.run()
        assert any("1 deleted trace is not watched" in text.value for text in shown.text)
        next(one for one in shown.button if one.label == "Take again").click()
        shown.run()
        service.watching.look()
        assert not shown.exception and len(questions(service.store)) == 2
        shown.run()
        assert not any("deleted" in text.value for text in shown.text)
        shown.button[1].click()
        shown.run()
        assert not shown.exception and service.watching.folders() == []
    finally:
        furnish(None)
        service.close()
