"""The main job, as somebody does it who has never seen it: one button, three lanes, come back."""

from __future__ import annotations

import re
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.process import told

pytestmark = pytest.mark.browser
PLACES = """() => {
  const shadows = [...document.querySelectorAll('*')].map((e) => e.shadowRoot).filter(Boolean)
  const cards = shadows.flatMap((root) => [...root.querySelectorAll('.card')])
  const named = [...document.querySelectorAll('h3')]
  const top = (node) => node && Math.round(node.getBoundingClientRect().top)
  const heading = (name) => top(named.find((h) => h.textContent.trim() === name))
  return [top(cards[0]), heading('Timeline'), heading('Tokens'), heading('Cost')]
}"""


@pytest.fixture
def finished(url: str, db: Path) -> str:
    """A comparison of three lanes, run by the verb while the dashboard is open."""
    paradigms = [
        w for p in ("react", "function-calling", "plan-execute") for w in ("--paradigm", p)
    ]
    return str(told(db, "run", "--scenario", "larkspur-4", *paradigms)["comparison"])


def press_run(page: Page, url: str) -> str:
    """Presses the one button and returns the comparison's id."""
    page.goto(url)
    page.get_by_role("button", name=re.compile("^Run")).click()
    page.wait_for_url("**comparison=*")
    return page.url.split("comparison=")[1]


def all_ended(page: Page, lanes: int) -> None:
    cards = page.locator(".card")
    expect(cards).to_have_count(lanes)
    for place in range(lanes):
        expect(cards.nth(place)).to_have_attribute("data-running", "false")
    expect(page.get_by_text("Answers", exact=True)).to_be_visible()


def numbers(page: Page) -> list[dict[str, str]]:
    """Each lane's title and figures as they stand on the page."""
    found = []
    for card in page.locator(".card").all():
        labels = card.locator("dt").all_inner_texts()
        values = card.locator("dd").all_inner_texts()
        head = {
            "title": card.locator("h3").inner_text(),
            "status": card.locator(".status").inner_text(),
        }
        found.append({**head, **dict(zip(labels, values, strict=True))})
    return found


def nothing_moves(page: Page) -> None:
    """From the first lane to the last answer: what lies below has its place from the start."""
    expect(page.locator(".card")).to_have_count(3)
    expect(page.get_by_text("Drawn when every lane has ended.")).to_have_count(3)
    expect(page.locator("[class*=st-key-open_]")).to_have_count(0)
    seen = []
    for _ in range(200):
        seen.append(page.evaluate(PLACES))
        if page.get_by_text("Answers", exact=True).is_visible():
            break
        page.wait_for_timeout(150)
    expect(page.get_by_text("Answers", exact=True)).to_be_visible()
    page.wait_for_timeout(800)
    seen.append(page.evaluate(PLACES))
    assert None not in seen[0]
    assert all(places == seen[0] for places in seen), seen


def stored(db: Path, comparison: str) -> list[dict[str, Any]]:
    listed = told(db, "runs", "--limit", "100")["runs"]
    runs = [run for run in listed if run["comparison"] == comparison]
    return sorted(runs, key=lambda run: run["started_at"])


def test_one_button_runs_three_lanes_nothing_moves_and_the_page_tells_what_the_database_holds(
    page: Page, url: str, db: Path
) -> None:
    comparison = press_run(page, url)
    nothing_moves(page)
    all_ended(page, 3)
    shown = {lane["title"]: lane for lane in numbers(page)}
    runs = stored(db, comparison)
    titles = {
        "react": "ReAct",
        "function-calling": "Function calling",
        "plan-execute": "Plan & execute",
    }
    assert [titles[run["paradigm"]] for run in runs] == list(shown)
    for run in runs:
        lane = shown[titles[run["paradigm"]]]
        assert lane["status"] == "✓ passed" and run["passed"] is True
        assert lane["model calls"] == str(run["model_calls"])
        assert lane["tool calls"] == str(run["tool_calls"])
        assert lane["tokens read"] == f"{run['input_tokens']:,}"
        assert lane["cost"] == "no price" and run["cost_usd"] is None
    assert [run["model_calls"] for run in runs] == [7, 2, 2]
    expect(page.get_by_text(re.compile("All three passed"))).to_be_visible()
    expect(page.locator(".js-plotly-plot")).to_have_count(4)


def test_closing_the_tab_stops_nothing_a_running_run_grows_in_the_player_and_all_is_found_again(
    page: Page, url: str, db: Path
) -> None:
    comparison = press_run(page, url)
    address = page.url
    page.goto("about:blank")
    for _ in range(300):
        runs = stored(db, comparison)
        if sum(run["status"] == "success" for run in runs) >= 2:
            break
        page.wait_for_timeout(300)
    assert [run["paradigm"] for run in runs] == ["react", "function-calling", "plan-execute"]
    assert [run["status"] for run in runs[1:]] == ["success"] * 2  # with nobody looking
    page.goto(address)
    expect(page.locator(".card")).to_have_count(3)
    page.locator(".card").first.locator("a.open").click()
    page.wait_for_url(f"**run={runs[0]['run']}*")
    expect(page.locator(".player .foot")).to_contain_text("events:")
    expect(page.locator(".player .row", has_text="stopped")).to_be_visible(timeout=120_000)
    events = told(db, "show", runs[0]["run"])["events"]
    expect(page.locator(".player .foot")).to_contain_text(f"{events} events:")
    page.keyboard.press("End")
    expect(page.locator(".player .count")).to_have_text(f"step {events - 1} of {events - 1}")
    runs = stored(db, comparison)
    assert [run["status"] for run in runs] == ["success"] * 3
    page.go_back()
    all_ended(page, 3)
    assert [lane["tokens read"] for lane in numbers(page)] == [
        f"{run['input_tokens']:,}" for run in runs
    ]
    page.goto(url)
    newest = page.locator("[class*=st-key-open_]").first
    expect(newest).to_have_class(re.compile(f"st-key-open_{comparison}"))
    page.locator(f".st-key-open_{comparison} button:visible").click()
    page.wait_for_url(f"**comparison={comparison}*")


def test_ctrl_enter_runs_and_cancel_keeps_what_was_done(page: Page, url: str, db: Path) -> None:
    page.goto(url)
    expect(page.get_by_role("button", name=re.compile("^Run"))).to_be_visible()
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**comparison=*")
    comparison = page.url.split("comparison=")[1]
    card = page.locator(".card").first
    expect(card.locator(".steps li").nth(1)).to_be_visible()
    card.get_by_role("button", name="Cancel").click()
    expect(card.locator(".status")).to_have_text("⊘ cancelled")
    run = stored(db, comparison)[0]
    assert run["status"] == "cancelled"
    assert run["model_calls"] >= 1


def test_a_lane_opens_its_run_and_a_step_its_request(page: Page, url: str, finished: str) -> None:
    page.goto(f"{url}/?comparison={finished}")
    page.locator(".card").first.locator(".steps a").nth(2).click()
    page.wait_for_url("**/replay?*step=3*")
    expect(page.get_by_text("Step 3: model call (agent)")).to_be_visible()
    blocks = page.locator(".block")
    expect(blocks.filter(has_text="Observation: ").last).to_be_visible()
    expect(page.locator(".block[data-new=true]:visible")).to_have_count(2)
    address = page.url
    page.goto(address)
    expect(page.get_by_text("Step 3: model call (agent)")).to_be_visible()


def test_a_free_question_on_the_scripted_model_is_explained_not_answered(
    page: Page, url: str
) -> None:
    page.goto(url)
    page.get_by_role("combobox", name="Scenario").click()
    page.get_by_role("option", name="none: my own question").click()
    page.get_by_role("textbox", name="Question", exact=True).fill(
        "How tall is the tallest lighthouse?"
    )
    page.get_by_role("textbox", name="Question", exact=True).press("Control+Enter")
    page.get_by_role("button", name=re.compile("^Run")).click()
    expect(page.get_by_text("only plays the bundled scenarios")).to_be_visible()


def test_no_page_scrolls_sideways(page: Page, url: str) -> None:
    schemes: Any = cycle(("light", "dark"))
    for place in ("", "replay", "runs", "trials", "learn", "import", "settings"):
        page.emulate_media(color_scheme=next(schemes))
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(f"{url}/{place}")
        page.wait_for_load_state("networkidle")
        for width in (1440, 800):
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_timeout(500)
            wider = page.evaluate(
                "() => { const m = document.querySelector('[data-testid=stMain]');"
                " return m.scrollWidth - m.clientWidth }"
            )
            assert wider <= 1, f"{place or 'compare'} is {wider} px too wide at {width}"


def test_what_is_not_there_is_said_in_one_sentence(page: Page, url: str) -> None:
    page.goto(f"{url}/?comparison=nope")
    expect(page.get_by_text("There is no comparison “nope”")).to_be_visible()
    page.goto(f"{url}/replay?run=nope")
    expect(page.get_by_text("There is no run “nope”")).to_be_visible()
