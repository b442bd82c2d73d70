"""A foreign agent may search a tree: its run is told in the order of the search, and a reply that
begins another branch says what it goes on from."""

from __future__ import annotations

from collections.abc import Sequence

BACK = "goes on from event "
"""A note on a reply, with the number of the event that stands before it on its path."""


def went_back(notes: Sequence[str]) -> int | None:
    """The number in such a note; None where there is none."""
    told = next((note[len(BACK) :] for note in notes if note.startswith(BACK)), "")
    return int(told) if told.isdecimal() and told.isascii() and len(told) < 10 else None
