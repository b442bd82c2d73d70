"""The fixture worlds of issue 6: what each teaches really happens, its faults and habits show, and
its judge tells right answers from wrong ones."""

from __future__ import annotations

import json

import pytest
from rigs import Ran, play, play_scenario, rig

from agents.errors import BadInput
from agents.events import Edited, Replied, Returned
from agents.models.habits import HABITS
from agents.models.script import Seen
from agents.policies.registry import PARADIGMS
from dashboard.habits import bent, habits_for
from data.bundled import names, scenario
from data.findings import findings

ACTING = ("react", "function-calling")
CHECKING = (*ACTING, "plan-replan")


def results(ran: Ran) -> list[Returned]:
    return [e for e in ran.events if isinstance(e, Returned)]


def asked_by(ran: Ran, actor: str) -> list[Replied]:
    return [e for e in ran.events if isinstance(e, Replied) and e.actor == actor]


def answer_of(ran: Ran) -> str:
    assert ran.state.stopped is not None
    return ran.state.stopped.answer or ""


def failed(name: str, ran: Ran, answer: str = "") -> list[str]:
    judged = scenario(name).evaluate(answer or answer_of(ran), ran.events)
    assert judged.passed is all(check.passed for check in judged.checks)
    return [check.name for check in judged.checks if not check.passed]


# --- what can be switched on


@pytest.mark.parametrize("name", names())
def test_every_fault_of_a_scenario_shows_in_what_its_tools_return(name: str) -> None:
    one = scenario(name)
    wanted = [fault for fault in one.faults if fault not in ("slow", "timeout")]
    usual = {p: [r.output for r in results(play_scenario(name, p))] for p in PARADIGMS}
    for fault in wanted:
        shows = (
            [r.output for r in results(play_scenario(name, p, faults=(fault,)))] != usual[p]
            for p in ("function-calling", "plan-execute")
        )
        assert any(shows), fault
    assert one.teaches.endswith(".") and len(one.teaches) < 200
    assert bool(one.teaches_zh) is name.startswith("refund")


def test_a_fault_that_could_change_nothing_is_refused_in_a_sentence_that_lists_the_others() -> None:
    with pytest.raises(BadInput, match=r"umbrella has no fault “page-cut”, which other scenarios"):
        rig("umbrella", "react", faults=("page-cut",))
    with pytest.raises(BadInput, match=r"umbrella has no fault “nope”; it has: wrong-place"):
        rig("umbrella", "react", faults=("nope",))


def test_a_tool_that_hangs_is_given_up_and_the_answer_says_what_was_not_found() -> None:
    ran = play_scenario("georgia", "plan-execute", faults=("timeout",))
    assert [(r.outcome, r.retryable) for r in results(ran)] == [("timeout", True)] * 2
    assert "not found" in answer_of(ran) and failed("georgia", ran)


@pytest.mark.parametrize("name", ["capitals", "project-x"])
def test_S1_19_a_page_that_is_cut_says_so_and_is_not_taken_for_the_whole(name: str) -> None:
    ran = play_scenario(name, "react", faults=("page-cut",))
    assert any("cut off here" in r.output for r in results(ran))
    assert "not found" in answer_of(ran) or "Cut off:" in answer_of(ran)
    assert failed(name, ran)


@pytest.mark.parametrize("name", ["report", "stock", "refund-policy"])
def test_every_habit_that_a_scenario_lists_finds_an_occasion_in_it(name: str) -> None:
    """In the first paradigm of these; a habit of reviews in the answer that is reviewed."""
    faults = tuple(f for f in ("injected-note",) if f in scenario(name).faults)
    for habit in habits_for(scenario(name)):
        found = False
        for paradigm in ("react", "plan-replan"):
            for more in (faults, ("empty",)):
                if found:
                    break
                ran = play_scenario(name, paradigm, model=f"scripted+{habit}", faults=more)
                noted = (note for e in ran.events if isinstance(e, Replied) for note in e.notes)
                found = f"habit: {habit}" in noted
        assert found, habit


def test_a_habit_is_one_of_the_scripted_model_only() -> None:
    assert bent(["scripted", "openai:x"], ["ping-pong"]) == ["scripted+ping-pong", "openai:x"]
    with pytest.raises(BadInput, match="A habit is one of the scripted model"):
        bent(["openai:x"], ["ping-pong"])
    assert "outdated-evidence" in habits_for(scenario("project-x-mobile"))
    assert "outdated-evidence" not in habits_for(scenario("georgia"))
    assert set(habits_for(scenario("larkspur-4"))) < set(HABITS)


@pytest.mark.parametrize(
    ("name", "paradigm", "habit", "finding", "fails"),
    [
        ("larkspur-4", "react", "repeated-action", "repeated_action", False),
        ("project-x-mobile", "function-calling", "ignored-observation", "ignored_observation", 1),
        ("larkspur-4", "react", "local-optimum", "local_optimum", True),
        ("larkspur-4", "react", "format-drift", "format_drift", False),
    ],
)
def test_each_of_the_four_failure_modes_is_a_run_to_watch_S3_07_S3_08_S3_09_S3_10(
    name: str, paradigm: str, habit: str, finding: str, fails: bool
) -> None:
    ran = play_scenario(name, paradigm, model=f"scripted+{habit}")
    assert finding in [f.kind for f in findings(ran.events)]
    assert bool(failed(name, ran)) is bool(fails)


@pytest.mark.parametrize("using", PARADIGMS)
@pytest.mark.parametrize("name", ["georgia", "stock", "report", "refund-policy"])
def test_after_an_edit_the_run_goes_on_and_its_answer_holds_what_the_edit_says(
    name: str, using: str
) -> None:
    """A fork right after the first result, which a person replaced by what the tool never said."""
    said = {
        "georgia": "In Georgia, the country, the population is 5.5 million people.",
        "stock": "OpenAI went from 11 to 5512 dollars.",
        "report": "The shop sold 5512 euros in 2026-09.",
        "refund-policy": '{"order": "A103", "status": "未发货", "amount": 1000, "paid": true}',
    }[name]
    whole = play_scenario(name, using).events
    at = next(k for k, e in enumerate(whole) if isinstance(e, Returned))
    first = whole[at]
    assert isinstance(first, Returned)
    edit = Edited(first.ended_at, "observation", said, first.call.id)
    ran = play(rig(name, using), before=[*whole[: at + 1], edit])
    assert ran.state.stopped and ran.state.stopped.status in ("success", "partial")
    wanted = {
        "georgia": ("5.5 million",),
        "stock": ("5512",),
        "report": ("48312", "could not be written", "74000"),  # refused by code, or looked up anew
        "refund-policy": ("未发货", "已发货"),
    }[name]
    assert any(words in answer_of(ran) for words in wanted)


# --- Project X


@pytest.mark.parametrize("paradigm", PARADIGMS)
def test_S1_04_S1_36_an_ambiguous_name_is_asked_back_and_no_ticket_is_told_of(
    paradigm: str,
) -> None:
    ran = play_scenario("project-x-name", paradigm)
    assert failed("project-x-name", ran) == []
    assert not any(r.outcome == "ok" and r.call.name == "search_tickets" for r in results(ran))
    guess = "PX-17 is blocked by an access review (M-3); for PX-24 nothing was found."
    assert len(failed("project-x-name", ran, guess)) == 2
    assert failed("project-x-name", ran, "Which project do you mean, Project X?") == [
        "asked back: which project is meant"
    ]


@pytest.mark.parametrize("paradigm", CHECKING)
def test_S1_17_S1_37_S1_38_S1_40_pages_age_and_gaps_show_in_one_answer(paradigm: str) -> None:
    ran = play_scenario("project-x-mobile", paradigm)
    assert failed("project-x-mobile", ran) == []
    cursors = [r.call.arguments.get("cursor") for r in results(ran)]
    assert "3" in cursors
    status, evidence, gap = answer_of(ran).split("\n\n")
    assert status.count("seen 2026-09-14T08:30:00Z") == 4
    assert "PXM-5" in evidence and "older than the ticket's update" in evidence
    assert all(f"{i}: No explanation was found" in gap for i in ("PXM-2", "PXM-8"))
    assert "6 meetings, 2026-07-02 to 2026-09-11" in gap


def test_S1_41_a_passage_on_another_ticket_is_left_a_gap_and_borrowing_it_is_rejected() -> None:
    ran = play_scenario("project-x", "react", faults=("wrong-passage",))
    assert failed("project-x", ran) == ["explained: PX-17"]
    assert "about another ticket" in answer_of(ran) or "searches failed" in answer_of(ran)
    borrowed = answer_of(ran).replace(
        "Remaining gap", "PX-17 waits for the signing certificate.\nRemaining gap"
    )
    found = {c.name: c for c in scenario("project-x").evaluate(borrowed, ran.events).checks}
    assert "borrowed from PXM-11" in found["explained: PX-17"].found


# --- three capitals


def test_S2_07_the_promise_of_the_seed_is_left_unkept_where_a_plan_has_it_written_down() -> None:
    ran = play_scenario("capitals", "react", model="scripted+unkept-promise@3")
    assert answer_of(ran) == "Next, I will find the current population of the United States."
    assert len(results(ran)) == 3
    assert "unkept_promise" in [f.kind for f in findings(ran.events)]
    assert "retrieved: the current population of the United States" in failed("capitals", ran)
    planned = play_scenario("capitals", "plan-execute")
    assert len(results(planned)) == 4 and failed("capitals", planned) == []


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("Paris, Tokyo and Washington, D.C.; 342 million people live in the United States.", []),
        ("Paris, Tokyo, New York; 342 million.", ["stated: the capital of the United States"]),
        (
            "Paris, Tokyo, Washington; some 20 million.",
            ["stated: the current population of the United States"],
        ),
        ("Paris, Tokyo, Washington; 342 million (AT-6).", ["cited: only what was retrieved"]),
    ],
)
def test_an_answer_on_capitals_is_judged_in_whatever_words(answer: str, wrong: list[str]) -> None:
    assert failed("capitals", play_scenario("capitals", "function-calling"), answer) == wrong


# --- Georgia


def test_S2_20_S2_21_the_state_is_rejected_for_the_country_and_the_query_rewritten() -> None:
    ran = play_scenario("georgia", "plan-replan", faults=("wrong-passage",))
    verdicts = [v for e in asked_by(ran, "evaluator") if (v := e.reading.verdict)]
    assert [v.satisfied for v in verdicts] == [False, True, True]
    assert "U.S. state" in verdicts[0].reason
    queries = [r.call.arguments["query"] for r in results(ran)]
    assert queries[0] != queries[1] and "South Caucasus" in queries[1]
    assert failed("georgia", ran) == [] and "11 million" in answer_of(ran)
    fixed = play_scenario("georgia", "plan-execute", faults=("wrong-passage",))
    assert failed("georgia", fixed) == [
        "retrieved: the current population of Georgia, the country",
        "stated: the current population of Georgia, the country",
    ]
    (silent,) = [f for f in findings(fixed.events) if f.level == "warning"]
    assert silent.kind == "silent_wrong_fact" and "Georgia, the state" in silent.text


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("The country of Georgia has about 3.7 million people and the state about 11 million.", 1),
        ("Georgia (the country): 3.7 million. Georgia (the U.S. state): 11 million.", 1),
        ("11 million people live in the U.S. state, 3.7 million in the country.", 1),
        ("The country has 11 million people, the state 11 million.", 0),
        ("The country has 11 million people and the state 3.7 million.", 0),
        ("The country has not 3.7 million; the state has 11 million.", 0),
        ("Georgia has 11 million people.", 0),
    ],
)
def test_each_georgia_needs_its_own_number(answer: str, right: int) -> None:
    ran = play_scenario("georgia", "function-calling")
    assert (failed("georgia", ran, answer) == []) is bool(right)


# --- a stock with an unknown symbol


@pytest.mark.parametrize("paradigm", CHECKING)
def test_S0_33_an_unknown_symbol_is_recovered_from_by_reading_the_error(paradigm: str) -> None:
    ran = play_scenario("stock", paradigm)
    tried = [next(iter(r.call.arguments.values())) for r in results(ran)]
    assert tried == ["OPENAI", "OpenAI", "MSFT"]
    assert results(ran)[0].output.startswith("Tool error: Symbol OPENAI not found")
    assert failed("stock", ran) == []
    if paradigm == "react":
        said = asked_by(ran, "agent")[1].reading.thought
        assert "no symbol OPENAI" in said


def test_S0_33_a_plan_made_before_the_error_has_nothing_to_go_on() -> None:
    ran = play_scenario("stock", "plan-execute")
    assert len(results(ran)) == 1 and "not found" in answer_of(ran) and failed("stock", ran)


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("OpenAI is private; Microsoft, its main shareholder, rose 10.5 % (380 to 420).", []),
        (
            "OpenAI's stock rose from 380 to 420.",
            ["stated: OpenAI is not listed", "attributed: the price is Microsoft's"],
        ),
        ("OpenAI is not listed; Microsoft went from 352 to 361.", ["stated: MSFT as it is"]),
    ],
)
def test_a_proxy_has_to_be_called_one(answer: str, wrong: list[str]) -> None:
    assert failed("stock", play_scenario("stock", "react"), answer) == wrong


def test_another_share_is_looked_up_by_its_own_symbol_and_an_edited_error_is_believed() -> None:
    ran = play(rig("stock", "react"), "How did Apple's share do in the last 30 days?", "stock")
    assert [r.call.arguments for r in results(ran)] == [{"symbol": "AAPL"}]
    assert failed("stock", ran) == []
    edited = [Seen("stock_price", {"symbol": "OPENAI"}, "OpenAI rose from 10 to 12.")]
    mind, question = scenario("stock").script, scenario("stock").question
    assert mind.wishes(question, edited) == []
    assert "“OpenAI rose from 10 to 12.”" in mind.answer(question, edited)


# --- a report with independent branches


def test_S3_16_S3_17_S3_18_branches_go_together_and_what_needs_them_waits() -> None:
    ran = play_scenario("report", "plan-execute")
    made = [(r.call.step, r.call.name) for r in results(ran)]
    assert {step for step, _ in made[:4]} == {"1", "2", "3", "4"}
    assert [name for _, name in made[4:]] == ["add_up", "share_of", "write_report"]
    plan = ran.state.plan or ()
    assert [p.step.merge for p in plan[:3]] == ["append"] * 3
    assert plan[4].step.args == {"items": "@sales.items"}
    added = next(r for r in results(ran) if r.call.name == "add_up")
    assert [item["sales"] for item in added.call.arguments["items"]] == [31200, 24650, 18150]
    assert failed("report", ran) == []
    together = play_scenario("report", "function-calling")
    first = asked_by(together, "agent")[0].reading.calls
    assert [c.name for c in first] == ["get_sales"] * 3 + ["get_target"]


def test_S3_13_S3_28_last_months_sales_are_refused_by_code_and_only_that_branch_is_redone() -> None:
    ran = play_scenario("report", "plan-replan", faults=("wrong-passage",), reflect=True)
    assert [len(asked_by(ran, a)) for a in ("planner", "replanner", "evaluator")] == [1, 1, 0]
    assert asked_by(ran, "reflector")
    sales = [dict(r.call.arguments) for r in results(ran) if r.call.name == "get_sales"]
    assert sales[3:] == [{"shop": "West", "month": "2026-09"}]
    assert failed("report", ran) == []
    wrong = "Report of 2026-09: 77250 euros, 85.8 % of the target of 90000 euros."
    assert failed("report", ran, wrong) == ["stated: the total", "stated: the share in percent"]
    assert failed("report", ran, "Sold: 74,000 of 90,000 euros, 82.2 %.") == []


def test_a_person_who_edits_a_shops_sales_changes_the_sum() -> None:
    mind, question = scenario("report").script, scenario("report").question
    seen = [
        Seen("get_sales", {"shop": "North"}, "It was 1,000 euros."),
        *(Seen("get_sales", {"shop": s}, json.dumps({"shop": s, "sales": 5})) for s in ("South",)),
        Seen("get_sales", {"shop": "West"}, '{"shop": "West", "sales": 7}'),
        Seen("get_target", {}, '{"target": 2000}'),
    ]
    (wish,) = mind.wishes(question, seen)
    assert [item["sales"] for item in wish.arguments["items"]] == [1000, 5, 7]


# --- the refund


def test_S3_29_S3_31_the_refund_is_told_as_the_seed_prints_it() -> None:
    retell = scenario("refund").retell
    assert retell is not None
    assert retell(play_scenario("refund", "plan-replan").events) == [
        "第1步 get_amount({'order': 'A103'}) -> {'order': 'A103', 'amount': 1000}",
        "第2步 apply_discount({'amount': 1000, 'rate': 1.0}) -> {'payable': 1000}",
        "  ✗ 判据不满足，带着反馈改这一步",
        "  重试 -> {'payable': 800}",
        "第3步 write_draft({'order': 'A103', 'payable': 800})"
        " -> {'draft': '订单 A103 应付 800 元'}",
        "最终结果： 订单 A103 应付 800 元",
    ]


def test_S3_30_S3_31_a_second_failure_is_checked_too_and_handed_to_a_person() -> None:
    ran = play_scenario("refund", "plan-replan", faults=("no-discount",))
    retell = scenario("refund").retell
    assert retell is not None
    assert retell(ran.events)[-2:] == ["  ✗ 判据不满足", "最终结果： 中止，交人工"]
    assert ran.state.stopped and ran.state.stopped.status == "error"
    assert len(asked_by(ran, "replanner")) == 1
    assert "stated: 800 payable" in failed("refund", ran)


@pytest.mark.parametrize("paradigm", PARADIGMS)
def test_S3_03_a_shipped_order_is_returned_before_it_is_refunded(paradigm: str) -> None:
    ran = play_scenario("refund-policy", paradigm)
    assert [r.call.name for r in results(ran)] == ["get_order", "get_policy"]
    order, rule = (json.loads(r.output) for r in results(ran))
    assert (order["status"], order["amount"], order["paid"]) == ("已发货", 1000, True)
    assert (rule["need_return"], rule["window_days"]) == (True, 7)
    assert answer_of(ran).startswith("A103 已发货,退款需要先申请退货(7 天内)")
    assert failed("refund-policy", ran) == []


@pytest.mark.parametrize(
    ("answer", "check"),
    [
        ("A103 可以直接退款,7 天内到账。", "stated: whether the goods come back first"),
        ("A103 要先退货。", "stated: within how many days"),
        ("A103 需要先退货(7 天内),已退款 1000 元。", "claimed: no refund was made"),
    ],
)
def test_advice_on_a_refund_is_judged_by_its_rule(answer: str, check: str) -> None:
    assert failed("refund-policy", play_scenario("refund-policy", "react"), answer) == [check]


def test_another_order_gets_its_own_rule() -> None:
    ran = play(rig("refund-policy", "plan-replan"), "订单 B207 要退款,怎么办?", "refund-policy")
    assert "可以直接退款" in answer_of(ran) and failed("refund-policy", ran) == []


@pytest.mark.parametrize("name", ["larkspur-2", "umbrella"])
@pytest.mark.parametrize("paradigm", ["react", "plan-execute"])
def test_an_answer_that_turns_round_what_was_read_fails_though_its_figures_are_right(
    name: str, paradigm: str
) -> None:
    ran = play_scenario(name, paradigm, model="scripted+ignored-observation")
    assert ran.state.stopped is not None
    judged = scenario(name).evaluate(ran.state.stopped.answer, ran.events)
    assert [c.name for c in judged.checks if not c.passed][-1:] == ["said as it was read"]
    honest = play_scenario(name, paradigm)
    assert honest.state.stopped is not None
    assert scenario(name).evaluate(honest.state.stopped.answer, honest.events).passed
