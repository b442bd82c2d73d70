"""The index of texts in memory, against looking into every text."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from data.search.postings import block, form, read
from data.search.vocabulary import LONGEST, ROWS, Vocabulary

SIGNS = [*'ab1_é漢字ж。—“\0 "\\-.', "\U0001f600", "ba", "漢字かな", "x" * LONGEST]
SAID = st.lists(st.sampled_from(SIGNS), max_size=30).map("".join)


@settings(max_examples=50, deadline=None)
@given(st.lists(SAID, max_size=12), st.lists(SAID.filter(bool), min_size=1, max_size=4), st.data())
def test_what_surely_holds_a_text_does_and_what_is_left_out_does_not(
    texts: list[str], wanted: list[str], data: st.DataObject
) -> None:
    vocabulary = Vocabulary()
    halves = [texts[: len(texts) // 2], texts[len(texts) // 2 :]]
    blocks = [
        block(vocabulary, range(first, first + len(some)), read([text.encode() for text in some]))
        for first, some in zip((0, len(halves[0])), halves, strict=True)
    ]
    for text in texts:  # what stands somewhere
        low = data.draw(st.integers(0, len(text)))
        wanted.append(text[low : data.draw(st.integers(low, len(text)))])
    for one in filter(None, wanted):
        found = [each.holding([[form(vocabulary, one.encode())]]) for each in blocks]
        sure, may = ({int(n) for rows in found for n in rows[kind]} for kind in (0, 1))
        holding = {n for n, text in enumerate(texts) if one in text}
        assert sure <= holding <= sure | may, one


def test_a_word_is_told_without_reading_and_what_stands_nowhere_opens_no_text() -> None:
    rng = random.Random(1)
    known = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(1, 9))) for _ in range(3000)]
    texts = [" ".join(rng.choices(known, k=60)) for _ in range(ROWS)]
    texts[7] += ' and "needle of the haystack"'
    vocabulary = Vocabulary()
    one = block(vocabulary, range(ROWS), read([text.encode() for text in texts]))

    def held(*words: str) -> tuple[list[int], list[int]]:
        sure, may = one.holding([[form(vocabulary, word.encode())] for word in words])
        return sure.tolist(), may.tolist()

    for word in ("e", "ta", "tao", known[5], known[6][1:], "needle"):
        assert held(word) == ([n for n, text in enumerate(texts) if word in text], [])
    assert held("zebrakreuzung") == held("needle", "zebra") == ([], [])
    assert held("needle of the haystack") == held("the hay") == ([], [7])
    assert held("haystack", "needle") == ([7], [])
