"""Forking, proving and resuming with the mouse, as somebody at the page does it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from data.exporters.native import export
from data.importers.native import load
from data.store import Store
from tests.process import told

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run, named `whole`, and one that broke off after its third event, named `cut`."""
    path = tmp_path_factory.mktemp("forks") / "triptych.duckdb"
    run = told(path, "run", "--scenario", "larkspur-4", "--paradigm", "react")["runs"][0]["run"]
    with Store.open(path) as store:
        head, *lines = export(store, run)
        for name, kept in (("whole", lines), ("cut", lines[:3])):
            told_run = json.loads(head)
            told_run["run"] |= {"run_id": name, "comparison_id": None}
            load(store, [json.dumps(told_run), *kept])
    return path


def opened(page: Page, url: str, run: str, step: int) -> None:
    page.goto(f"{url}/replay?run={run}&step={step}")
    expect(page.locator(".player .count")).to_contain_text(f"step {step} of")


def test_a_fork_made_by_clicking_grows_beside_its_parent(page: Page, url: str, db: Path) -> None:
    opened(page, url, "whole", 4)
    page.locator(".steps").focus()
    page.keyboard.press("f")
    box = page.get_by_label("The tool's result")
    expect(box).to_have_value(re.compile("HB-2.2"))
    box.fill("HB-9.9 A refund is paid in cash on the same day.")
    box.press("Control+Enter")
    expect(
        page.get_by_text(re.compile("5 events are shared. First the agent is asked"))
    ).to_be_visible()
    page.get_by_text("The exact first request").click()
    expect(page.locator(".transcript").get_by_text("paid in cash")).to_be_visible()
    page.get_by_role("button", name="Run the fork").click()
    cards = page.locator(".lanes .card")
    expect(cards).to_have_count(2)
    expect(cards.nth(1).locator(".status")).to_contain_text(re.compile("passed|failed|done|✓|✗"))
    children = told(db, "show", "whole")["family"]
    assert "paid in cash" in json.dumps(children)
    page.get_by_role("button", name="Open the fork").click()
    page.wait_for_url(lambda address: "run=whole" not in address)
    expect(page.get_by_role("button", name="Forked from")).to_be_visible()


def test_another_paradigm_goes_on_from_a_step_and_its_first_request_is_shown(
    page: Page, url: str
) -> None:
    page.goto(f"{url}/replay?run=whole&step=3&fork=3")
    page.get_by_role("combobox", name="Paradigm").click()
    page.get_by_role("option", name="Plan & replan").click()
    expect(page.get_by_text(re.compile("the planner is asked|the tools run"))).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("Fork at step 3")).to_have_count(0)


def test_a_run_is_proved_from_its_page(page: Page, url: str) -> None:
    opened(page, url, "whole", 0)
    page.get_by_role("button", name="Replay with proof").click()
    expect(
        page.get_by_text(re.compile("All 11 events came out of the record again"))
    ).to_be_visible()


def test_an_interrupted_run_goes_on_with_one_click(page: Page, url: str, db: Path) -> None:
    opened(page, url, "cut", 0)
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.locator('[class*="st-key-tone_good"]').first).to_be_visible()
    assert told(db, "show", "cut")["status"] == "success"
