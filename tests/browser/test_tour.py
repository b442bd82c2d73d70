"""The tour, on the real pages of a database that nobody has used yet."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.process import told

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of its own: who took the tour is remembered with the database."""
    return tmp_path_factory.mktemp("tour") / "t.duckdb"


def press(page: Page, name: str) -> None:
    page.locator(".st-key-tour").get_by_role("button", name=name, exact=True).click()


def test_a_newcomer_is_led_from_a_run_to_a_comparison_and_may_leave_in_the_middle(
    page: Page, url: str, db: Path
) -> None:
    banner = page.locator(".st-key-tour")
    page.goto(url)
    expect(banner).to_contain_text("New here?")
    press(page, "Take the tour")
    expect(banner).to_contain_text("Step 1 of 4")
    expect(page.get_by_role("button", name="Options")).to_contain_text("wrong-passage")

    page.locator(".st-key-run button").click()  # by hand: the real thing counts too
    page.wait_for_url("**comparison=*")
    expect(banner).to_contain_text("Step 2 of 4")
    press(page, "Leave")
    expect(banner).to_have_count(0)
    page.goto(url)
    samples = page.locator(".st-key-samples_head")
    samples.get_by_role("button", name="Remove the samples").click()
    expect(samples).to_have_count(0)
    expect(banner).to_have_count(0)  # left is left: no invitation again

    page.goto(f"{url}/learn?learn=tour")
    page.get_by_role("button", name="Go on with the tour").click()
    page.wait_for_url("**comparison=*")
    expect(banner).to_contain_text("Step 2 of 4")
    press(page, "Next")
    page.wait_for_url("**/replay?run=*step=*")
    expect(banner).to_contain_text("Step 3 of 4")
    run = page.url.split("run=")[1].split("&")[0]
    assert told(db, "show", run)["passed"] is False

    press(page, "Next")
    page.wait_for_url("**fork=*")
    expect(banner).to_contain_text("Step 4 of 4")
    expect(page.locator(".lanes .card").nth(1).locator(".status")).to_have_text("✓ passed")
    page.get_by_role("button", name="Where they part").click()  # by hand again
    page.wait_for_url("**/diff?runs=*")
    expect(banner).to_contain_text("That was the tour")
    fork = told(db, "show", page.url.split("%2C")[-1])
    assert fork["parent"] == run and fork["passed"] is True
    press(page, "Done")
    expect(banner).to_have_count(0)
