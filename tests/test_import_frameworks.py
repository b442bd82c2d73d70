"""Traces of agent frameworks: Anthropic's managed agents and Agent SDK, Burr, Swarm, Harmony,
AutoGen and the OpenAI Agents SDK."""

from __future__ import annotations

from reading_traces import told


def test_managed_agents_tell_usage_with_the_end_of_a_request() -> None:
    with told("anthropic_managed/session.jsonl") as found:
        assert found.counts() == (1, 2, 2, 1)
        assert found.tokens() == (2 + 7000 + 30 + 2 + 7100, 14100, 80)
        assert [(r.output, r.outcome) for r in found.results()] == [
            ("down", "error"), ("Sunny.", "ok"),
        ]  # fmt: skip
        assert (found.run().question, found.run().answer) == ("Weather?", "Sunny!")
        assert found.lost("agent.new_thing") == 1


def test_the_sdks_result_says_how_much_was_put_out() -> None:
    with told("claude_agent_sdk/stream.jsonl") as found:
        assert found.counts() == (1, 3, 1, 0)
        assert found.tokens() == (3 * 93, 3 * 70, 25)
        sub = found.sub_run()
        assert (sub.called_by, sub.called_as) == (found.run().run_id, "toolu_1")
        assert found.imported()["total_cost_usd"] == 0.01


def test_a_recording_of_the_sdk_has_control_requests_too() -> None:
    with told("claude_agent_sdk/recording.json") as found:
        assert found.counts() == (1, 1, 0, 0) and found.tokens() == (93, 70, 5)
        assert found.lost("control requests") == 1
        assert found.run().question == "What is 2+2?"


def test_burrs_actions_are_results_and_its_spans_model_calls() -> None:
    with told("burr/log.jsonl") as found:
        assert found.counts() == (1, 1, 0, 0) and found.tokens() == (20, None, 4)
        assert [r.call.name for r in found.results()] == ["prompt", "answer"]
        assert (found.run().question, found.run().answer) == ("Draw it.", "I cannot.")
        assert found.report["zones"] == {"none (read as UTC)": 6}


def test_an_action_of_burr_that_failed() -> None:
    with told("burr/failed.jsonl") as found:
        assert found.report["errors"] == 1
        assert (found.run().status, found.run().reason) == ("error", "ValueError: no key")
        assert found.run().answer is None


def test_tasks_of_swarm_and_tries_of_its_evals() -> None:
    with told("swarm/session.json") as found:
        assert found.counts() == (2, 2, 0, 0) and found.run(0).answer == "4"
    with told("swarm/evals.json") as found:
        assert found.counts() == (2, 3, 1, 0)
        assert (found.run(0).passed, found.run(1).passed) == (False, True)


def test_channels_and_recipients_of_harmony() -> None:
    with told("harmony/conversations.jsonl") as found:
        assert found.counts() == (2, 3, 1, 0)
        thinking, calling, answering = found.replies()
        assert (thinking.thinking, thinking.text) == ("Look it up.", "")
        assert calling.reading.calls[0].arguments == {"place": "Prague"}
        assert answering.reading.answer == "Sunny." and found.run().label == "Weather"


def test_a_saved_context_of_autogen() -> None:
    with told("autogen_state/context.json") as found:
        assert found.counts() == (1, 2, 1, 1)
        assert found.replies()[-1].notes[0] == "by Repairs" and found.lost("NewMessage") == 1
    with told("autogen_state/team.json") as found:
        assert found.report["traces"] == 2
        assert [found.run(n).label for n in range(2)] == ["writer", "critic"]


def test_a_run_state_counts_a_call_once() -> None:
    with told("openai_agents_runstate/state.json") as found:
        assert found.counts() == (1, 1, 2, 0)
        # the run's own sum has a call more than the responses
        assert found.tokens()[0] == 30 and found.tokens()[2] == 6
        assert found.results()[0].output == "found"
        assert found.lost("model response is not in the file") == 1
