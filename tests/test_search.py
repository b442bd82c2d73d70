"""A text looked for in every run: found where it first stands, told honestly, and safely."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from making import AT, SETTINGS, a_run, link, new_run, opening, record, replied, returned

from agents.errors import BadInput
from agents.events import Reading, Started, Stopped
from agents.messages import Call
from dashboard.hits_view import how_many, who_said
from data.search import find as search
from data.search.find import Found, Hit, words
from data.search.text_index import TextIndex
from data.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "t.duckdb", count_link=lambda link: 1) as opened:
        yield opened


def places(found: Found) -> list[tuple[str, int, str]]:
    return [(hit.run_id, hit.seq, hit.who) for hit in found.hits]


def said(hit: Hit) -> str:
    return "".join(f"[{text}]" if match else text for text, match in hit.snippet)


def test_each_text_is_found_once_at_the_step_that_said_it(store: Store) -> None:
    record(store, new_run("r"), a_run("Who owns PX-17?"))
    assert places(store.find('"Thought 1 about"')) == [("r", 3, "agent")]
    assert places(store.find("Passage 0")) == [("r", 2, "tool")]  # and not where it was sent on
    assert places(store.find('"Ada owns it"')) == [("r", 5, "agent"), ("r", 6, "end")]
    assert places(store.find("answer from what the tools say")) == [("r", 1, "sent")]
    assert who_said(store.find("Answer from what").hits[0]) == "sent: system prompt"
    assert [hit.name for hit in store.find("look_up parameters").hits] == ["tools"]
    assert places(store.find("never said")) == []


def test_a_shared_prompt_is_told_where_it_first_stands(store: Store) -> None:
    for number in range(3):
        record(store, new_run(f"r{number}", created_at=AT + number), a_run(f"Question {number}?"))
    assert places(store.find('"the tools say"')) == [("r0", 1, "sent")]
    store.delete_runs(["r0"])
    assert places(store.find('"the tools say"')) == [("r1", 1, "sent")]


def test_what_a_later_request_brought_opens_at_its_own_call(store: Store) -> None:
    first = (*opening("Why?"), SETTINGS)
    nudge = link("note", "user", "Please hurry up now.")
    second = (*opening("Why?"), nudge, SETTINGS)
    events = [(Started(AT, "Why?", {}), ()), (replied(first), first), (replied(second), second)]
    record(store, new_run("r"), events)
    assert places(store.find("hurry")) == [("r", 2, "sent")]


def test_runs_come_newest_first_and_page_by_page(store: Store) -> None:
    for number in range(5):
        record(store, new_run(f"r{number}", created_at=AT + number), a_run("Same?"))
    found = store.find("Passage", limit=4)
    assert [(hit.run_id, hit.seq) for hit in found.hits] == [
        ("r4", 2), ("r4", 4), ("r3", 2), ("r3", 4),
    ]  # fmt: skip
    assert (found.total, found.exact, found.next) == (10, True, 4)
    assert how_many(found, 0) == "the first 4 of 10 places"
    last = store.find("Passage", limit=4, offset=8)
    assert (places(last)[0][0], len(last.hits), last.next) == ("r0", 2, None)


def test_words_stand_together_phrases_as_they_are_and_signs_mean_nothing(store: Store) -> None:
    texts = ['100% of Größe\nis "quoted" C:\\new_dir', "1000 of grosse", "100 x", "İstanbul ÄRGER"]
    wire = (*opening("q"), SETTINGS)
    events = [(Started(AT, "q", {}), ()), (replied(wire), wire)]
    events += [(returned(output=text, call=Call("c", "t", {})), ()) for text in texts]
    record(store, new_run("r"), events)
    assert [hit.seq for hit in store.find("100% of").hits] == [2]
    assert [hit.seq for hit in store.find("10_").hits] == []
    assert [hit.seq for hit in store.find("GRÖSSE").hits] == []
    assert [hit.seq for hit in store.find("GRÖßE 100").hits] == [2]
    assert [hit.seq for hit in store.find("ärger").hits] == [5]
    assert [hit.seq for hit in store.find('"of grosse"').hits] == [3]
    assert [hit.seq for hit in store.find("c:\\new_DIR").hits] == [2]
    assert [hit.seq for hit in store.find("% 'OR 1=1; --").hits] == []
    assert said(store.find("quoted").hits[0]) == '100% of Größe\nis "[quoted]" C:\\new_dir'


def test_names_of_fields_are_no_text_but_those_of_arguments_are(store: Store) -> None:
    call = Call("c", "lookup_zone", {"continent": {"status": "frozen"}})
    wire = (*opening("q"), SETTINGS)
    events = [
        (Started(AT, "q", {}), ()),
        (replied(wire, reading=Reading(calls=(call,))), wire),
        (returned(call=call, output="done", outcome="error"), ()),
        (Stopped(AT, "error", "gave up", None), ()),
    ]
    record(store, new_run("r"), events)
    assert places(store.find("started_at")) == []
    assert places(store.find("error")) == []
    assert [hit.seq for hit in store.find("continent").hits] == [1, 2]
    assert [hit.seq for hit in store.find("frozen").hits] == [1, 2]
    assert [hit.seq for hit in store.find("lookup_zone").hits] == [1, 2]
    found = store.find("text")
    assert not found.exact and (not found.hits or found.total >= len(found.hits))


def test_a_fork_is_not_told_again_what_it_inherited(store: Store) -> None:
    events = list(a_run("Who owns PX-17?"))
    record(store, new_run("r"), iter(events))
    child = new_run("c", parent_run_id="r", forked_at=3, created_at=AT + 9)
    record(store, child, events[3:])
    assert places(store.find('"Passage 0"')) == [("r", 2, "tool")]
    assert places(store.find('"Passage 1"')) == [("c", 4, "tool"), ("r", 4, "tool")]


def test_deleted_texts_are_found_no_more_and_a_running_step_is_at_once(store: Store) -> None:
    record(store, new_run("r"), a_run("Who owns PX-17?"))
    store.add_run(new_run("live", created_at=AT + 5))
    store.append("live", 0, Started(AT, "A question just asked", {}))
    assert places(store.find("just asked")) == [("live", 0, "question")]
    store.delete_runs(["r"])
    assert store.find("PX-17").hits == ()


def test_a_search_that_asks_for_too_much_or_nothing_is_answered(store: Store) -> None:
    assert store.find("   ").total == 0 and store.find('""').hits == ()
    assert words('one "two three" one "') == ["one", "two three", '"']
    with pytest.raises(BadInput, match="1,000 characters"):
        store.find("x" * 1001)
    with pytest.raises(BadInput, match="20 words"):
        store.find(" ".join(map(str, range(21))))
    store.add_run(new_run("r"))
    store.append("r", 0, Started(AT, "lone \ud800 one", {}))
    assert [hit.seq for hit in store.find("lone").hits] == [0]
    assert store.find("\ud800").hits == ()


def test_the_index_finds_what_reading_everything_finds(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = TextIndex(store, few=0)
    asked = ["Passage", '"Passage 1"', "PX-17", "say", "é", "nowhere at all", "Größe PX-3", "漢"]

    def settled() -> None:
        with store.looking() as cur:
            index.candidates(cur, [["say"]])
        assert index._maker is not None
        index._maker.join()

    def compared() -> None:
        for text in asked:
            read, found = store.find(text, 500), store.find(text, 500, index=index)
            assert found == read, text

    for number in range(6):
        long = "x" * 5000 + " Größe 漢字 " * (number == 3)
        record(store, new_run(f"r{number}", created_at=AT + number), a_run(f"PX-{number} {long}?"))
    assert store.find("say", index=index).total == 1  # while there is no index yet
    settled()
    assert index._tables["events"].upto == 42
    compared()
    record(store, new_run("late", created_at=AT + 50), a_run("Größe of PX-3, later?"))
    compared()
    settled()
    compared()
    store.delete_runs(["r0", "r2"])
    compared()
    with store.keeping() as cur:  # as a tidied file has them: every row under another number
        cur.execute("CREATE TABLE anew AS SELECT * FROM events ORDER BY run_id DESC, seq")
        cur.execute("DROP TABLE events")
        cur.execute("ALTER TABLE anew RENAME TO events")
    compared()
    settled()
    compared()
    monkeypatch.setattr(search, "MOST_PACKS", 1)  # too far apart to be read for their number
    read, pages = store.find('"Passage 1"', 500), [store.find('"Passage 1"', 2, index=index)]
    assert pages[0].total >= read.total and not pages[0].exact
    while (following := pages[-1].next) is not None:
        pages.append(store.find('"Passage 1"', 2, following, index))
    assert tuple(hit for page in pages for hit in page.hits) == read.hits
    index.close()
