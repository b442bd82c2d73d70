"""Runs side by side on the page: found from the list, folded, opened, and no HTML of a trace."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from agents.events import Edited
from data.scenario import Judgement
from data.store import Store
from tests.benchmarks.bench_diff import a_long_run
from tests.making import AT, a_run, new_run, record, replied, returned
from tests.test_family import a_fork, spec

pytestmark = pytest.mark.browser
HOSTILE = (
    '<img src=x onerror="window.hit=1"><script>window.hit=1</script> ![x](http://evil.example/x)'
)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("diff") / "triptych.duckdb"
    with Store.open(str(db)) as store:
        store.set_setting("samples", "1")
        record(store, new_run("r1", rig=spec()), a_run(turns=6))
        for number in range(3):
            name = f"f{number}"
            edit = Edited(AT, "observation", f"Kept for 90 days. {HOSTILE}", "call_1")
            a_fork(store, name, "r1", 5, edit, returned(output=HOSTILE), rig=spec())
            store.add_verdict(name, Judgement(number > 0))
        for number in range(200):
            a_fork(store, f"many{number}", "f0", 7, Edited(AT, "question", f"Who {number}?"),
                   rig=spec(), created_at=AT + number)  # fmt: skip
        for name, seed in (("long1", 1), ("long2", 2)):
            run = a_long_run(1_000, seed)
            whole = [(name, n, event, ()) for n, event in enumerate(run)]
            store.append_many(whole, [new_run(name, "Which?", rig=spec(), created_at=AT - seed)])
        same = [(replied((), text="The refund takes 30 days."), ())]
        record(store, new_run("w1", rig=spec()), list(same))
        record(store, new_run("w2", rig=spec()),
               [(replied((), text="The refund takes 90 days."), ())])  # fmt: skip
    return db


def test_two_rows_of_the_list_are_a_click_from_their_diff(page: Page, url: str) -> None:
    page.goto(f"{url}/runs")
    button = page.get_by_role("button", name="Diff")
    expect(button).to_be_disabled(timeout=60_000)
    table = page.locator("[data-testid=stDataFrame] canvas").first
    for row in range(2):
        box = table.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 16, box["y"] + 35 * (row + 1) + 17)
        expect(page.get_by_text(f"{row + 1} of 208 runs chosen")).to_be_visible()
    _exported(page)
    button.click()
    page.wait_for_url("**/diff?runs=*%2C*")
    expect(page.locator(".heads .head")).to_have_count(2)


def _exported(page: Page) -> None:
    """What is chosen there leaves in a chosen form."""
    page.get_by_role("button", name="Export").click()
    page.get_by_role("combobox", name="Form").click()
    page.get_by_role("option", name="csv").click()
    expect(page.get_by_text("begins with an apostrophe")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download 2 runs").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        assert archive.namelist() == ["runs.csv", "steps.csv"]
        assert len(archive.read("runs.csv").splitlines()) == 3
    page.keyboard.press("Escape")


def test_the_place_where_a_fork_parts_is_marked_and_in_sight_and_equal_stretches_unfold(
    page: Page, url: str
) -> None:
    page.goto(f"{url}/diff?runs=r1,f0")
    expect(page.get_by_text("They part at B step 5: a person’s edit, only in B.")).to_be_visible()
    row = page.locator(".row[data-first=true]")
    expect(row).to_be_in_viewport()
    expect(row.get_by_text("Kept for 90 days.")).to_be_visible()
    assert page.evaluate("() => window.hit") is None

    equal = page.locator(".row[data-state=equal]")
    fold = page.get_by_role("button", name="5 equal steps")
    expect(fold).to_be_visible()
    expect(equal).to_have_count(0)
    fold.click()
    expect(equal).to_have_count(5)
    expect(equal.first).to_contain_text("= A")
    switch = page.get_by_label("Only differences")
    switch.uncheck()
    expect(equal).to_have_count(5)
    switch.check()
    expect(equal).to_have_count(0)


def test_the_keys_go_from_difference_to_difference_and_a_cell_is_a_door_and_back_leads_here(
    page: Page, url: str
) -> None:
    page.goto(f"{url}/diff?runs=r1,f0")
    page.get_by_role("button", name="B step 5").click()
    current = page.locator(".row[data-current=true]")
    expect(current).to_contain_text("Kept for 90 days.")
    page.keyboard.press("n")
    expect(current).not_to_contain_text("Kept for 90 days.")
    page.keyboard.press("p")
    expect(current).to_contain_text("Kept for 90 days.")
    page.keyboard.press("Enter")
    expect(page.locator(".detail")).to_contain_text("Only B has this step.")
    page.keyboard.press("d")
    expect(page.get_by_label("Only differences")).not_to_be_checked()

    page.locator(".row[data-first=true] a.cell").click()
    page.wait_for_url("**/replay?run=f0&step=5")
    page.go_back()
    expect(page.locator(".row[data-first=true]")).to_be_visible()


def test_the_whole_texts_are_compared_word_by_word(page: Page, url: str) -> None:
    page.goto(f"{url}/diff?runs=w1,w2")
    page.locator(".row button.sign").click()
    expect(page.locator(".part del").first).to_have_text("−30")
    expect(page.locator(".part ins").first).to_have_text("+90")
    expect(page.locator(".part pre").first).to_have_text("The refund takes −30+90 days.")
    page.locator(".row button.sign").click()
    expect(page.locator(".part")).to_have_count(0)


def test_a_thousand_rows_are_never_all_in_the_page(page: Page, url: str) -> None:
    page.goto(f"{url}/diff?runs=long1,long2")
    rows = page.locator(".row")
    expect(rows.first).to_be_visible()
    assert 0 < rows.count() <= 60
    page.get_by_label("Only differences").uncheck()
    page.locator(".scroller").evaluate("node => (node.scrollTop = node.scrollHeight)")
    expect(page.locator(".row").filter(has_text="stopped")).to_have_count(1)
    assert 0 < rows.count() <= 60


def test_six_runs_have_a_column_each_and_seven_are_one_sentence(page: Page, url: str) -> None:
    page.goto(f"{url}/diff?runs=r1,f0,f1,f2,long1,long2")
    expect(page.locator(".heads .head")).to_have_count(6)
    expect(page.locator(".row").first.locator(".cell")).to_have_count(6)
    page.goto(f"{url}/diff?runs=r1,f0,f1,f2,long1,long2,w1")
    expect(page.get_by_text("A diff is of two to six runs, and this names 7 runs.")).to_be_visible()
    page.goto(f"{url}/diff?runs=r1,nowhere")
    expect(page.get_by_text("There is no run “nowhere” here.")).to_be_visible()
    page.goto(f"{url}/diff")
    expect(page.get_by_text("Choose two to six runs")).to_be_visible()


def test_repeats_of_one_fork_are_one_line_of_the_tree_that_opens(page: Page, url: str) -> None:
    page.goto(f"{url}/diff?runs=r1,f1")
    tree = page.get_by_role("list", name="The family of this run")
    expect(tree.get_by_text("2 of 3 passed")).to_be_visible()
    fold = tree.get_by_role("button", name="×3")
    expect(tree.get_by_role("link", name="repeat 2")).to_be_visible()
    expect(fold).to_have_attribute("aria-expanded", "true")
    tree.scroll_into_view_if_needed()
    expect(tree.locator("[data-here=true]")).to_be_in_viewport()
    expect(tree.locator("li")).to_have_count(1 + 1 + 3 + 200)
    fold.click()
    expect(tree.locator("li")).to_have_count(2)
    fold.click()
    tree.locator("li").nth(2).get_by_role("link", name="diff with parent").click()
    page.wait_for_url("**/diff?runs=r1%2Cf0")


def test_the_pages_pass_reads_a_diff_and_no_pass_does_not(url: str, db: Path) -> None:
    token = json.loads(Path(f"{db}.server.json").read_text())["token"]
    request = urllib.request.Request(
        f"{url}/api/diff?runs=r1,f0", headers={"Authorization": f"Bearer {token}"}
    )
    with urllib.request.urlopen(request) as response:
        assert json.load(response)["first_divergence"]["steps"] == [None, 5]
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(f"{url}/api/diff?runs=r1,f0")
