"""What a run of OTLP was asked, where the words of its requests are those of a template."""

from __future__ import annotations

from typing import Any

import pytest
from imported import Told, import_value
from otlp_spans import Json, agent, chat, request, said, span, tool

TASK = "Rain in Oslo?"
FILLED = f"Answer by the context.\nContext: it rains.\nQuestion: {TASK}"
ANSWER = said("assistant", "It rains.")


def told(*spans: Json) -> Told:
    return import_value(request(*spans))


def chain(number: int, given: Any, parent: int | None = 1, **more: Any) -> Json:
    about = {"openinference__span__kind": "CHAIN", "input__value": given, **more}
    return span(number, "chain", parent=parent, start=0, end=9, **about)


def asked(*messages: Json, number: int = 9, parent: int = 3) -> Json:
    return chat(number, list(messages), ANSWER, parent=parent, start=number, end=number + 0.5)


@pytest.mark.parametrize(
    ("given", "inner", "question"),
    [
        (TASK, '{"input": "' + TASK + '", "context": []}', TASK),
        ('{"question": "' + TASK + '"}', FILLED, TASK),
        ('{"messages": [["user"]]}', TASK, FILLED),
        ("", TASK, FILLED),
        (["no", "text"], TASK, FILLED),
        ("Something that no request says", TASK, FILLED),
        (" ", TASK, FILLED),
    ],
)
def test_the_outermost_chain_around_all_calls_tells_the_task(
    given: Any, inner: Any, question: str
) -> None:
    root = span(1, "main", parent=None, start=0, end=10)
    model = asked(said("user", FILLED), parent=3)
    assert told(root, chain(2, given), chain(3, inner, 2), model).row().question == question


def test_a_chain_that_holds_only_some_of_the_calls_tells_no_task() -> None:
    root = span(1, "main", parent=None, start=0, end=20)
    models = asked(said("user", FILLED), parent=2), asked(said("user", "Bye."), number=11, parent=1)
    assert told(root, chain(2, TASK), *models).row().question == FILLED


def test_an_agent_that_tells_its_task_is_believed_before_a_template_of_it() -> None:
    models = asked(said("user", FILLED), parent=1)
    for task, question in ((TASK, TASK), ("A weather bot", FILLED)):
        spans = agent(1, start=0, end=20, input__value=task), models
        assert told(*spans).row().question == question


@pytest.mark.parametrize(
    ("later", "question"),
    [(f"New task:\n{TASK}", TASK), ("New task:\nSun?", FILLED), (TASK, FILLED)],
)
def test_a_prompt_to_plan_a_task_is_not_the_question(later: str, question: str) -> None:
    """smolagents asks for a plan first, and gives the agent the task itself afterwards."""
    plan = asked(said("user", FILLED), number=5, parent=1)
    step = asked(said("system", "Act."), said("user", later), number=6, parent=1)
    root = span(1, "main", parent=None, start=0, end=20)
    assert told(root, plan, step).row().question == question


def test_an_observation_in_the_users_name_is_neither_a_question_nor_told_as_one() -> None:
    history = [said("user", "Observation: rain"), ANSWER, said("user", "Observation:\nsun")]
    found = told(agent(1, start=0, end=20), tool(2, "look"), asked(*history, parent=1))
    (reply,) = found.replies()
    parts = [link.part for link in found.store.request(reply.request)]
    assert parts[:3] == ["observation", "reasoning", "observation"] and found.row().question == ""
