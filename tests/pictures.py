"""Makes the README's picture anew: three lanes that have ended, as the first page shows them.

    python tests/pictures.py [FOLDER]

Without a folder it takes the place of the one in dashboard/pictures.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [path for path in (str(ROOT),) if path not in sys.path]

from playwright.sync_api import expect  # noqa: E402

from tests.browser.conftest import Window, chromium  # noqa: E402
from tests.browser.test_compare import all_ended, press_run  # noqa: E402
from tests.process import serving  # noqa: E402


def take(folder: Path) -> None:
    program, window = chromium(), Window()
    if program is None:
        sys.exit("There is no Chromium on this machine.")
    with (
        tempfile.TemporaryDirectory() as place,
        serving(Path(place) / "t.duckdb", anew=True) as url,
    ):
        page = window.tab(program)
        press_run(page, url)
        all_ended(page, 3)
        expect(page.locator(".js-plotly-plot")).to_have_count(4)
        page.set_viewport_size({"width": 1440, "height": 1180})
        page.mouse.move(5, 700)
        page.wait_for_timeout(1500)
        page.screenshot(path=folder / "compare.png")
        window.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dashboard" / "pictures")
