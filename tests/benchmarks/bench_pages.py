"""From typing `triptych` to the first page, and from a step to its reader, in real Chromium."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from agents.events import Reading, Started, Stopped
from agents.messages import Call, Usage
from data.store import Store
from tests.benchmarks.bench_agents import Row
from tests.browser.conftest import ARGUMENTS, chromium
from tests.making import AT, SETTINGS, Recorded, link, new_run, opening, replied, returned
from tests.process import serving, told

WATCH = """() => { window.seen = {}; let root = null; setInterval(() => {
  if (!root || !root.host.isConnected) { root = null
    for (const host of document.querySelectorAll('[data-testid=stMain] *'))
      if (host.shadowRoot?.querySelector('.lanes')) root = host.shadowRoot }
  for (const a of root?.querySelectorAll('.steps a') ?? []) {
    const place = a.getAttribute('href'); window.seen[place] ??= Date.now() / 1000 } }, 25) }"""

DRAWN = """() => document.querySelectorAll(
  '[data-testid=stMain] .js-plotly-plot .main-svg').length >= 8"""


def rows() -> list[Row]:
    path = chromium()
    if path is None:
        print("no Chromium here: the pages are not measured")
        return []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1440, "height": 1000})
        db = Path(folder) / "bench.duckdb"
        found = []
        start = time.perf_counter()
        with serving(db, anew=True) as url:
            up = (time.perf_counter() - start) * 1000
            found.append(("`triptych` to its first answer", up, up, up, ""))
            for what in ("`triptych` to the first page, cold browser", "  the page again, warm"):
                page.goto(url)
                page.get_by_role("button", name="Run").first.wait_for()
                took = (time.perf_counter() - start) * 1000
                found.append((what, took, took, took, ""))
                start = time.perf_counter()
            found.append(_lag(page, db))
        _long_comparison(db)
        with serving(db, anew=True) as url:
            page.set_default_timeout(120_000)
            page.goto(url)
            page.get_by_role("button", name="Run").first.wait_for()
            found += _long(page, url)
        browser.close()
    return found


def _long_comparison(db: Path) -> None:
    """Two lanes of 10,000 steps, each call with a request and tokens of its own."""
    with Store.open(db) as store:
        for place in range(2):
            run = new_run(f"r-long-{place}", comparison_id="c-long", created_at=AT + place)
            batch = ((run.run_id, n, *one) for n, one in enumerate(_long_run(5_000)))
            store.append_many(batch, [run])


def _long_run(turns: int) -> list[Recorded]:
    question = "Who owns PX-17?"
    events: list[Recorded] = [(Started(AT, question, {"paradigm": "react"}), ())]
    for turn in range(turns):
        at, seen = AT + turn * 2, link("observation", "user", f"Observation: passage {turn}")
        wire = (*opening(question), seen, SETTINGS)
        call = Call(f"call_{turn}", "look_up", {"page": turn})
        reading = Reading(thought=f"Thought {turn}", calls=(call,))
        usage = Usage(1_000 + turn, 20 + turn % 17, source="reported")
        reply = replied(wire, at, text=f"Thought {turn}", reading=reading, usage=usage)
        events += [(reply, wire), (returned(at=at + 0.8, call=call), ())]
    return [*events, (Stopped(AT + turns * 2, "success", "answered", "Ada owns it."), ())]


def _long(page: Page, url: str) -> list[Row]:
    found = []
    for what in ("first", "again"):
        start = time.perf_counter()
        page.goto(f"{url}/?comparison=c-long")
        for part, there, target in (
            ("lanes", lambda: page.locator(".card").nth(1).wait_for(), ""),
            ("answers", lambda: page.locator(".block").nth(1).wait_for(), "≤ 3,000"),
            ("figures", lambda: page.wait_for_function(DRAWN), "≤ 5,000"),
        ):
            there()
            took = (time.perf_counter() - start) * 1000
            found.append((f"two lanes of 10,000 steps, {what}: {part}", took, took, took, target))
    return found


def _lag(page: Page, db: Path) -> Row:
    """Three paced lanes of the first screen: how long after its end each step stood on the page."""
    page.evaluate(WATCH)
    page.get_by_role("button", name="Run").first.click()
    page.wait_for_url("**comparison=*")
    page.locator(".card[data-running=false]").nth(2).wait_for(timeout=60_000)
    seen: dict[str, float] = page.evaluate("() => window.seen")
    comparison = page.url.split("comparison=")[1]
    lags: list[float] = []
    for run in told(db, "runs")["runs"]:
        if run["comparison"] == comparison:
            steps: list[dict[str, Any]] = told(db, "show", run["run"])["steps"]
            lags += [
                (seen[f"replay?run={run['run']}&step={step['seq']}"] - step["ended_at"]) * 1000
                for step in steps
            ]
    lags.sort()
    high = lags[int(len(lags) * 0.95) - 1]
    return "a step to its place on the page", lags[0], statistics.median(lags), high, "≤ 500"
