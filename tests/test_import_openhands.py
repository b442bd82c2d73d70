"""OpenHands' trajectories and their quirks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reading_traces import TRACES, bent, told


def test_a_response_that_stands_at_every_event_is_one_call() -> None:
    with told("openhands/events.json") as found:
        # r1 led to two calls; r2's was refused; r4 is the delegate's
        assert found.counts() == (1, 5, 3, 2)
        assert found.tokens() == (100 + 150 + 170 + 60 + 200, 100 + 140 + 160, 54)
        first = found.replies()[0]
        assert [call.id for call in first.reading.calls] == ["t1", "t2"]
        assert set(found.report["zones"]) == {"none (read as UTC)"}
        assert found.lost("not the agent's") == 1


def test_results_are_what_the_model_read() -> None:
    with told("openhands/events.json") as found:
        results = found.results()
        assert [r.outcome for r in results] == ["ok", "error", "error", "ok"]
        assert results[0].output == "a.txt\r\n"
        refused = results[2]
        assert refused.call.name == "str_replace_editor" and refused.call.id == "t3"
        assert found.lost("refused before they became an action") == 1


def test_what_was_delegated_is_a_sub_run() -> None:
    with told("openhands/events.json") as found:
        sub = found.sub_run()
        assert (sub.called_by, sub.called_as) == (found.run().run_id, "t4")
        assert sub.question == "Look at the page." and sub.answer == "hello"
        delegated = found.results()[-1]
        assert delegated.output == "The page says hello." and delegated.call.id == "t4"


def test_how_a_run_ended() -> None:
    with told("openhands/events.json") as found:
        row = found.run()
        assert (row.status, row.answer) == ("partial", "The page says hello.")
    with told("openhands/output.jsonl") as found:
        assert found.run(0).status == "success" and found.run(0).answer == "The licence is there."
        assert found.run(1).status == "limit"
        assert found.imported(found.run(0))["git_patch"].endswith("\r\n")


def test_rows_of_older_versions_have_neither_ids_nor_responses() -> None:
    with told("openhands/output.jsonl") as found:
        assert found.report["traces"] == 2
        replies = found.replies(found.run(0))
        assert [r.text for r in replies] == ["I add it.", "", "The licence is there."]
        assert all(r.usage.input_tokens is None for r in replies)
        results = found.results(found.run(0))
        assert [(r.call.name, r.outcome) for r in results] == [
            ("run", "error"),
            ("run_ipython", "ok"),
        ]
        assert results[0].call.arguments == {"command": "touch LICENSE"}


def test_keys_of_a_row_are_not_kept() -> None:
    with told("openhands/output.jsonl") as found:
        row = found.run(1)
        assert "api_key" in (TRACES / "openhands/output.jsonl").read_text(encoding="utf-8")
        assert "api_key" not in json.dumps(dict(row.rig))
        assert row.model == "openai/gpt-4o"


def test_a_message_without_a_response_is_shown_and_not_counted() -> None:
    with told("openhands/chat.json") as found:
        assert found.counts() == (1, 1, 0, 0)
        assert [r.text for r in found.replies()] == ["1 + 1 equals 2.", "All done!"]
        assert found.lost("whose model response is not in the file") == 1
        assert found.run().answer == "All done!"


def test_an_editor_that_says_it_failed_did_not_do_well(tmp_path: Path) -> None:
    def change(events: list[dict[str, Any]]) -> None:
        one = next(e for e in events if e.get("observation") == "run")
        one |= {"observation": "edit", "content": "ERROR:\nNo replacement was performed."}

    with told("openhands/events.json") as found:
        before = found.report["errors"]
    with told(bent("openhands/events.json", tmp_path, change)) as found:
        assert found.results()[0].outcome == "error"
        assert (found.report["errors"], found.lost("say “ERROR:”")) == (before, 1)
