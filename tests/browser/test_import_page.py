"""The Import page, and the search on Runs, as a person uses them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

TRACES = Path(__file__).parents[1] / "traces"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("import") / "t.duckdb"


def chat(question: str, answer: str) -> str:
    message = {"role": "assistant", "content": answer}
    said = [
        {"role": "system", "content": "Weigh each word."},
        {"role": "user", "content": question},
    ]
    return json.dumps({"messages": [*said, message]}) + "\n"


def test_files_are_dropped_reported_opened_and_searched(
    page: Page, url: str, tmp_path: Path
) -> None:
    good, bad = tmp_path / "<b>chats.jsonl", tmp_path / "holiday.txt"
    good.write_text(chat("Where is the harbour?", "By the <i>old</i> lighthouse.") + "{broken\n")
    bad.write_text("Dear diary")
    page.goto(f"{url}/import")
    expect(page.get_by_text("Bring your own traces")).to_be_visible()
    expect(page.locator(".st-key-import_live")).to_contain_text(f"{url}/v1/traces")
    page.locator("input[type=file]").set_input_files([good, bad])
    report = page.locator(".imported")
    expect(report.locator(".file")).to_contain_text("<b>chats.jsonl")
    expect(report.locator(".file")).to_contain_text("openai_chat")
    expect(report.locator(".lost")).to_contain_text("lines that are no JSON: skipped")
    expect(report.locator(".failed .why")).to_contain_text("is no trace of a known format")
    expect(page.get_by_text(re.compile("1 new trace from 1 file.*1 not imported"))).to_be_visible()
    page.reload()  # an import belongs to the process, not to the page
    report.get_by_role("link", name="Open Where is the harbour?").click()
    page.wait_for_url("**/replay?run=*")
    expect(page.get_by_text("Imported from openai_chat")).to_be_visible()
    expect(page.locator(".st-key-run_facts")).to_contain_text("undated, its file is of 20")
    expect(page.locator(".st-key-run_judged")).to_have_count(0)
    page.get_by_text("Imported from openai_chat").click()
    expect(page.locator(".st-key-run_report")).to_contain_text("1 × lines that are no JSON")

    page.get_by_role("link", name="Runs").click()
    box = page.get_by_role("textbox", name="Search every text")
    box.fill("OLD lighthouse")
    box.press("Enter")
    hit = page.locator(".hit").first
    expect(hit.locator("mark").first).to_have_text("old")
    expect(hit.locator(".words")).to_have_text("By the <i>old</i> lighthouse.")
    assert "search=" in page.url
    step = hit.locator(".step").inner_text().removeprefix("step ")
    hit.locator("a").click()
    page.wait_for_url(f"**/replay?*step={step}")
    expect(page.locator(".step h4")).to_contain_text(f"Step {step}")
    page.go_back()
    expect(page.locator(".hit").first).to_be_visible()
    page.goto(f"{url}/runs?search=weigh+word")
    expect(page.get_by_text("1 place", exact=True)).to_be_visible()
    expect(page.get_by_text("for weigh word", exact=True)).to_be_visible()
    expect(page.locator(".hit .who")).to_have_text("sent: system prompt")
    page.get_by_role("button", name="All runs").click()
    expect(page.get_by_text("runs; choose some")).to_be_visible()


def test_what_evaluators_had_said_of_a_trace_stands_beside_its_run(
    page: Page, url: str, tmp_path: Path
) -> None:
    trace = json.loads((TRACES / "langfuse" / "trace.json").read_text())
    trace["trace"]["scores"] = [
        {"name": "helpful", "value": 0.5, "comment": "It <b>never</b> says *when*."},
        {"name": "tone", "stringValue": "dry", "observationId": "g1"},
        {"name": "safe", "value": True},
    ]
    (tmp_path / "judged.json").write_text(json.dumps(trace))
    page.goto(f"{url}/import")
    page.get_by_label("Or a file or folder of this machine").fill(str(tmp_path / "judged.json"))
    page.get_by_role("button", name="Import").click()
    page.locator(".imported").get_by_role("link", name=re.compile("Open Rain in Oslo")).click()
    judged = page.locator(".st-key-run_judged")
    expect(judged).to_contain_text("helpful 0.5 · tone dry · about one step · safe true")
    judged.locator("summary").click()
    expect(judged).to_contain_text("It <b>never</b> says *when*.")
    expect(page.locator(".st-key-run_facts")).to_contain_text(re.compile("^2025-03-04"))


def test_a_path_is_imported_once_and_an_import_is_called_off(
    page: Page, url: str, tmp_path: Path
) -> None:
    page.goto(f"{url}/import")
    path = page.get_by_label("Or a file or folder of this machine")
    go = page.get_by_role("button", name="Import")
    wrong = {"": "Give the path", "notes": "not a whole path", "/no/such": "There is no file"}
    for said, told in wrong.items():
        path.fill(said)
        go.click()
        expect(page.get_by_text(told)).to_be_visible()
    (tmp_path / "one.jsonl").write_text(chat("What of the quay?", "Closed."))
    for known in (False, True):
        path.fill(str(tmp_path / "one.jsonl"))
        go.click()
        first = page.locator(".imported").first
        expect(first).to_contain_text("What of the quay?")
        expect(first.locator(".already")).to_have_count(int(known))
    large = tmp_path / "many"
    large.mkdir()
    for number in range(4_000):  # more than are read before a slow page can call it off
        (large / f"{number:04}.jsonl").write_text(chat(f"Question {number}?", "Yes."))
    path.fill(str(large))
    go.click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("called off: what is listed is here, nothing else")).to_be_visible()
