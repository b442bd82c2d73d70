"""The player as a reader uses it: every key, any length, and texts that mean harm."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from dashboard import formats
from dashboard.scripts import plain_script, words
from data.store import Store
from tests.hostile import EVERY, HTML, LINE, hostile_run
from tests.long_runs import add_long_run
from tests.making import a_run, new_run, record

pytestmark = pytest.mark.browser
SIZES = {"long": 10_002, "middle": 302}


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("player") / "triptych.duckdb"
    with Store.open(path, lambda link: len(link.body) // 4) as store:
        record(store, new_run("short"), a_run(turns=4))
        record(store, new_run("hostile", HTML, label=HTML), hostile_run())
        for name, size in SIZES.items():
            add_long_run(store, name, size)
    return path


def opened(page: Page, url: str, run: str, step: int | None = None) -> Page:
    page.goto(f"{url}/replay?run={run}" + ("" if step is None else f"&step={step}"))
    expect(page.locator(".player .row").first).to_be_visible(timeout=60_000)
    if step is not None:
        at(page, step)
    return page


def at(page: Page, step: int) -> None:
    expect(page.locator(".player .count")).to_contain_text(re.compile(rf"^step {step:,} of"))
    expect(page.locator('.row[aria-selected="true"]')).to_have_attribute("data-seq", str(step))


def test_every_key_does_what_the_list_of_keys_says_and_no_rerun_is_needed(
    page: Page, url: str
) -> None:
    sent: list[int] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda _: sent.append(1)))
    opened(page, url, "middle", 7)
    expect(page.locator(".steps")).to_be_focused()
    expect(page.locator(".flags")).to_contain_text("⚠")
    page.wait_for_timeout(500)
    before = len(sent)
    for key, place in [
        ("ArrowRight", 8), ("j", 9), ("ArrowLeft", 8), ("k", 7), ("ArrowDown", 8), ("ArrowUp", 7),
        ("End", 301), ("ArrowRight", 301), ("Home", 0), ("ArrowLeft", 0), ("PageDown", 20),
    ]:  # fmt: skip
        page.keyboard.press(key)
        at(page, place)
    page.keyboard.press("]")
    first = int(page.locator('.row[aria-selected="true"]').get_attribute("data-seq") or 0)
    assert first != 20
    page.keyboard.press("[")
    page.keyboard.press("]")
    at(page, first)
    page.keyboard.press("?")
    expect(page.locator(".keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".keys")).to_be_hidden()
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    at(page, 2)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("j")
    page.wait_for_url("**step=3*")
    assert len(sent) == before


def test_f_hands_the_step_to_whoever_forks(page: Page, url: str) -> None:
    opened(page, url, "short", 3)
    page.keyboard.press("j")
    page.keyboard.press("f")
    page.wait_for_url("**fork=4*")
    assert "step=4" in page.url
    at(page, 4)
    expect(page.locator(".st-key-fork_panel")).to_be_visible()
    button = page.get_by_role("button", name=re.compile("Go on from this step"))
    expect(button).to_have_count(1)  # while the player makes room for the panel it is there twice
    button.click()


def test_find_goes_from_hit_to_hit_and_its_letters_reach_nobody_else(page: Page, url: str) -> None:
    opened(page, url, "middle", 7)
    page.keyboard.press("/")
    box = page.get_by_label("Find in this run", exact=True)
    expect(box).to_be_focused()
    page.keyboard.type("can answer rc")
    expect(page.locator(".find .said")).to_have_text("not found")
    expect(page.get_by_text("Clear caches")).to_have_count(0)
    box.fill("N-12")  # stands in observations only, not in any line of the list
    expect(page.locator(".find .said")).to_have_text("11 steps")
    page.keyboard.press("Enter")
    at(page, 26)
    page.keyboard.press("Shift+Enter")
    at(page, 260)
    page.keyboard.press("Enter")
    at(page, 26)
    expect(page.locator(".find .said")).to_have_text("1 of 11 steps")
    page.keyboard.press("Escape")
    expect(page.locator(".find")).to_be_hidden()
    page.keyboard.press("j")
    at(page, 27)


def test_keys_are_the_page_s_where_the_player_has_no_focus(page: Page, url: str) -> None:
    opened(page, url, "short", 3)
    page.locator("[data-testid=stMain]").get_by_text("run short").click()
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("j")
    page.wait_for_timeout(300)
    at(page, 3)


def test_ten_thousand_steps_are_all_there_in_a_few_dozen_rows(page: Page, url: str) -> None:
    opened(page, url, "long", 5000)
    expect(page.locator(".foot")).to_contain_text("10.0k events: 5,000 model calls")
    for key, place in (("End", 10_001), ("Home", 0)):
        page.keyboard.press(key)
        last = page.locator(".row").last.get_attribute("aria-setsize")
        assert last == "10002", last
        at(page, place)
        assert page.locator(".row").count() <= 60
    seen: set[str] = set()
    for top in range(0, 3000, 400):
        page.locator(".steps").evaluate("(box, top) => { box.scrollTop = top }", top)
        page.wait_for_timeout(60)
        seen |= set(page.locator(".row .number").all_inner_texts())
        assert page.locator(".row").count() <= 60
    assert {str(n) for n in range(100)} <= seen


def test_a_link_to_a_step_opens_there_and_back_leads_back(page: Page, url: str) -> None:
    opened(page, url, "middle", 200)
    box = page.locator('.row[aria-selected="true"]')
    expect(box).to_be_in_viewport()
    expect(page.locator(".step h4")).to_contain_text("Step 200: tool call (read_note)")
    page.locator(".row", has_text="read_note").first.click()
    page.wait_for_function("() => !location.search.includes('step=200')")
    moved = page.url
    page.goto(f"{url}/runs")
    page.go_back()
    expect(page.locator(".player .row").first).to_be_visible()
    assert page.url == moved


def test_the_request_is_shown_against_the_call_before(page: Page, url: str) -> None:
    opened(page, url, "short", 5)
    expect(page.locator(".step h4")).to_contain_text("Step 5: model call (agent)")
    expect(page.locator(".block[data-new=true]:visible")).to_have_count(2)
    page.get_by_role("button", name=re.compile("parts as before")).click()
    system = page.locator(".block", has_text="system prompt")
    system.locator(".fold").click()
    expect(system.locator(".text")).to_have_text("Answer from what the tools say.")
    page.locator(".said .door").click()
    at(page, 3)
    for place, name in enumerate(["Request", "Reply", "Parsed", "Usage", "Raw"], 1):
        page.locator(".steps").focus()
        page.keyboard.press(str(place))
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
    expect(page.locator(".pane")).to_contain_text('"kind": "replied"')
    page.locator(".block").hover()
    page.get_by_role("button", name="tree").click()
    expect(page.locator(".tree .key").first).to_be_visible()


def test_a_result_is_compared_with_the_one_before(page: Page, url: str) -> None:
    opened(page, url, "short", 6)
    block = page.locator(".block", has_text="result:")
    block.hover()
    block.get_by_role("button", name="diff").click()
    expect(block.locator('.run[data-sign="+"]')).to_have_text(["2"])
    expect(block.locator('.run[data-sign="-"]')).to_have_text(["1"])


def test_what_was_known_here_follows_the_playhead(page: Page, url: str) -> None:
    opened(page, url, "short", 4)
    known = page.locator(".known")
    expect(known).to_have_attribute("data-waiting", "false")
    cells = dict(zip(known.locator("dt").all_inner_texts(), known.locator("dd").all_inner_texts(),
                     strict=True))  # fmt: skip
    assert (cells["model calls"], cells["tool calls"], cells["tokens read"]) == ("2", "2", "250")
    assert cells["cost"] == "no price"
    expect(known).to_contain_text("2 results")
    expect(known).to_contain_text("Context by part")
    page.keyboard.press("Home")
    expect(known).to_contain_text("none yet")


def test_the_axis_is_a_slider_and_a_drag_moves_through_the_run(page: Page, url: str) -> None:
    opened(page, url, "middle", 7)
    field = page.get_by_role("slider", name="Place in the run")
    box = field.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 1, box["y"] + 30, steps=4)
    page.mouse.up()
    at(page, 301)
    expect(field).to_have_attribute("aria-valuenow", "301")


def test_trace_text_is_inert_and_whole_and_nothing_is_fetched(
    page: Page, url: str, browser: Browser
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(page, url, "hostile", 0)
    for place, text in enumerate(EVERY):
        seq = 2 * place + 1
        for _ in range(1 if place == 0 else 2):
            page.keyboard.press("j")
        at(page, seq)
        page.get_by_role("tab", name="Reply").click()
        reply = page.locator(".block", has_text="reply, as it came").locator(".text")
        expect(reply).to_be_visible()
        assert reply.evaluate("(node) => node.textContent") == text
        page.get_by_role("tab", name="Raw").click()
        page.locator(".steps").focus()
    page.keyboard.press("j")
    page.keyboard.press("j")
    at(page, 2 * len(EVERY) + 1)
    page.get_by_role("button", name=f"Show all {len(LINE):,} characters").click()
    text = page.locator(".block", has_text="result:").locator(".text")
    size = "(node) => node.textContent.length"
    for _ in range(120):
        if text.evaluate(size) == len(LINE):
            break
        page.wait_for_timeout(500)
    assert text.evaluate(size) == len(LINE)
    assert text.evaluate("(node) => node.textContent.startsWith('0123456789') && "
                         "node.textContent.endsWith('0123456789')")  # fmt: skip
    assert page.evaluate("() => window.hacked") is None
    assert not [one for one in asked if "evil" in one]
    inside = "root => root.querySelectorAll('img, iframe, script, h1, a[href]').length"
    assert page.locator(".player").evaluate(inside) == 0


def test_at_800_pixels_the_columns_stand_one_above_the_other(page: Page, url: str) -> None:
    page.set_viewport_size({"width": 800, "height": 1000})
    opened(page, url, "middle", 7)
    tops = [page.locator(f".player .{name}").bounding_box() for name in ("list", "step", "known")]
    assert all(tops)
    heights = [box["y"] for box in tops if box]
    assert heights == sorted(heights) and len(set(heights)) == 3
    wider = page.evaluate("() => { const m = document.querySelector('[data-testid=stMain]');"
                          " return m.scrollWidth - m.clientWidth }")  # fmt: skip
    assert wider <= 1


def test_numbers_are_said_as_python_says_them(page: Page) -> None:
    script = "\n".join(map(plain_script, ("shared", "player_formats")))
    values: list[Any] = [
        None, 0, 1, 7, 999, 1234, 9999, 9999.6, 10_000, 12_345, 999_949, 999_950, 1_240_000, 1e9,
        5e13, 0.0031, 0.00999, 0.0994, 0.0996, 0.5, 12.345, 0.05, 0.4, 240, 999.6, 1240, 59_940,
        59_960, 125_000, 3_599_400, 3_720_000, 172_740_000, 2e8, -3, -1500.5,
    ]  # fmt: skip
    for name in ("count", "money", "duration"):
        said = page.evaluate(
            f"([values, words]) => {{ {script}; speak(words); return values.map({name}) }}",
            [values, words("player")],
        )
        assert said == [getattr(formats, name)(value) for value in values], name


def test_a_pass_that_has_ended_is_renewed_without_the_reader_noticing(page: Page, url: str) -> None:
    refused: list[str] = []

    def refuse(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.fulfill(status=403, json={"error": "The token is missing or wrong."})

    page.route("**/film?from=0", refuse)
    opened(page, url, "short", 3)
    assert refused
