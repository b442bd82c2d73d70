"""The guide for a page or a verb: how far the answers lead, in the reader's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dashboard.words import t
from data.guide.tree import Leaf, Question, Reached, walk
from data.guide.trees import NO_PLAN, TREES

Json = dict[str, Any]


def asked_words(question: Question, language: str = "") -> str:
    return t(f"q.{question.name}", language)


def answer_words(question: Question, answer: str, language: str = "") -> str:
    """An answer may have words of its own under its question."""
    own = answer if answer in ("yes", "no", "open") else f"{question.name}.{answer}"
    return t(f"q.{own}", language)


def leaf_words(leaf: Leaf, language: str = "") -> str:
    return t(f"leaf.{leaf.name}", language)


def disagree(reached: Mapping[str, Reached]) -> bool:
    """Does seed 003 advise against the plan that one of the others chose?"""
    veto = reached[NO_PLAN.name].leaf
    if veto is None or veto.paradigm != "react":
        return False
    chosen = [one.leaf for name, one in reached.items() if name != NO_PLAN.name and one.leaf]
    return any(leaf.paradigm.startswith("plan") for leaf in chosen)


def tree_object(name: str, answers: Mapping[str, str], language: str = "") -> Json:
    """Raises BadInput for an answer that is none."""
    tree = TREES[name]
    found = walk(tree, answers)
    return {
        "guide": name,
        "answers": {question.name: given for question, given in found.asked},
        "next": _question(found.next, language) if found.next else None,
        "choice": _leaf(found.leaf, language) if found.leaf else None,
    }


def whole_tree(name: str, language: str = "") -> Json:
    """Its questions, and every way through them."""
    tree = TREES[name]
    return {
        "guide": name,
        "questions": [_question(question, language) for question in tree.questions()],
        "leaves": [{"answers": way, **_leaf(leaf, language)} for way, leaf in tree.ways()],
    }


def _question(question: Question, language: str) -> Json:
    return {
        "name": question.name,
        "text": asked_words(question, language),
        "answers": {name: answer_words(question, name, language) for name in question.answers},
    }


def _leaf(leaf: Leaf, language: str) -> Json:
    return {
        "leaf": leaf.name,
        "paradigm": leaf.paradigm,
        "or": leaf.other or None,
        "why": leaf_words(leaf, language),
        "row": leaf.row,
        "watch": leaf.watch,
    }
