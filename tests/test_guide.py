"""The guide as data, what it tells, and the verb that asks it."""

from __future__ import annotations

import string
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.budgets import BUDGETS
from agents.models.habits import HABITS
from agents.policies.registry import PARADIGMS
from dashboard.demos import watch
from dashboard.guide import disagree
from dashboard.service import Service
from dashboard.tried import tried, tried_words
from dashboard.words import LANGUAGES, TEXTS, t
from data.guide import reference
from data.guide.demos import DEMOS
from data.guide.tree import Tree, walk
from data.guide.trees import LOOKUPS, NO_PLAN, TASK, TREES
from data.trials.plan import plan_from
from tests.process import told, triptych

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def service() -> Any:
    made = Service.open(":memory:")
    yield made
    made.close()


@pytest.mark.parametrize(
    ("answers", "leaf", "paradigm"),
    [
        ("simple", "simple", "function-calling"),
        ("medium yes open", "fc-yes", "function-calling"),
        ("medium no", "fc-no", "react"),
        ("medium yes yes", "trace-yes", "react"),
        ("medium yes no", "trace-no", "function-calling"),
        ("complex yes open", "steps-yes", "plan-execute"),
        ("complex no", "steps-no", "react"),
        ("complex yes yes", "change-yes", "plan-replan"),
        ("complex yes no", "change-no", "plan-execute"),
    ],
)
def test_S0_40_each_of_the_nine_leaves_is_reached_by_its_branch(
    answers: str, leaf: str, paradigm: str
) -> None:
    complexity, *rest = answers.split()
    names = {"medium": ("tool-calls", "trace"), "complex": ("steps", "change")}.get(complexity, ())
    found = walk(TASK, {"complexity": complexity, **dict(zip(names, rest, strict=False))}).leaf
    assert found is not None and (found.name, found.paradigm) == (leaf, paradigm)
    assert len(TASK.leaves()) == 9


@pytest.mark.parametrize(
    ("listable", "wrong", "paradigm"),
    [("no", "no", "react"), ("yes", "no", "plan-execute"), ("yes", "yes", "plan-replan")],
)
def test_S2_13_two_questions_lead_to_three_outcomes(
    listable: str, wrong: str, paradigm: str
) -> None:
    found = walk(LOOKUPS, {"listable": listable, "wrong-passage": wrong}).leaf
    assert found is not None and found.paradigm == paradigm
    assert len(LOOKUPS.leaves()) == 3


@pytest.mark.parametrize("yes", ["vague", "changes", "unfolds", ""])
def test_S3_15_one_condition_is_enough_not_to_plan(yes: str) -> None:
    answers = {name: "yes" if name == yes else "no" for name in ("vague", "changes", "unfolds")}
    found = walk(NO_PLAN, answers).leaf
    assert found is not None and found.paradigm == ("react" if yes else "plan-execute")


@pytest.mark.parametrize("tree", TREES.values(), ids=list(TREES))
def test_every_combination_reaches_one_leaf_and_no_question_is_asked_in_vain(tree: Tree) -> None:
    questions = tree.questions()
    reached = set()
    for given_ in product(*(question.answers for question in questions)):
        answers = dict(zip((q.name for q in questions), given_, strict=True))
        found = walk(tree, answers)
        assert found.leaf is not None and found.next is None
        reached.add(found.leaf.name)
        for question, _ in found.asked:
            others = [walk(tree, {**answers, question.name: a}).leaf for a in question.answers]
            assert len({leaf.name for leaf in others if leaf}) == len(question.answers)
    assert reached == {leaf.name for leaf in tree.leaves()}
    assert all(_paradigms(question) > 1 or tree is NO_PLAN for question in questions)


def _paradigms(question: Any) -> int:
    return len({leaf.paradigm for _, leaf in Tree("", question).ways()})


@given(st.dictionaries(st.sampled_from([q.name for q in TASK.questions()]), st.just("yes")))
def test_answers_to_questions_that_are_not_met_change_nothing(more: dict[str, str]) -> None:
    answers = {"complexity": "simple"}
    assert walk(TASK, {**more, **answers}).leaf == walk(TASK, answers).leaf


def test_a_veto_of_seed_003_is_said_where_another_way_chose_a_plan() -> None:
    def reached(vague: str, listable: str) -> bool:
        answers = {"vague": vague, "listable": listable, "wrong-passage": "no"}
        return disagree({name: walk(tree, answers) for name, tree in TREES.items()})

    assert reached("yes", "yes")
    assert not reached("yes", "no") and not reached("no", "yes")


def test_every_leaf_shape_failure_and_budget_has_a_demo_of_its_paradigm() -> None:
    for tree in TREES.values():
        for leaf in tree.leaves():
            assert leaf.paradigm in [lane.paradigm for lane in DEMOS[leaf.watch].lanes], leaf.name
    for shape in reference.SHAPES:
        assert shape.watch in DEMOS
    for failure in reference.FAILURES:
        assert failure.name in DEMOS and failure.name in HABITS
    used = {leaf.watch for tree in TREES.values() for leaf in tree.leaves()}
    used |= {shape.watch for shape in reference.SHAPES}
    used |= {failure.name for failure in reference.FAILURES}
    assert used | {f"budget-{name}" for name in BUDGETS} == set(DEMOS)


def test_S3_07_to_S3_10_S3_32_every_demo_is_a_real_run_that_shows_what_it_says(
    service: Service,
) -> None:
    shown = {name: watch(service, name) for name in DEMOS}
    rows = {name: service.these(found.runs) for name, found in shown.items()}
    failing = {"local-optimum"}
    for name, lanes in rows.items():
        assert all(run.status == "success" for run in lanes), name
        passed = [run.passed for run in service.comparison(shown[name].comparison)]
        assert passed == ([False, True] if len(lanes) == 2 else [name not in failing]), name
    for failure in (one.name for one in reference.FAILURES):
        kinds = [one.kind for one in service.findings.of(rows[failure][0])]
        assert failure.replace("-", "_") in kinds
        assert shown[failure].step is not None
    assert rows["budget-single-question"][0].tool_calls <= 3
    assert rows["budget-pipeline-reviewed"][0].rig["reflect"] is True
    actors = {step.actor for step in service.steps([rows["one-redo"][0].run_id])}
    assert "reflector" in actors


def test_a_demo_is_not_made_twice_unless_it_was_deleted(service: Service) -> None:
    first = watch(service, "one-redo")
    assert watch(service, "one-redo") == first
    service.store.delete_runs(first.runs)
    again = watch(service, "one-redo")
    assert again.runs != first.runs
    assert service.run(again.runs[0]).passed


def test_what_own_trials_say_stands_beside_the_paradigm(service: Service) -> None:
    assert tried(service) == {}
    plan = plan_from(
        {
            "scenarios": ["umbrella", "larkspur-2"],
            "paradigms": ["react", "plan-execute"],
            "trials": 1,
        }
    )
    service.trials.wait(service.trials.start(plan))
    found = tried(service)
    assert set(found) == {"react", "plan-execute"}
    react = found["react"]
    assert (react.rate, react.trials, react.tasks, react.sets) == (1.0, 2, 2, 1)
    assert react.interval is None and react.deterministic and react.tokens
    assert "100 % passed, no interval" in tried_words(react)


def test_S1_01_S1_10_each_axis_and_choice_is_told_and_can_be_set() -> None:
    assert all(t(f"axes.{name}") for name in reference.AXES)
    assert all(t(f"axes.{axis}.{name}") for axis in ("control", "action") for name in PARADIGMS)
    assert len(reference.CHOICES) == 4
    assert all(t(f"choice.{name}.set") for name in reference.CHOICES)


def test_S0_46_S1_09_S1_05_S1_30_S1_31_S2_35_the_reference_tells_them() -> None:
    from dashboard.panels.lab_quiz import questions
    from dashboard.trials.published import findings

    said = " ".join(t(f"rules.{name}") for name in reference.RULES)
    for word in ("function calling", "ReAct", "plan-and-execute", "limits", "arguments", "cost"):
        assert word in said
    assert "trains" in t("toolformer")
    found = {one.source.split(" (")[0].split(" et al")[0]: one for one in findings()}
    assert "27.4 %" in found["ReAct"].found and "29.4 %" in found["ReAct"].found
    assert "35.2 % airline" in found["τ-bench"].found
    assert all(one.limit for one in findings())
    assert "2 calls" in questions()[0][1] and "1,676 against about 620" in questions()[1][1]
    assert "cap" in questions()[2][1]


# words


def test_every_name_that_is_made_of_parts_exists() -> None:
    keys = [f"learn.{name}" for name in ("guide", "reference", "lab", "tables", "parallel", "cost")]
    for tree in TREES.values():
        keys += [f"guide.{tree.name}", f"guide.{tree.name}.from"]
        keys += [f"leaf.{leaf.name}" for leaf in tree.leaves()]
        keys += [f"q.{question.name}" for question in tree.questions()]
    keys += [f"q.complexity.{name}" for name in TASK.root.answers]
    keys += [f"budget.{name}{part}" for name in BUDGETS for part in ("", ".use", ".limit")]
    keys += [
        f"shape.{one.name}.{told_}"
        for one in reference.SHAPES
        for told_ in (*reference.TOLD_OF_SHAPES, "who", "error")
    ]
    keys += [f"fail.{o.name}.{w}" for o in reference.FAILURES for w in reference.TOLD_OF_FAILURES]
    keys += [f"tour.{name}" for name in ("1", "2", "2-else", "3", "4", "4-else", "5")]
    assert [key for key in keys if key not in TEXTS] == []


def test_a_translation_says_the_same_values_and_what_has_none_is_english() -> None:
    for key, said in TEXTS.items():
        assert said["en"].strip() and set(said) <= set(LANGUAGES), key
        fields = {language: _fields(text) for language, text in said.items()}
        assert all(one == fields["en"] for one in fields.values()), key
        assert t(key, "zh") == said.get("zh", said["en"])


def test_what_is_chinese_in_the_seed_is_wholly_there_in_chinese() -> None:
    parts = ("shape", "fail", "refund.", "budget.", "guide.", "leaf.", "q.", "tour.", "page.")
    missing = [key for key, said in TEXTS.items() if key.startswith(parts) and "zh" not in said]
    assert missing == []


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


# the verb


def test_choose_tells_a_program_the_way_the_next_question_and_the_answer(tmp_path: Path) -> None:
    db = tmp_path / "t.duckdb"
    whole = told(db, "choose")
    assert [len(one["leaves"]) for one in whole["guides"]] == [9, 3, 4]
    assert len(whole["budgets"]) == 4
    assert not db.exists()

    part = told(db, "choose", "--complexity", "medium")
    assert part["guides"][0]["next"]["name"] == "tool-calls"
    assert part["guides"][0]["choice"] is None

    found = told(db, "choose", "--listable", "yes", "--wrong-passage", "yes", "--watch")
    assert found["guides"][0]["choice"]["paradigm"] == "plan-replan"
    assert found["tried"] == {} and found["disagree"] is False
    assert [run["passed"] for run in found["watched"]["runs"]] == [False, True]

    chinese = triptych(db, "choose", "--vague", "yes", "--language", "zh")
    assert "别规划" in chinese.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--complexity", "simple", "--trace", "yes"), "cannot matter"),
        (("--trace", "yes"), "only after --complexity"),
    ],
)
def test_choose_says_which_answer_is_of_no_use(
    tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    done = triptych(tmp_path / "t.duckdb", "choose", *words)
    assert done.returncode == 1 and says in done.stderr


def test_choose_asks_at_a_terminal_and_takes_a_number_or_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["9", "3", "yes", "open"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    done = triptych(tmp_path / "t.duckdb", "choose")
    assert "1 to 3, or simple, medium, complex" in done.stdout  # 9 is none of them
    assert "Are the steps known beforehand?" in done.stdout
    assert "Plan & execute\n" in done.stdout


def test_S3_01_S3_02_four_shapes_answer_two_questions_and_fill_a_table_of_four_by_four() -> None:
    told_ = [t(f"shape.{o.name}.{w}") for o in reference.SHAPES for w in reference.TOLD_OF_SHAPES]
    assert len(told_) == len(set(told_)) == 16
    for question in ("who", "error"):
        answers = {t(f"shape.{one.name}.{question}") for one in reference.SHAPES}
        assert len(answers) == 4
