"""Runs that come with Triptych, so that there is something to look at before the first own one."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path

from data.importers.native import load
from data.store import Store

FOLDER = Path(__file__).parent / "bundled" / "samples"
LOADED = "samples"
"""The setting that remembers that they were offered: deleted ones do not come back."""


def load_samples(store: Store) -> int:
    """Adds the samples to a database that has not had them yet; how many runs there were."""
    if store.get_setting(LOADED):
        return 0
    runs = [run for path in sorted(FOLDER.glob("*.jsonl")) for run in _runs(path)]
    for lines in runs:
        load(store, lines)
    store.set_setting(LOADED, "1")
    return len(runs)


def sample_ids() -> list[str]:
    """The runs that come with Triptych, whether they are still here or not."""
    heads = (
        json.loads(run[0])["run"] for path in sorted(FOLDER.glob("*.jsonl")) for run in _runs(path)
    )
    return [head["run_id"] for head in heads]


def remove_samples(store: Store) -> int:
    """For good, until somebody restores them; how many there were."""
    here = [row.run_id for row in store.these(sample_ids())]
    store.delete_runs(here)
    store.set_setting(LOADED, "1")
    return len(here)


def restore_samples(store: Store) -> int:
    """Those that are not here; how many."""
    store.set_setting(LOADED, "")
    return load_samples(store)


def _runs(path: Path) -> list[list[str]]:
    """A file may hold several runs; each begins with its head line."""
    number = 0

    def run_of(line: str) -> int:
        nonlocal number
        number += line.startswith('{"triptych"')
        return number

    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line]
    return [list(group) for _, group in groupby(lines, key=run_of)]
