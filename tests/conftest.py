"""How the suite is run: on how many cores, and what its many processes share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.process import Open, serving
from tests.turns import pytest_xdist_make_scheduler as pytest_xdist_make_scheduler

# how long an example takes says nothing on a busy machine
settings.register_profile("house", deadline=None, max_examples=60)
settings.load_profile("house")

FEW_FILES = 2
MOST_WORKERS = 4
"""Each may hold a server, a Chromium and a tokenizer, about 700 MB."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """A file or two are done before workers would have imported what they need."""
    places = [Path(arg.split("::")[0]) for arg in config.args]
    if len(places) <= FEW_FILES and all(place.is_file() for place in places):
        return 0
    return min(MOST_WORKERS, (os.cpu_count() or 1) + 1)  # some wait: for a pace, for a page


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """A dashboard that is open, one for all tests of a worker: starting one is nine seconds of
    work. A test finds runs of others in it."""
    db = tmp_path_factory.mktemp("open") / "triptych.duckdb"
    with serving(db) as url:
        yield Open(db, url)


def pytest_configure(config: pytest.Config) -> None:
    """Hundreds of tests start Python anew. Where no bytecode may be written beside the sources
    each would compile Streamlit and us again, which is more work than most of the tests: they
    share the bytecode in pytest's own cache instead. Workers inherit it."""
    cache = getattr(config, "cache", None)
    if os.environ.get("PYTHONDONTWRITEBYTECODE") and cache is not None:
        os.environ["PYTHONPYCACHEPREFIX"] = str(cache.mkdir("bytecode"))
        del os.environ["PYTHONDONTWRITEBYTECODE"]
