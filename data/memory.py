"""Memory that is no longer used goes back to the system, where the C library is glibc: by itself it
keeps a heap a thread, and in each of them what a large request or the first imports once took."""

from __future__ import annotations

import ctypes
from contextlib import suppress

M_ARENA_MAX = -8
"""Of glibc's malloc.h."""


def be_thrifty() -> None:
    """One heap for all threads; best before others begin. (To give large pieces back at once,
    M_MMAP_THRESHOLD, costs a third of the rate at which large requests are taken.)"""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def trim() -> None:
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
