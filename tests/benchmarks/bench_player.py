"""How long a run takes to open in the player, by its length, and a key to be seen; in Chromium.

    python tests/benchmarks/bench_player.py [--most N]

The targets are of an otherwise idle machine: 10,000 steps at most 0.7 s more than an empty run's
page, 100,000 at most 3 s; a key in at most two frames (34 ms).
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [path for path in (str(ROOT), str(ROOT / "tests")) if path not in sys.path]

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from data.store import Store  # noqa: E402
from tests.browser.conftest import ARGUMENTS, chromium  # noqa: E402
from tests.long_runs import add_long_run  # noqa: E402
from tests.making import new_run  # noqa: E402
from tests.process import serving  # noqa: E402

Row = tuple[str, float, float, float, str]
SIZES = (100, 1_000, 10_000, 100_000)
TARGETS = {10_000: "≤ empty + 700", 100_000: "≤ 3000"}
TIMES = 5
KEYS = 100

ROOT_OF = """() => { for (const host of document.querySelectorAll('[data-testid=stMain] *'))
  if (host.shadowRoot?.querySelector('.player')) return host.shadowRoot }"""
DRAWN = f"""(events) => {{ const root = ({ROOT_OF})()
  return Boolean(root && root.querySelector('.foot').textContent
    && (!events || root.querySelector('.row[aria-selected=true]')?.ariaSetSize == events)) }}"""
# from the key's own time stamp to the frame after the one that was drawn for it
PRESS = f"""(key) => new Promise((done) => {{
  const box = ({ROOT_OF})().querySelector('.steps')
  box.focus()
  const begun = performance.now()
  box.dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true, composed: true }}))
  const busy = performance.now() - begun
  requestAnimationFrame(() => {{ const channel = new MessageChannel()
    channel.port1.onmessage = () => done([busy, performance.now() - begun])
    channel.port2.postMessage(0) }}) }})"""


def rows(most: int = SIZES[-1]) -> list[Row]:
    path = chromium()
    if path is None:
        print("no Chromium here: the player is not measured")
        return []
    sizes = [size for size in SIZES if size <= most]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        db = Path(folder) / "bench.duckdb"
        with Store.open(db, lambda link: len(link.body) // 4) as store:
            store.add_run(new_run("empty"))
            for size in sizes:
                add_long_run(store, f"of-{size}", size)
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(120_000)
        found: list[Row] = []
        with serving(db, anew=True) as url:
            _open(page, url, "empty", 0)  # warm: the browser has the scripts
            found.append(_row("an empty run's page", _opened(page, url, "empty", 0)))
            for size in sizes:
                times = _opened(page, url, f"of-{size}", size)
                found.append(_row(f"a run of {size:,} steps", times, TARGETS.get(size, "")))
                found += _keys(page, size)
        browser.close()
    return found


def _open(page: Page, url: str, run: str, events: int) -> float:
    page.goto("about:blank")
    begun = time.perf_counter()
    page.goto(f"{url}/replay?run={run}", wait_until="commit")
    page.wait_for_function(DRAWN, arg=events, polling=20)
    return (time.perf_counter() - begun) * 1000


def _opened(page: Page, url: str, run: str, events: int) -> list[float]:
    return [_open(page, url, run, events) for _ in range(TIMES)]


def _keys(page: Page, size: int) -> list[Row]:
    """Through steps whose texts are here already, as prefetching leaves them."""
    page.wait_for_timeout(2500)
    told = [page.evaluate(PRESS, "j" if n % 20 < 10 else "k") for n in range(KEYS)]
    return [
        _row(f"  a key, {size:,} steps: the script's work", [busy for busy, _ in told]),
        _row(f"  a key, {size:,} steps: to paint", [painted for _, painted in told], "≤ 34"),
    ]


def _row(what: str, times: list[float], target: str = "") -> Row:
    return what, min(times), statistics.median(times), max(times), target


def main(most: int = SIZES[-1]) -> None:
    print(f"{'the player, milliseconds':52} {'least':>9} {'median':>9} {'most':>9}  target")
    for what, low, middle, high, target in rows(most):
        print(f"{what:52} {low:9.1f} {middle:9.1f} {high:9.1f}  {target}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=int, default=SIZES[-1])
    main(parser.parse_args().most)
