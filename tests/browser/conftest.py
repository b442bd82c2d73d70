"""A real server and a real Chromium for the browser tests.

The server, with its database, is one for all tests of a worker (`opened`): a test finds runs of
others in it. A module with a `db` fixture of its own has a server of its own.
Chromium lives as long as a module: playwright keeps an event loop in the main thread while it
is open, and other tests start loops of their own.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.process import Open, serving

PATIENCE_MS = 90_000
"""For a machine that is busy; nothing waits longer than for its condition."""
expect.set_options(timeout=PATIENCE_MS)
ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


def chromium() -> str | None:
    return next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )


@pytest.fixture(scope="session")
def program() -> str:
    """Chromium's. Skipped, with the reason, where there is none; in CI that is a failure."""
    path = chromium()
    if path is None:
        reason = "no Chromium on this machine (Debian's package is called chromium)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="module")
def browser(program: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def db(program: str, opened: Open) -> Path:
    """A module that writes runs before its server starts has a fixture of this name instead."""
    return opened.db


@pytest.fixture(scope="module")
def url(program: str, db: Path) -> Iterator[str]:
    plate = Path(f"{db}.server.json")
    if plate.exists():
        yield str(json.loads(plate.read_text())["url"])
        return
    with serving(db) as address:
        yield address


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Page]:
    """A page that fails the test for a script error, or for asking anything of another host."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 1000}, locale="en-GB", reduced_motion="reduce"
    )
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE_MS)
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(f"script error: {error}"))
    opened.on(
        "request",
        lambda request: (
            wrong.append(f"asked {request.url}")
            if not request.url.startswith((url, url.replace("http", "ws", 1), "data:", "blob:"))
            else None
        ),
    )
    yield opened
    context.close()
    assert not wrong
