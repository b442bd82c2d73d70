"""Bent files of every format end in runs or in one clear refusal. TRIPTYCH_FUZZ says how many."""

from __future__ import annotations

import os

from data.importers.registry import IMPORTERS
from tests.fuzz_imports import fuzz, seeds


def test_every_format_has_small_files_to_begin_with() -> None:
    assert {one.name for one in IMPORTERS} <= seeds().keys()


def test_no_bent_file_breaks_an_importer() -> None:
    failures, ends = fuzz(int(os.environ.get("TRIPTYCH_FUZZ", "250")))
    assert not failures, failures[0].what
    assert ends["imported"] and ends["refused"]
