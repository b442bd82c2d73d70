"""Runs aligned step by step, and texts word by word (issue 4, item 6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.events import Edited, Event, Fault, Reading, Started, Stopped
from agents.messages import Call
from data.diff.aligning import Row, align, first_difference
from data.diff.lcs import pairs
from data.diff.wording import pieces
from data.store import Store
from data.totals import Totals, together
from tests.making import AT, a_run, new_run, record, replied, returned

letters = st.lists(st.sampled_from("abcd"), max_size=40)


def naive_length(one: Sequence[set[str]], other: Sequence[set[str]]) -> int:
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            longer = table[i][j] + 1 if a & b else 0
            table[i + 1][j + 1] = max(longer, table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


@settings(deadline=None)
@given(letters, letters)
def test_the_subsequence_is_as_long_as_the_naive_ways(one: list[str], other: list[str]) -> None:
    found = pairs([(x,) for x in one], [(x,) for x in other])
    assert len(found) == naive_length([{x} for x in one], [{x} for x in other])
    assert all(one[i] == other[j] for i, j in found)
    assert found == sorted(found)
    assert len({i for i, _ in found}) == len({j for _, j in found}) == len(found)


some_keys = st.lists(st.lists(st.sampled_from("abc"), max_size=2, unique=True), max_size=25)


@settings(deadline=None)
@given(some_keys, some_keys)
def test_it_is_as_long_where_a_place_has_several_keys(
    one: list[list[str]], other: list[list[str]]
) -> None:
    found = pairs([tuple(x) for x in one], [tuple(x) for x in other])
    assert len(found) == naive_length([set(x) for x in one], [set(x) for x in other])
    assert all(set(one[i]) & set(other[j]) for i, j in found)


def test_ten_thousand_shuffled_steps_are_matched_in_small_memory() -> None:
    import tracemalloc

    one = [(f"{n % 997}",) for n in range(10_000)]
    other = [(f"{n * 7 % 997}",) for n in range(10_000)]
    tracemalloc.start()
    found = pairs(one, other)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == sorted(found)
    assert most < 30_000_000


@st.composite
def runs(draw: st.DrawFn) -> list[Event]:
    """Any events in any order: what comes from outside keeps no rules."""
    word = st.sampled_from(["x", "y", "z"])

    def model() -> Event:
        said = draw(word)
        readings = [
            Reading(thought=said, calls=(Call(draw(word), "f", {"q": draw(word)}),)),
            Reading(answer=said),
            Reading(fault=Fault("empty", said)),
            Reading(),
        ]
        asked = draw(st.sampled_from(["", "1" * 32, "2" * 32]))
        return replied((), request=asked, text=said, reading=draw(st.sampled_from(readings)))

    def tool() -> Event:
        call = Call(draw(word), draw(st.sampled_from("fg")), {"q": draw(word)})
        return returned(call=call, output=draw(word))

    made: dict[str, Callable[[], Event]] = {
        "started": lambda: Started(AT, draw(word), {}),
        "model": model,
        "tool": tool,
        "edited": lambda: Edited(AT, "question", draw(word)),
        "stopped": lambda: Stopped(AT, "success", "answered", draw(word)),
    }
    return [made[kind]() for kind in draw(st.lists(st.sampled_from(list(made)), max_size=20))]


@settings(deadline=None)
@given(st.lists(runs(), min_size=2, max_size=6))
def test_every_step_of_every_run_stands_in_one_row_in_its_order(many: list[list[Event]]) -> None:
    rows = align(many)
    for number, run in enumerate(many):
        placed = [row.cells[number] for row in rows if row.cells[number] is not None]
        assert placed == list(range(len(run)))
    for row in rows:
        assert len(row.cells) == len(row.alike) == len(many)
        assert [place is None for place in row.cells] == [number is None for number in row.alike]
        assert (row.state == "only") == (None in row.cells)


@settings(deadline=None)
@given(runs())
def test_a_run_beside_itself_is_all_equal(run: list[Event]) -> None:
    for rows in (align([run, run]), align([run, list(map(copied, run))]), align([run] * 4)):
        assert [row.state for row in rows] == ["equal"] * len(run)
        assert first_difference(rows) is None


def copied(event: Event) -> Event:
    from agents.events import from_json, to_json

    return from_json(to_json(event))


@settings(deadline=None)
@given(runs(), runs())
def test_two_runs_are_aligned_the_same_whichever_comes_first(
    one: list[Event], other: list[Event]
) -> None:
    def matched(rows: list[Row], turned: bool) -> list[object]:
        order = slice(None, None, -1 if turned else 1)
        return [
            (row.cells[order], row.state, row.same_act) for row in rows if None not in row.cells
        ]

    assert matched(align([one, other]), False) == matched(align([other, one]), True)


@settings(deadline=None)
@given(runs(), runs(), st.integers(0, 20))
def test_a_fork_parts_from_its_parent_where_it_was_forked_or_later(
    parent: list[Event], own: list[Event], cut: int
) -> None:
    cut = min(cut, len(parent))
    rows = align([parent, parent[:cut] + own])
    parted = first_difference(rows)
    assert parted is None or parted >= cut
    acted = first_difference(rows, of_acts=True)
    assert acted is None or (parted is not None and acted >= parted)


def test_the_states_say_what_differs() -> None:
    asked = "1" * 32
    act = Reading(thought="So", calls=(Call("a", "f", {"q": 1}),))
    one: list[Event] = [
        Started(AT, "?", {}),
        replied((), request=asked, reading=act),
        returned("f", output="yes", call=Call("a", "f", {"q": 1})),
        replied((), request=asked, text="no", reading=Reading(answer="no")),
        Stopped(AT, "success", "answered", "no"),
    ]
    other: list[Event] = [
        one[0],
        replied((), request="2" * 32, reading=act),
        Edited(AT, "observation", "maybe", "a"),
        returned("f", output="no", call=Call("b", "f", {"q": 1})),
        replied((), request="3" * 32, text="yes", reading=Reading(answer="yes")),
        Stopped(AT, "success", "answered", "yes"),
    ]
    rows = align([one, other])
    assert [(row.state, row.cells) for row in rows] == [
        ("equal", (0, 0)),
        ("asked", (1, 1)),
        ("only", (None, 2)),
        ("answered", (2, 3)),
        ("changed", (3, 4)),
        ("answered", (4, 5)),
    ]
    assert (first_difference(rows), first_difference(rows, of_acts=True)) == (1, 2)


def test_an_unknown_request_is_no_difference() -> None:
    answer = Reading(answer="yes")
    known, unknown = (replied((), request=name, reading=answer) for name in ("1" * 32, ""))
    [row] = align([[known], [unknown]])
    assert row.state == "equal"


def test_a_step_that_only_the_second_and_third_share_has_one_row() -> None:
    shared = returned("g", output="here")
    rows = align([[Started(AT, "?", {})], [shared], [shared]])
    assert [(row.cells, row.alike) for row in rows] == [
        ((0, None, None), (0, None, None)),
        ((None, 0, 0), (None, 0, 0)),
    ]


def test_a_family_counts_what_is_shared_once() -> None:
    with Store.open(":memory:") as store:
        whole = list(a_run(turns=3))
        record(store, new_run("r1"), whole)
        record(store, new_run("r2", parent_run_id="r1", forked_at=5), whole[-2:])
        record(store, new_run("r3", parent_run_id="r2", forked_at=6), whole[-1:])
        found = store.histories(["r1", "r2", "r3", "none"])
        assert found["none"] == []
        for name in ("r1", "r2", "r3"):
            assert found[name] == store.events(name)
        assert all(a is b for a, b in zip(found["r1"][:5], found["r3"], strict=False))
        total = together(found.values())
        assert (total.model_calls, total.tool_calls) == (5, 3)
        assert total.input_tokens == 100 + 150 + 200 + 100 + 100
        assert (total.cost_usd, total.unpriced) == (None, 5)
        rows = align(list(found.values())[:3])
        assert first_difference(rows) == 5


def test_totals_keep_what_is_unknown_unknown() -> None:
    known = Totals(1, 0, 10, 2, 0, 0.5, 0)
    unknown = Totals(1, 0, None, None, 1, None, 1)
    assert unknown + unknown == Totals(2, 0, None, None, 2, None, 2)
    assert known + unknown == Totals(2, 0, 10, 2, 1, 0.5, 1)


texts = st.text(st.sampled_from("ab \n.é"), max_size=60)


@settings(deadline=None)
@given(texts, texts)
def test_pieces_make_up_both_texts_to_the_last_character(one: str, other: str) -> None:
    found = pieces(one, other)
    assert "".join(piece.text for piece in found if piece.sign != "+") == one
    assert "".join(piece.text for piece in found if piece.sign != "-") == other
    assert all(piece.text for piece in found)


def test_words_that_changed_are_told_from_those_that_stayed() -> None:
    found = pieces(
        "Data is kept for 30 days.\nThen it goes.", "Data is kept for 90 days.\nThen it goes."
    )
    assert [tuple(piece) for piece in found] == [
        ("=", "Data is kept for "),
        ("-", "30"),
        ("+", "90"),
        ("=", " days.\nThen it goes."),
    ]
