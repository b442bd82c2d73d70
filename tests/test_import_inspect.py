"""Inspect's logs and their quirks."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from reading_traces import TRACES, bent, told

from data.importing import import_paths
from data.store import Store

LOGS = ["inspect/log.eval", "inspect/log.json"]


@pytest.mark.parametrize("log", LOGS)
def test_a_sample_is_a_run_whether_zipped_or_not(log: str) -> None:
    with told(log) as found:
        # the failed model call is the sample's own error, and counted with it
        assert found.counts() == (2, 5, 2, 2)
        first, second = found.run(0), found.run(1)
        assert first.question == "Which of the two bridges over the Larkspur is older?"
        assert first.status == "success" and first.paradigm == "function-calling"
        assert (second.status, second.reason) == ("error", "RuntimeError('overloaded')")
        assert set(found.report["zones"]) == {"-08:00", "UTC"}
        assert found.lost("event/brand_new") == 1


@pytest.mark.parametrize("log", LOGS)
def test_cached_tokens_are_a_part_of_the_input(log: str) -> None:
    with told(log) as found:
        assert found.tokens() == (72 + 200 + 210, 210, 59)
        usage = found.replies()[0].usage
        assert (usage.input_tokens, usage.cache_creation_input_tokens) == (210, 200)


def test_pooled_messages_and_attachments_are_put_in() -> None:
    with told("inspect/log.eval") as found:
        first, last, _ = found.replies()
        parts = [part for part, _ in found.asked(last)]
        assert parts == [
            "tools", "tools", "system", "question", "reasoning", "observation", "observation",
            "settings",
        ]  # fmt: skip
        assert "older?" in found.asked(first)[3][1]
        assert "request_rebuilt" not in first.notes and last.notes == ("retried 2 times",)
        assert first.thinking == "Ask for both." and first.text == "I look both up."


def test_an_agent_that_is_called_as_a_tool_is_a_sub_run() -> None:
    with told("inspect/log.eval") as found:
        sub = found.sub_run()
        assert sub.called_by == found.run().run_id and sub.called_as == "c2"
        assert sub.question == "Mill Bridge"
        assert [r.text for r in found.replies(sub)] == ["Built in 1820."]


def test_tools_that_fail_and_models_that_judge() -> None:
    with told("inspect/log.eval") as found:
        timed_out, fine = found.results()
        assert (timed_out.outcome, timed_out.output) == ("timeout", "The archive did not answer.")
        assert timed_out.ended_at - timed_out.started_at == pytest.approx(5)
        assert (fine.outcome, fine.output) == ("ok", "Built in 1820.")
        judge = found.replies()[-1]
        assert judge.actor == "evaluator" and judge.reading.verdict is not None
        assert not judge.reading.verdict.satisfied
        assert found.imported()["scores"]["length"] == {"value": 0.7}


def test_without_events_the_messages_tell_what_there_was() -> None:
    with told("inspect/without_events.json") as found:
        assert found.counts() == (2, 2, 1, 2)
        assert found.lost("results without a call") == 2
        # single calls are unknown, the sum is told
        assert found.tokens() == (300, 100, 20)
        replies = found.replies(found.run(1))
        assert all(reply.usage.input_tokens is None for reply in replies)


def test_old_logs_have_a_transcript() -> None:
    with told("inspect/transcript.json") as found:
        assert found.counts() == (1, 1, 0, 0) and found.tokens() == (66, None, 2)
        assert "Larkspur" in found.asked(found.replies()[0])[0][1]


def test_arguments_that_could_not_be_read_stay_as_they_were(tmp_path: Path) -> None:
    def change(log: Any) -> None:
        event = log["samples"][0]["events"][2]
        call = event["output"]["choices"][0]["message"]["tool_calls"][0]
        call.update(arguments={"name": '{"name": '}, parse_error="it breaks off")

    with told(bent("inspect/log.json", tmp_path, change)) as found:
        call = found.results()[0].call
        assert call.fault == "invalid_json" and call.raw == '{"name": '


def test_a_sample_that_cannot_be_read_costs_that_sample(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(TRACES / "inspect/log.eval") as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            new.writestr(name, "{broken" if "two" in name else old.read(name))
        new.writestr("samples/../../evil.json", json.dumps({"id": 9}))
    with told(path) as found:
        assert found.report["traces"] == 1
        assert found.lost("cannot be read") + found.lost("leads out of the archive") >= 2


def test_a_log_without_samples_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = bent("inspect/log.json", tmp_path, lambda log: {**log, "samples": [], "status": "error"})
    with Store.open(":memory:", count_link=lambda link: 1) as store:
        (refused,) = import_paths(store, [path]).failed
    assert "without samples (its status: error)" in refused["error"]
