"""The Trials page: set up, run, pause, resume, and every number a door to its runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.process import told

pytestmark = pytest.mark.browser


def number(page: Page, label: str, value: str) -> None:
    field = page.get_by_label(label, exact=True)
    field.fill(value)
    field.press("Enter")


def test_trials_are_set_up_run_paused_resumed_and_read(page: Page, url: str, db: Path) -> None:
    page.goto(f"{url}/trials")
    run = page.locator("button:visible", has_text="Run trials")
    expect(page.get_by_text("3 scenarios × 4 paradigms × 1 model × 2 faults × 5")).to_be_visible()
    expect(page.get_by_text("Estimate:")).to_be_visible()

    # what cannot be had is explained, not set right in silence
    number(page, "Repeats of each", "0")
    expect(page.get_by_text("trials: Input should be greater than or equal to 1")).to_be_visible()
    expect(run).to_be_disabled()
    number(page, "Repeats of each", "1")
    expect(page.get_by_text("= 24 runs")).to_be_visible()

    # a set pauses, and goes on where it was
    run.click()
    page.wait_for_url("**trials=t*")
    page.locator("button:visible", has_text="Pause").click()
    expect(page.get_by_text("‖ paused")).to_be_visible()
    page.locator("button:visible", has_text="Resume").click()
    expect(page.get_by_text("✓ done")).to_be_visible()

    # tasks down, paradigms across, an average on top
    rows = page.locator(".matrix tbody tr")
    expect(rows).to_have_count(8)
    expect(page.locator(".matrix thead th")).to_have_text(
        ["task", "ReAct", "Function calling", "Plan & execute", "Plan & replan"]
    )
    plan = rows.filter(has_text="larkspur-4 · wrong-passage").locator("td").nth(2)
    expect(plan.locator(".numbers b")).to_have_text("0 %")
    expect(plan.locator(".tick")).to_have_attribute("data-tone", "bad")

    # a cell shows its runs, a mark of its spark opens one, and the run knows its set
    plan.locator("button").click()
    expect(page.get_by_text("larkspur-4 · wrong-passage · Plan & execute: 1 run")).to_be_visible()
    assert "cell=cell-" in page.url
    expect(page.get_by_text("Three outcomes, six metrics")).to_be_visible()
    expect(page.get_by_text("Token ratios, beside seed 000's")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="CSV", exact=True).click()
    assert len(Path(waiting.value.path()).read_text().splitlines()) == 25
    plan.locator(".tick").click()
    page.wait_for_url("**/replay?run=*")
    page.get_by_role("button", name=re.compile("The trials it is part of")).click()
    page.wait_for_url("**/trials?trials=t*")
    expect(page.get_by_text("✓ done")).to_be_visible()

    # published numbers stand beside one's own, with their limits
    page.get_by_text("Published numbers, and what they do not say").click()
    expect(page.get_by_text("isolates no native tool interface")).to_be_visible()
    page.locator("button:visible", has_text="New trials").click()
    expect(page.get_by_text("Earlier trials")).to_be_visible()
    expect(page.get_by_text("= 24 runs")).to_be_visible()

    # the verb works the same while the dashboard has the file open
    words = ["--scenario", "larkspur-2", "--paradigm", "react", "--trials", "2"]
    made = told(db, "trials", *words)
    assert (made["state"], made["finished"]) == ("done", 2)
    listed = [one["trials"] for one in told(db, "trials", "--list")["sets"]]
    assert made["trials"] in listed and len(listed) >= 2
    page.goto(f"{url}/trials?trials={made['trials']}")
    expect(page.get_by_text("✓ done")).to_be_visible()
