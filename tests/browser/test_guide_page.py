"""The guide and the reference in a browser: answers, runs to watch, and a second language."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.process import told

pytestmark = pytest.mark.browser


def answer(page: Page, question: str, text: str) -> None:
    page.locator(f".st-key-guide_q_{question}").get_by_text(text, exact=True).click()


@pytest.fixture(scope="module")
def db(program: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server of its own: the language is the database's, and other tests read English."""
    return tmp_path_factory.mktemp("guide") / "t.duckdb"


def test_S0_40_the_guide_leads_to_an_answer_and_its_run_opens_at_a_click(
    page: Page, url: str, db: Path
) -> None:
    page.goto(f"{url}/learn?learn=guide")
    task = page.locator(".st-key-guide_task")
    task.get_by_text("Medium").click()
    answer(page, "tool-calls", "Yes")
    answer(page, "trace", "Cannot say")
    expect(task).to_contain_text("Function calling")
    expect(task).to_contain_text("at the same time")
    expect(task).to_contain_text("Your own trials")

    lookups = page.locator(".st-key-guide_lookups")
    answer(page, "listable", "Yes")
    answer(page, "wrong-passage", "Yes")
    expect(lookups).to_contain_text("Plan & replan")
    answer(page, "vague", "Yes")
    expect(page.get_by_text("The three do not agree")).to_be_visible()

    task.get_by_role("button", name="Watch a run").click()
    page.wait_for_url("**/replay?run=*")
    run = page.url.split("run=")[1].split("&")[0]
    assert told(db, "show", run)["paradigm"] == "function-calling"


def test_S3_02_the_reference_is_one_screen_with_runs_to_watch_and_speaks_chinese(
    page: Page, url: str, db: Path
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{url}/learn?learn=reference")
    failures = page.locator(".tri-ref").nth(1)
    expect(failures.get_by_text("Format drift")).to_be_in_viewport()

    page.locator(".st-key-reference_language").get_by_text("中文").click()
    expect(failures).to_contain_text("格式漂移")
    expect(page.locator("header").get_by_text("学习")).to_be_visible()
    page.goto(f"{url}/runs?filter_sort=most+tokens")  # an address says the same in any language
    order = page.locator(".st-key-filter_sort").get_by_role("combobox")
    expect(order).to_have_value("token 最多")
    page.goto(f"{url}/learn?learn=reference")
    page.locator(".st-key-reference_language").get_by_text("English").click()
    expect(failures).to_contain_text("Format drift")

    failures.get_by_role("link", name="watch").first.click()
    page.wait_for_url("**/replay?run=*step=*")
    first = page.url
    run = first.split("run=")[1].split("&")[0]
    assert told(db, "show", run)["findings"][0]["kind"] == "repeated_action"
    page.goto(f"{url}/replay?watch=repeated-action")
    page.wait_for_url("**/replay?run=*step=*")
    assert page.url == first  # the same run, not another one
    page.goto(f"{url}/replay?watch=nonsense")
    expect(page.get_by_text("There is no demo 'nonsense' to watch.")).to_be_visible()
