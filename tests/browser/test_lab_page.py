"""The lab in a browser: sliders that answer at once, numbers that are doors, nothing that jumps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.process import told

pytestmark = pytest.mark.browser


def card(page: Page, agent: str) -> Locator:
    return page.locator(f".st-key-lab_card_{agent}")


def preset(page: Page, name: str) -> Locator:
    return page.locator(".st-key-lab_preset").get_by_text(name, exact=True)


def test_S2_34_sliders_move_the_three_agents_and_each_number_opens_its_run(
    page: Page, url: str, db: Path
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{url}/learn?learn=lab")
    replan = card(page, "plan-replan")
    expect(replan).to_contain_text("One unanswered")
    expect(replan).to_contain_text("6 evaluators + 1 replanner + 1 synthesizer = 9 calls")
    expect(card(page, "plan-execute")).to_contain_text("One wrong")
    expect(page.get_by_text("not for a live model")).to_be_visible()
    place = replan.bounding_box()
    assert place is not None and place["x"] + place["width"] <= 1280

    page.get_by_role("slider", name="Cap").press("ArrowRight")  # from 6 to 7
    expect(replan).to_contain_text("1 synthesizer = 10 calls")
    expect(replan).to_contain_text("Complete")
    expect(preset(page, "A cap that fits")).to_be_visible()
    assert replan.bounding_box() == place
    assert "cap=7" in page.url

    preset(page, "Too strict").click()
    expect(replan).to_contain_text("rejected 4")
    assert replan.bounding_box() == place
    preset(page, "ReAct's ceiling").click()
    react = card(page, "react")
    expect(react).to_contain_text("Complete, at its limit")
    expect(react).to_contain_text("Under a limit that raises: 10 calls, no answer")
    assert replan.bounding_box() == place

    page.get_by_role("slider", name="Look-ups").press("Home")
    results = page.locator(".st-key-lab_results")
    expect(results).to_contain_text("4 wrong results with 1 look-up are impossible")
    expect(results).to_contain_text("Nothing was run")
    preset(page, "Short cap").click()
    expect(replan).to_contain_text("One unanswered")

    replan.get_by_role("button", name="9", exact=True).click()
    page.wait_for_url("**/replay?run=*")
    run_id = page.url.split("run=")[1].split("&")[0]
    shown = told(db, "show", run_id)
    assert (shown["model_calls"], shown["tool_calls"], shown["passed"]) == (9, 6, False)
    page.go_back()
    expect(card(page, "plan-replan")).to_contain_text("One unanswered")


def test_the_address_names_a_section_and_a_setting_and_says_what_it_cannot_show_S0_15_S1_12(
    page: Page, url: str
) -> None:
    page.goto(f"{url}/learn?learn=lab&lookups=4&wrong=1&cap=77")
    expect(page.get_by_text("77 is no possible number of executed steps")).to_be_visible()
    expect(card(page, "react")).to_contain_text("5 searches + 1 to answer = 6 calls")

    page.get_by_text("Lab: time").click()
    page.wait_for_url("**learn=parallel*")
    page.get_by_role("button", name="Run them").click()
    walls = page.locator("[class*=st-key-lab_number_wall]")
    expect(walls).to_have_text([re.compile(r"1\.\d+ s"), re.compile("ms|s"), re.compile("ms|s")])
    page.get_by_role("button", name="Run it").click()
    expect(page.get_by_text(re.compile(r"^T = .*max\(.*one after the other: 1\."))).to_be_visible()
    expect(page.locator(".st-key-chart_chain .barlayer .point")).to_have_count(6)

    page.get_by_text("Lab: the seed's tables").click()
    expect(page.get_by_text("3,928 (seed ~1,676)")).to_be_visible()
    expect(page.get_by_text("10 (seed 10)")).to_be_visible()
    page.get_by_text("Lab: cost").click()
    expect(page.get_by_text("What a sixth tool costs over ten turns")).to_be_visible()
    expect(page.get_by_text("comes nearest to the seed's plan-and-execute")).to_be_visible()
