"""A real server and a real Chromium for the browser tests.

The server, with its database, is one for all tests of a worker (`opened`): a test finds runs of
others in it. A module with a `db` fixture of its own has a server of its own.
So are Chromium and its tab (`Window`).
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, Request, expect, sync_playwright

from tests.process import Open, serving

PATIENCE_MS = 90_000
"""For a machine that is busy; nothing waits longer than for its condition."""
expect.set_options(timeout=PATIENCE_MS)
ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
SHORT_LIVED = "--js-flags=--no-opt --no-maglev"
"""Pages that live for seconds never earn back what optimising their code costs (a tenth of all)."""


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


class Window:
    """A Chromium with one tab, for all tests of a worker that follow each other: a page in a tab
    that was used before is half the work. Each visit is a new session of the dashboard's."""

    def __init__(self) -> None:
        self._ends = contextlib.ExitStack()
        self._browser: Browser | None = None
        self._tab: Page | None = None

    def browser(self, program: str) -> Browser:
        if self._browser is None:
            playwright = self._ends.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(
                executable_path=program, args=[*ARGUMENTS, SHORT_LIVED]
            )
            self._ends.callback(self._browser.close)
        return self._browser

    def tab(self, program: str) -> Page:
        if self._tab is None or self._tab.is_closed():
            context = self.browser(program).new_context(locale="en-GB")
            self._tab = context.new_page()
            self._tab.set_default_timeout(PATIENCE_MS)
        self._tab.set_viewport_size({"width": 1440, "height": 1000})
        # Streamlit's grey bars pulse while a page waits, and each picture of it is drawn
        self._tab.emulate_media(color_scheme="light", reduced_motion="reduce")
        return self._tab

    def clear(self) -> None:
        """Nothing that a test did to the tab reaches the next one."""
        if self._tab is not None and not self._tab.is_closed():
            self._tab.unroute_all()
            self._tab.context.set_offline(False)
            self._tab.context.clear_cookies()
            with contextlib.suppress(Error):  # about:blank keeps nothing
                self._tab.evaluate("() => { localStorage.clear(); sessionStorage.clear() }")
            self._tab.goto("about:blank")

    def close(self) -> None:
        self._tab = self._browser = None
        self._ends.close()


WINDOW = Window()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Playwright keeps an event loop in the main thread while it is open, and tests of other
    folders start loops of their own."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        WINDOW.close()


@pytest.fixture
def browser(program: str) -> Browser:
    return WINDOW.browser(program)


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
def tab(program: str) -> Iterator[Page]:
    """A page that may ask for anything."""
    yield WINDOW.tab(program)
    WINDOW.clear()


@pytest.fixture
def page(tab: Page, url: str) -> Iterator[Page]:
    """A page that fails the test for a script error, or for asking anything of another host."""
    wrong: list[str] = []

    def failed(error: Error) -> None:
        wrong.append(f"script error: {error}")

    def asked(request: Request) -> None:
        if not request.url.startswith((url, url.replace("http", "ws", 1), "data:", "blob:")):
            wrong.append(f"asked {request.url}")

    tab.on("pageerror", failed)
    tab.on("request", asked)
    yield tab
    tab.remove_listener("request", asked)
    tab.remove_listener("pageerror", failed)
    assert not wrong
