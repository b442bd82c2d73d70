"""What is set in the form, and what is found in a lane."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from protocol_server import ProtocolServer, Say

from tests.process import serving, told

pytestmark = pytest.mark.browser
TWO_LANES = """\
scenario: larkspur-2
agent:
  faults: [wrong-passage]
  pace: 0
  writes: allow
  temperature: 0.2
lanes:
  - mode: auto
  - mode: plan-execute
"""


def options(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Options")).click()
    # the parts of a popover are fetched one by one when it is opened for the first time
    expect(page.get_by_text("Tools that change something")).to_be_visible(timeout=180_000)
    uploader = page.locator("[data-testid=stFileUploader] input")
    expect(uploader).to_be_attached(timeout=180_000)


def test_a_set_up_is_read_from_yaml_run_and_written_again_S0_04_S0_06(
    page: Page, url: str, db: Path, tmp_path: Path
) -> None:
    page.goto(url)
    options(page)
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("lanes:\n- mode: reakt\n")
    page.locator("[data-testid=stFileUploader] input").set_input_files(wrong)
    expect(page.get_by_text("wrong.yaml, line 2, lanes[0].mode: there is no mode")).to_be_visible()
    right = tmp_path / "right.yaml"
    right.write_text(TWO_LANES)
    page.locator("[data-testid=stFileUploader] input").set_input_files(right)
    expect(page.get_by_text("right.yaml was read.")).to_be_visible()
    expect(page.get_by_text("Also set: temperature 0.2")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export this set-up as YAML").click()
    written = Path(waiting.value.path()).read_text()
    assert "mode: auto" in written and "temperature: 0.2" in written
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Run")).click()
    page.wait_for_url("**comparison=*")
    card = page.locator(".card").first
    expect(card.locator("h3")).to_have_text("Function calling", timeout=60_000)
    unusual = card.locator(".unusual")
    expect(unusual).to_contain_text("writes: allowed")
    expect(unusual).to_contain_text("chosen automatically: the scripted model takes tool calls")
    comparison = page.url.split("comparison=")[1]
    runs = [r for r in told(db, "runs")["runs"] if r["comparison"] == comparison]
    rigs = [told(db, "show", run["run"])["rig"] for run in runs]
    assert {(rig["writes"], rig["temperature"]) for rig in rigs} == {("allow", 0.2)}


def test_a_finding_is_a_door_to_the_first_step_that_proves_it(
    page: Page, url: str, db: Path
) -> None:
    words = ["--paradigm", "plan-execute", "--fault", "wrong-passage"]
    made = told(db, "run", "--scenario", "larkspur-4", *words)
    found = made["runs"][0]["findings"][0]
    page.goto(f"{url}/?comparison={made['comparison']}")
    door = page.locator(".card .findings a").first
    expect(door).to_contain_text(found["text"])
    door.click()
    page.wait_for_url(f"**/replay?*step={found['steps'][0]}*")


def test_a_writing_tool_runs_from_the_page_only_when_it_is_allowed_S1_29(
    tab: Page, tmp_path: Path
) -> None:
    notes, db = tmp_path / "notes.txt", tmp_path / "t.duckdb"
    program = Path(__file__).resolve().parents[1] / "mcp_notes.py"
    tool = "mcp:" + shlex.join([sys.executable, str(program), str(notes)])
    setup = tmp_path / "one.yaml"
    setup.write_text(
        f"question: Note hello.\nlanes:\n- mode: react\n  model: local:tiny\n  tools: ['{tool}']\n"
    )
    act = Say('Thought: note it\nAction: write_note\nAction Input: {"text": "hello"}')
    end = Say("Thought: done\nFinal Answer: I have noted it.")
    with (
        ProtocolServer([act, end, act, end]) as server,
        serving(db, TRIPTYCH_LOCAL_URL=server.openai_url) as url,
    ):
        for writes in ("ask", "allow"):
            tab.goto(url)
            options(tab)
            tab.locator("[data-testid=stFileUploader] input").set_input_files(setup)
            expect(tab.get_by_text("one.yaml was read.")).to_be_visible()
            if writes == "allow":
                tab.get_by_role("radio", name="allow").click()
                expect(tab.get_by_role("button", name=re.compile("writes: allow"))).to_be_visible()
            tab.keyboard.press("Escape")
            tab.get_by_role("button", name=re.compile("^Run")).click()
            tab.wait_for_url("**comparison=*")
            card = tab.locator(".card").first
            expect(card.locator(".status")).to_contain_text("answered", timeout=60_000)
            expect(card.locator(".unusual")).to_have_count(1 if writes == "allow" else 0)
            assert notes.exists() is (writes == "allow")
