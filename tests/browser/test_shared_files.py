"""A shared file opened from the disk, and lockstep on its page: by keys, inert, no network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import ConsoleMessage, Error, Page, Request, expect

from dashboard.service import Service
from dashboard.share.formats import Wanted, exported
from data.store import Store
from tests.hostile import EVERY, HTML, LINE, hostile_run
from tests.making import a_run, new_run, record

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("share") / "triptych.duckdb"
    with Store.open(path, lambda link: len(link.body) // 4) as store:
        store.set_setting("samples", "1")
        record(store, new_run("r1", comparison_id="c1"), a_run(turns=2))
        more = {"comparison_id": "c1", "paradigm": "function-calling"}
        record(store, new_run("r2", **more), a_run(turns=4))
        record(store, new_run("r3", **more | {"paradigm": "plan-execute"}), a_run(turns=1))
        record(store, new_run("bad", HTML, label=HTML), hostile_run())
    return path


@pytest.fixture(scope="module")
def files(db: Path) -> dict[str, Path]:
    """Written before the server of this module opens the database."""
    service = Service.open(str(db))
    found = {}
    for name, wanted in {
        "bad": Wanted(("bad",)),
        "lanes": Wanted(("c1",), view="together"),
        "diff": Wanted(("r1", "r2"), view="diff"),
        "plain": Wanted(("r1",), plain=True),
    }.items():
        found[name] = db.parent / f"{name}.html"
        found[name].write_bytes(exported(service, wanted))
    service.close()
    return found


@pytest.fixture
def alone(tab: Page) -> Iterator[Page]:
    """A page that fails the test for a script error, a word on the console, or any request but for
    the file itself."""
    wrong: list[str] = []

    def failed(error: Error) -> None:
        wrong.append(f"script error: {error}")

    def said(message: ConsoleMessage) -> None:
        wrong.append(message.text)

    def asked(request: Request) -> None:
        if not request.url.startswith("file:"):
            wrong.append(request.url)

    tab.set_viewport_size({"width": 1280, "height": 720})
    tab.on("pageerror", failed)
    tab.on("console", said)
    tab.on("request", asked)
    yield tab
    tab.remove_listener("request", asked)
    tab.remove_listener("console", said)
    tab.remove_listener("pageerror", failed)
    assert not wrong


def test_a_run_opens_from_the_disk_and_is_stepped_by_keys(
    alone: Page, files: dict[str, Path]
) -> None:
    alone.goto(files["plain"].as_uri())
    expect(alone.get_by_role("heading", name="Who owns PX-17?")).to_be_visible()
    expect(alone.locator("footer")).to_contain_text("One agent run, recorded by Triptych")
    place = alone.locator(".player .count")
    expect(place).to_have_text("step 1 of 6")
    for key, step in [("ArrowRight", 2), ("j", 3), ("ArrowLeft", 2), ("End", 6), ("Home", 0)]:
        alone.keyboard.press(key)
        expect(place).to_have_text(f"step {step} of 6")
    alone.keyboard.press("f")  # nothing can be gone on from in a file
    expect(alone.get_by_role("button", name="Go on from this step")).to_have_count(0)
    for _ in range(3):
        alone.keyboard.press("j")
    expect(alone.locator(".pane .block", has_text="Passage 0 on")).to_contain_text("new")
    expect(
        alone.locator(".pane").get_by_text("3 of them not in the call of step 1")
    ).to_be_visible()
    alone.keyboard.press("/")
    alone.keyboard.type("Passage 1")
    expect(alone.locator(".find .said")).to_have_text("1 step")
    alone.keyboard.press("Enter")
    expect(place).to_have_text("step 4 of 6")


def test_texts_that_mean_harm_are_inert_and_whole_offline(
    alone: Page, files: dict[str, Path]
) -> None:
    alone.context.set_offline(True)
    alone.goto(files["bad"].as_uri())
    expect(alone.locator(".player .row").first).to_be_visible()
    for step in range(2, 2 * len(EVERY) + 1):  # it opens at step 1
        alone.keyboard.press("ArrowRight")
        expect(alone.locator(".player .count")).to_contain_text(f"step {step} of")
        expect(alone.locator(".pane .block:visible").first).to_be_visible()
    shown = alone.locator(".pane .block[data-new=true] pre").first
    assert shown.text_content() == EVERY[-1]
    alone.keyboard.press("ArrowRight")
    alone.get_by_role("button", name="Show all 5,242,880 characters").click()
    whole = "e => [...document.querySelector('.view-player').shadowRoot.querySelectorAll('pre')]"
    alone.wait_for_function(
        f"n => ({whole})().some(e => e.textContent.length === n)", arg=len(LINE)
    )
    assert alone.evaluate("() => window.hacked") is None
    assert alone.locator("img, iframe, h1 *").count() == 0


def test_lanes_step_together_in_the_file_and_its_doors_lead_to_its_own_runs(
    alone: Page, files: dict[str, Path]
) -> None:
    alone.goto(files["lanes"].as_uri())
    together(alone)
    alone.locator(".lane").nth(1).get_by_role("link", name="all of step 2").click()
    expect(alone.locator(".player:visible .count")).to_have_text("step 2 of 10")
    alone.go_back()
    expect(alone.locator(".lockstep .bar .count")).to_have_text("step 2 of 10")
    alone.get_by_role("link", name="Diff").click()
    expect(alone.locator(".diff .row").first).to_be_visible()


def test_a_diff_opens_with_its_rows_and_compares_whole_texts_by_itself(
    alone: Page, files: dict[str, Path]
) -> None:
    alone.goto(files["diff"].as_uri())
    expect(alone.locator(".parted")).to_contain_text("They part at")
    row = alone.locator(".diff .row").first
    row.locator("button.sign").click()
    expect(alone.locator(".detail .part").first).to_be_visible()
    expect(alone.locator(".detail")).to_contain_text("reply")


def together(page: Page) -> None:
    """Every key of lockstep; leaves it at step 2."""
    place = page.locator(".lockstep .bar .count")
    lanes = page.locator(".lockstep .lane")
    expect(lanes).to_have_count(3)
    expect(place).to_have_text("step 0 of 10")
    keys = [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 10), ("Home", 0)]
    for key, step in keys:
        page.keyboard.press(key)
        expect(place).to_have_text(f"step {step} of 10")
    page.keyboard.press("End")
    expect(lanes.nth(0).locator(".tag")).to_have_text("has ended")
    expect(lanes.nth(1).locator(".doing")).to_have_text("The answer is there.")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Space")
    page.keyboard.press("Home")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(lanes.nth(0).locator(".doing")).to_have_text("ReAct runs look_up.")
    expect(lanes.nth(0).locator(".tag")).to_have_text("no model")
    wide = "e => e.scrollWidth <= e.clientWidth"
    assert page.locator("html").evaluate(wide)
    assert page.locator(".lockstep").evaluate(wide)


def test_a_comparison_is_stepped_through_together_from_its_page_and_shared(
    page: Page, url: str, files: dict[str, Path]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{url}/?comparison=c1")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Share").click()
    assert coming.value.suggested_filename == "triptych-r1-and-2-more.html"
    assert Path(coming.value.path()).read_bytes().startswith(b"<!doctype html>")
    page.get_by_role("button", name="Step through together").click()
    page.wait_for_url("**/replay?runs=*")
    together(page)
    page.wait_for_url("**step=2*")
    page.reload()
    expect(page.locator(".lockstep .bar .count")).to_have_text("step 2 of 10")
    page.goto(f"{url}/replay?run=r1")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Share").click()
    assert coming.value.suggested_filename == "triptych-r1.html"
    page.goto(f"{url}/diff?runs=r1,r2")
    expect(page.get_by_role("button", name="Share")).to_be_visible()
