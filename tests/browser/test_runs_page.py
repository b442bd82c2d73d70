"""The list of runs and the page of imports while traces arrive."""

from __future__ import annotations

import json
import time
import urllib.request
from secrets import token_hex

from otlp_spans import request, span
from playwright.sync_api import Page, expect


def send(url: str, question: str) -> str:
    """A trace of one model call that begins now; its id."""
    trace = token_hex(16)
    now = time.time()
    told = span(
        7, "chat", None, trace=trace, gen_ai__operation__name="chat", gen_ai__request__model="m",
        gen_ai__input__messages=json.dumps(
            [{"role": "user", "parts": [{"type": "text", "content": question}]}]
        ),
        gen_ai__output__messages=json.dumps(
            [{"role": "assistant", "parts": [{"type": "text", "content": "Yes."}]}]
        ),
    )  # fmt: skip
    told["startTimeUnixNano"] = str(int(now * 1e9))
    told["endTimeUnixNano"] = str(int((now + 1) * 1e9))
    body = json.dumps(request(told)).encode()
    asked = urllib.request.Request(f"{url}/v1/traces", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        assert answer.status == 200
    return trace


def test_a_trace_that_is_sent_stands_in_the_open_list_by_itself(page: Page, url: str) -> None:
    page.goto(f"{url}/runs")
    expect(page.get_by_text("runs; choose some")).to_be_visible()
    asked = f"Does {token_hex(4)} show up?"
    send(url, asked)
    expect(page.locator("[data-testid=stDataFrame] table")).to_contain_text(asked[:20])


def test_what_arrives_does_not_move_a_choice(page: Page, url: str) -> None:
    chosen = f"Chosen {token_hex(4)}"
    send(url, chosen)
    page.goto(f"{url}/runs")
    table = page.locator("[data-testid=stDataFrame]")
    expect(table.locator("table")).to_contain_text(chosen)
    table.click(position={"x": 16, "y": 50})
    expect(page.get_by_text("1 of ")).to_be_visible()
    send(url, f"Later {token_hex(4)}")
    expect(page.get_by_text("Changed meanwhile: show")).to_be_visible()
    page.locator(".st-key-runs_open button").click()
    expect(page.get_by_text(chosen).first).to_be_visible()
    assert "/replay" in page.url


def test_the_list_is_shown_anew_with_nothing_chosen_when_asked(page: Page, url: str) -> None:
    send(url, f"Before {token_hex(4)}")
    page.goto(f"{url}/runs")
    table = page.locator("[data-testid=stDataFrame]")
    expect(table.locator("table")).to_contain_text("Before")
    table.click(position={"x": 16, "y": 50})
    expect(page.get_by_text("1 of ")).to_be_visible()
    later = f"Later {token_hex(4)}"
    send(url, later)
    page.get_by_role("button", name="Changed meanwhile: show").click()
    expect(table.locator("table")).to_contain_text(later)
    expect(page.get_by_text("runs; choose some")).to_be_visible()


def test_the_import_page_opens_the_trace_that_came_last(page: Page, url: str) -> None:
    asked = f"Who is {token_hex(4)}?"
    send(url, asked)
    page.goto(f"{url}/runs")
    expect(page.locator("[data-testid=stDataFrame] table")).to_contain_text(asked)
    page.goto(f"{url}/import")
    here = page.locator(".st-key-import_live")
    expect(here).to_contain_text("The last spans came at")
    here.get_by_role("button", name="Open").click()
    expect(page.get_by_text(asked).first).to_be_visible()
