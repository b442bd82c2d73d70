"""Cuts a reply at the first stop sequence on our side too, while it is still coming in.

Reasoning models refuse the `stop` parameter and the Responses API has none, so that a model may
go on and invent the observation. Inside `<think>…</think>` nothing is cut: a model that reasons
about the word Observation has not reached one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.models.base import Hear, deaf

OPEN, CLOSE = "<think>", "</think>"


class Ear:
    """`text` is what was let through, and exactly what `hear` was given, in pieces."""

    def __init__(self, stops: Sequence[str] = (), hear: Hear = deaf) -> None:
        self.text = ""
        self.cut = ""
        """What came at and after the stop sequence."""
        self._hear = hear
        self._stops = tuple(stop for stop in stops if stop)
        self._tokens = (*self._stops, OPEN, CLOSE)
        self._pattern = re.compile("|".join([f"(?i:{OPEN}|{CLOSE})", *map(re.escape, self._stops)]))
        self._waiting = ""
        self._depth = 0
        self._thought = False

    def feed(self, piece: str) -> None:
        if not self._stops:
            self._let_through(piece)
        elif self.cut:
            self.cut += piece
            self._resume_after_orphan()
        else:
            self._waiting += piece
            self._scan()

    def end(self) -> str:
        """The whole text; a beginning of a stop sequence that was held back is let through."""
        waiting, self._waiting = self._waiting, ""
        self._let_through(waiting)
        return self.text

    def _scan(self) -> None:
        start = 0
        while found := self._pattern.search(self._waiting, start):
            token, start = found.group(), found.end()
            if token.lower() in (OPEN, CLOSE):
                self._thought = True
                self._depth = max(0, self._depth + (1 if token.lower() == OPEN else -1))
            elif self._depth:
                start = found.start() + 1
            else:
                self.cut = self._waiting[found.start() :]
                self._let_through(self._waiting[: found.start()])
                self._waiting = ""
                self._resume_after_orphan()
                return
        keep = self._unfinished(start)
        self._let_through(self._waiting[: len(self._waiting) - keep])
        self._waiting = self._waiting[len(self._waiting) - keep :]

    def _unfinished(self, start: int) -> int:
        """The length of the longest ending that may yet become a token."""
        tail = self._waiting[start:].lower()
        longest = max(map(len, self._tokens)) - 1
        for length in range(min(longest, len(tail)), 0, -1):
            if any(token.lower().startswith(tail[-length:]) for token in self._tokens):
                return length
        return 0

    def _resume_after_orphan(self) -> None:
        """Some models close a thought that they never opened: the stop was inside it after all."""
        lowered = self.cut.lower()
        close, opened = lowered.find(CLOSE), lowered.find(OPEN)
        if self._thought or close < 0 or -1 < opened < close:
            return
        end = close + len(CLOSE)
        self._thought = True
        self._let_through(self.cut[:end])
        self._waiting, self.cut = self.cut[end:], ""
        self._scan()

    def _let_through(self, piece: str) -> None:
        if piece:
            self.text += piece
            self._hear(piece)
