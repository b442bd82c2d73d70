"""A set-up in YAML: read, refused with the place of each mistake, run, and written again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.errors import BadInput
from agents.policies.registry import PARADIGMS
from agents.rig import Limits, RigSpec
from dashboard.config_file import OURS, read_file, read_text, to_yaml
from dashboard.launch import Launch, launch_from
from tests.process import told, triptych

SEED = """\
agent:
  mode: function_call   # or: react
  tools:
    - type: built_in
      tool_name: calculator
    - type: api
      api_name: http://localhost:8931/mcp
  max_iterations: 10
  early_stopping: true
"""
COMPARISON = """\
scenario: larkspur-2
agent:
  faults: [wrong-passage]
  max_tokens: 50000
lanes:
  - mode: react
  - mode: plan_replan
    limits: {max_iterations: 7}
"""


def test_the_seeds_own_file_is_a_rig_S0_04() -> None:
    (spec,) = read_text(SEED).lanes
    assert spec.paradigm == "function-calling"
    assert spec.tools == ("calculator", "mcp:http://localhost:8931/mcp")
    assert spec.limits == Limits() and Limits().max_iterations == 10
    (bare,) = read_text("agent: {mode: react}").lanes
    assert bare.limits.max_iterations == 10


def test_a_comparison_has_lanes_over_what_they_share_S0_04() -> None:
    found = read_text(COMPARISON)
    assert found.scenario == "larkspur-2"
    assert [spec.paradigm for spec in found.lanes] == ["react", "plan-replan"]
    assert [spec.limits.max_iterations for spec in found.lanes] == [10, 7]
    assert all(spec.limits.max_tokens == 50_000 for spec in found.lanes)
    assert all(spec.faults == ("wrong-passage",) for spec in found.lanes)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("agent: [", "line 1: this is no YAML"),
        ("question: a\nquestion: b", "line 2: “question” stands there twice"),
        ("agent: &a {}\nlanes: [*a]", "line 2: anchors and aliases are not read"),
        ("x: !!python/object/apply:os.system ['true']", "line 1: this is no YAML"),
        ("- 1", "line 1: a set-up begins with keys"),
        ("", "a set-up begins with keys"),
        ("agents: {}", "line 1, agents: there is no such setting; did you mean agent?"),
        ("lanes: []", "line 1, lanes: lanes are a list of one to 6"),
        ("lanes:\n- mode: reakt", "line 2, lanes[0].mode: there is no mode 'reakt'"),
        ("agent:\n  max_iteration: 3", "line 2, agent.max_iteration: there is no such setting"),
        ("agent:\n  limits:\n    max_tokens: 0", "line 3, agent.limits.max_tokens: input should"),
        ("agent:\n\n  early_stopping: false", "line 3, agent.early_stopping: only true"),
        ("agent:\n  tools:\n  - {type: x}", "line 3, agent.tools[0]: a tool is"),
        ("agent:\n  mode: no", "line 2, agent.mode: input should be a valid string"),
        ("question: 2026-01-01", "line 1, question: this has to be text"),
        ("agent: {pace: -1}", "agent.pace: input should be greater than or equal to 0 (got -1)"),
        ("agent:\n  pace: -1\nlanes: [{}, {}]", "f.yaml, line 2, agent.pace: input should be"),
        ("agent:\n  max_tokens: x\nlanes: [{}]", "f.yaml, line 2, agent.max_tokens: input should"),
        ("agent: {chosen: x}", "agent.chosen: there is no such setting"),
        ("[" * 3000 + "]" * 3000, "nested too deep"),
        ("a" * 300_000, "has 300,000 characters"),
        ("question: \x00", "this is no YAML"),
    ],
)
def test_a_mistake_is_a_sentence_with_its_place_S0_04(text: str, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_text(text, "f.yaml")
    assert str(caught.value).startswith("f.yaml")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_every_mistake_of_a_file_is_told_at_once() -> None:
    with pytest.raises(BadInput) as caught:
        read_text("agent:\n  mode: x\n  pace: -1\nlanes: 3", "f.yaml")
    assert str(caught.value).count("f.yaml, line") == 3


def test_files_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No such file"):
        read_file(str(tmp_path / "none.yaml"))
    (tmp_path / "b.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="UTF-8"):
        read_file(str(tmp_path / "b.yaml"))


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=30)
limits = st.builds(
    Limits,
    max_iterations=st.integers(1, 99),
    max_tokens=st.none() | st.integers(1, 10**6),
    deadline_s=st.none() | st.floats(0.1, 1e6),
)
specs = st.builds(
    RigSpec,
    paradigm=st.sampled_from([*PARADIGMS, "auto"]),
    model=words.filter(str.strip),
    planner_model=st.none() | words.filter(str.strip),
    tools=st.lists(words, max_size=3).map(tuple),
    faults=st.lists(words, max_size=2).map(tuple),
    writes=st.sampled_from(["ask", "allow", "stub"]),
    prompt=st.none() | words,
    temperature=st.none() | st.floats(0, 2),
    seed=st.none() | st.integers(0, 2**31),
    pace=st.floats(0, 500),
    limits=limits,
)


@given(words, words, st.lists(specs, min_size=1, max_size=6))
def test_what_is_written_is_read_back_as_it_was(
    question: str, name: str, lanes: list[RigSpec]
) -> None:
    launch = Launch.model_construct(question=question, scenario=name, lanes=tuple(lanes))
    assert read_text(to_yaml(launch)) == launch


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    try:
        read_text(text)
    except BadInput as error:
        assert "\n" not in str(error)


def test_a_paradigm_that_was_chosen_is_written_as_the_wish_it_was() -> None:
    spec = RigSpec(paradigm="react", chosen="chosen automatically: it takes no tools")
    text = to_yaml(launch_from({"question": "x", "lanes": [spec.model_dump()]}))
    assert "mode: auto" in text and "takes no tools" not in text


def test_the_verb_runs_a_file_and_says_what_stands_in_its_way_S0_04(tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    file.write_text(COMPARISON)
    db = tmp_path / "t.duckdb"
    runs = told(db, "run", "--config", str(file))["runs"]
    assert [run["paradigm"] for run in runs] == ["react", "plan-replan"]
    assert told(db, "show", runs[1]["run"])["rig"]["limits"]["max_iterations"] == 7
    both = triptych(db, "run", "--config", str(file), "--paradigm", "react", "--max-tokens", "5")
    assert both.returncode == 1
    assert "leave out --paradigm, --max-tokens, or --config" in both.stderr
    file.write_text("agent: {mode: x}")
    wrong = triptych(db, "run", "Hello?", "--config", str(file))
    assert wrong.returncode == 1
    assert wrong.stderr.startswith("triptych: two.yaml, line 1, agent.mode: there is no mode 'x'")


def test_what_the_form_has_no_field_for_it_keeps() -> None:
    """A set-up that is read into the form and run, or exported again, has lost nothing."""
    from dashboard.panels.asking import LANES_OWN
    from dashboard.panels.options import ELSEWHERE, LIMITS

    drawn = {"tools", "faults", "limits", "writes", "prompt", "pace"}
    assert set(RigSpec.model_fields) == {*LANES_OWN, *drawn, *OURS} | (
        set(ELSEWHERE) & set(RigSpec.model_fields)
    )
    assert set(Limits.model_fields) == {*LIMITS} | (set(ELSEWHERE) & set(Limits.model_fields))
