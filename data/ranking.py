"""Okapi BM25 over short texts: which passage fits these words best? Deterministic."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

K1, B = 1.2, 0.75

# an identifier such as PX-17 is one word; each CJK character is a word of its own
_WORD = re.compile(r"[぀-ヿ㐀-鿿]|[a-z]+-\d+|(?:(?![぀-ヿ㐀-鿿])[^\W_])+")
_COMMON = """
a an and are as at be been but by can do does for from had has have how i if in is it its me
my no not of on or our she so than that the their them then there these they this to was we
were what when where which who whom will with would you your
"""
_STOP = frozenset(_COMMON.split())
_ENDINGS = ("ations", "ation", "ings", "ing", "ed", "es", "s")


class Ranking:
    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(words(text)) for text in texts]
        self._lengths = [count.total() for count in self._counts]
        self._mean = sum(self._lengths) / len(texts) if texts else 0.0
        self._holding: Counter[str] = Counter()
        for count in self._counts:
            self._holding.update(count.keys())

    def rank(self, query: str) -> list[tuple[float, int]]:
        """(score, place of the text), best first; texts that share no word are left out."""
        asked = sorted(set(words(query)))
        scored = [(self._score(asked, place), place) for place in range(len(self._counts))]
        return sorted((s for s in scored if s[0] > 0), key=lambda s: (-s[0], s[1]))

    def _score(self, asked: Sequence[str], place: int) -> float:
        count = self._counts[place]
        total = 0.0
        for word in asked:
            if times := count[word]:
                holding = self._holding[word]
                rarity = math.log(1 + (len(self._counts) - holding + 0.5) / (holding + 0.5))
                size = 1 - B + B * self._lengths[place] / self._mean
                total += rarity * times * (K1 + 1) / (times + K1 * size)
        return total


def words(text: str) -> list[str]:
    """Lower-case words without the commonest ones, cut to something like a stem."""
    return [_stem(word) for word in _WORD.findall(text.lower()) if word not in _STOP]


def _stem(word: str) -> str:
    if not word.isascii() or any(c.isdigit() for c in word):
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    word = word.removesuffix("e") if len(word) > 3 else word
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word
