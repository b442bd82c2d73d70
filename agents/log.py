"""An append-only sequence whose every past version stays valid, at O(1) an append."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Log(Sequence[T], Generic[T]):
    """Versions share one list; each knows how much of it is its own.

    A tuple copied at every append would make a fold quadratic (DESIGN.md §1). Appending to a
    version that is no longer the newest copies its part, so that forks stay apart.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Sequence[T] = ()) -> None:
        self._items: list[T] = list(items)
        self._length = len(self._items)

    def append(self, item: T) -> Log[T]:
        new: Log[T] = Log.__new__(Log)
        own = self._items if len(self._items) == self._length else self._items[: self._length]
        own.append(item)
        new._items = own
        new._length = self._length + 1
        return new

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self._items[i] for i in range(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._items[index if index >= 0 else self._length + index]

    def until(self, length: int) -> Log[T]:
        """The first so many items."""
        new: Log[T] = Log.__new__(Log)
        new._items = self._items
        new._length = min(length, self._length)
        return new

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        for i in range(self._length):
            yield self._items[i]

    def all(self) -> list[T]:
        """A list of its own, made at once."""
        return self._items[: self._length]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Log({list(self)!r})"
