"""The places of the history: what a page says after it was left adds none (a page of Streamlit's
begins when its script does, and enters its address then)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.process import told

pytestmark = pytest.mark.browser
BOTH = ("--paradigm", "react", "--paradigm", "function-calling")


class SlowLine:
    """What the server says, kept back for as long as somebody wants."""

    def __init__(self, page: Page) -> None:
        self._kept: list[str | bytes] = []
        self._holding = False
        self._lines: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("_stcore/stream"), self._open)

    def _open(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        self._lines.append(line)
        line.on_message(server.send)
        server.on_message(self._take)

    def _take(self, message: str | bytes) -> None:
        if self._holding:
            self._kept.append(message)
        else:
            self._lines[-1].send(message)

    def hold(self) -> None:
        self._holding = True

    def begun(self, times: int) -> bool:
        """Whether that many scripts have begun since."""
        messages = (ForwardMsg.FromString(bytes(kept)) for kept in self._kept)
        return sum(message.WhichOneof("type") == "new_session" for message in messages) >= times

    def release(self) -> None:
        self._holding = False
        for message in self._kept:
            self._lines[-1].send(message)
        self._kept.clear()


@pytest.fixture
def compared(db: Path) -> str:
    return str(told(db, "run", "--scenario", "larkspur-2", *BOTH)["comparison"])


def held_while(page: Page, line: SlowLine, leave: Callable[[], object]) -> None:
    """The page begins once more, and the browser hears of it only after the reader has left."""
    page.wait_for_timeout(1_000)  # nothing that the page began by itself is under way
    line.hold()
    page.locator("body").press("r")  # Streamlit's key for: the script once more
    while not line.begun(1):
        page.wait_for_timeout(50)
    leave()
    while not line.begun(2):
        page.wait_for_timeout(50)
    line.release()


def test_a_page_that_begins_after_it_was_left_is_no_place_to_come_back_to(
    page: Page, url: str, compared: str
) -> None:
    line = SlowLine(page)
    address = f"{url}/?comparison={compared}"
    page.goto(address)
    expect(page.get_by_text("Answers", exact=True)).to_be_visible()
    held_while(page, line, page.locator(".card").first.locator("a.open").click)
    expect(page.locator(".player .foot")).to_contain_text("events:")
    replay = page.url

    page.go_back()
    expect(page.get_by_text("Answers", exact=True)).to_be_visible()
    expect(page.locator(".card")).to_have_count(2)
    assert page.url == address

    page.go_forward()
    expect(page.locator(".player .foot")).to_contain_text("events:")
    held_while(page, line, page.go_back)
    expect(page.locator(".card")).to_have_count(2)
    assert page.url == address
    page.go_forward()  # what was left by Back is still there, too
    expect(page.locator(".player .foot")).to_contain_text("events:")
    assert page.url.startswith(replay.partition("&")[0])
