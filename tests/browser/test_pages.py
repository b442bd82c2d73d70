"""What a reader must not lose: the way back, and what was typed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.process import told

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def faulty(url: str, db: Path) -> str:
    """A comparison of a faulty plan and of ReAct, run by the verb while the dashboard is open."""
    words = ["--paradigm", "react", "--paradigm", "plan-execute", "--fault", "wrong-passage"]
    return str(told(db, "run", "--scenario", "larkspur-2", *words)["comparison"])


def run_button(page: Page) -> Any:
    return page.get_by_role("button", name=re.compile("^Run"))


def test_back_from_a_step_leads_to_the_lanes_and_the_link_reopens_them(
    page: Page, url: str, faulty: str
) -> None:
    page.goto(f"{url}/?comparison={faulty}")
    page.locator(".card").first.locator(".steps a").nth(1).click()
    page.wait_for_url("**/replay?*step=2*")
    expect(page.get_by_text("Step 2: tool call")).to_be_visible()
    page.go_back()
    expect(page.locator(".card")).to_have_count(2)
    assert page.url.endswith(f"comparison={faulty}")
    page.get_by_role("link", name="Runs").click()
    expect(page.get_by_text("runs; choose some")).to_be_visible()
    page.get_by_role("link", name="Compare").click()
    expect(page.locator(".card")).to_have_count(2)
    assert page.url.endswith(f"comparison={faulty}")
    page.get_by_role("button", name="New").click()
    expect(page.locator(".card")).to_have_count(0)
    assert "comparison" not in page.url


def test_what_was_typed_is_still_there_after_another_page(page: Page, url: str) -> None:
    page.goto(url)
    question = page.get_by_role("textbox", name="Question", exact=True)
    question.fill("My own words?")
    question.press("Control+Enter")
    # another one is called Lane too; and Streamlit keeps a hidden twin of a button with a hint
    page.locator(".st-key-add_lane button:visible").click()
    expect(page.get_by_role("combobox", name="Lane 4")).to_be_visible()
    page.get_by_role("link", name="Runs").click()
    expect(page.get_by_label("Question or answer holds")).to_be_visible()
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("combobox", name="Lane 4")).to_be_visible()
    expect(question).to_have_value("My own words?")


def test_one_step_at_a_time_is_shown_whichever_way_it_is_reached(
    page: Page, url: str, db: Path, faulty: str
) -> None:
    run = next(
        run
        for run in told(db, "runs", "--limit", "100")["runs"]
        if run["comparison"] == faulty and run["paradigm"] == "react"
    )
    page.goto(f"{url}/replay?run={run['run']}&step=2")
    title = page.locator(".step h4")
    expect(title).to_contain_text("Step 2: tool call")
    page.locator(".steps").focus()
    page.keyboard.press("End")
    expect(title).to_contain_text("How it ended")
    page.keyboard.press("Home")
    expect(title).to_contain_text("How it began")
    page.locator(".row").nth(1).click()
    expect(title).to_contain_text("Step 1: model call (agent)")
    expect(page.locator(".pane:visible")).to_have_count(1)


def test_a_fault_and_an_alert_are_told_where_they_are(page: Page, url: str, faulty: str) -> None:
    page.goto(f"{url}/?comparison={faulty}")
    card = page.locator(".card").nth(1)
    expect(card.get_by_text("fault: wrong-passage")).to_be_visible()
    expect(page.get_by_text("a fault on purpose: wrong-passage")).to_be_visible()
    card.locator(".alerts a", has_text="not checked").click()
    page.wait_for_url("**/replay?*step=2*")


def test_a_refusal_names_the_lane(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_role("combobox", name="Model").nth(1).fill("nowhere:big")
    page.keyboard.press("Enter")  # the others are hidden from readers while one is open
    run_button(page).click()
    expect(page.get_by_text("Lane 2 (nowhere:big): There is no model")).to_be_visible()
