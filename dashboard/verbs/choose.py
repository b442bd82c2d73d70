"""`triptych choose`: the guide at a terminal, or with its answers as options for programs."""

from __future__ import annotations

import argparse
import sys
import urllib.parse
from collections.abc import Mapping
from typing import Any

from agents.budgets import BUDGETS
from agents.errors import BadInput
from dashboard.desk import desk
from dashboard.formats import paradigm_name
from dashboard.guide import answer_words, asked_words, disagree, tree_object, whole_tree
from dashboard.verbs.output import print_json
from dashboard.words import ENGLISH, LANGUAGES, t
from data.guide.tree import Question, Tree, walk
from data.guide.trees import TREES
from data.location import database_path

Json = dict[str, Any]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--guide", choices=list(TREES), help="which of the three, where nothing is answered (task)"
    )
    for tree in TREES.values():
        asked = parser.add_argument_group(t(f"guide.{tree.name}", ENGLISH))
        for question in tree.questions():
            asked.add_argument(
                f"--{question.name}",
                choices=list(question.answers),
                help=asked_words(question, ENGLISH),
            )
    parser.add_argument("--watch", action="store_true", help="start the run that shows it")
    parser.add_argument("--language", choices=list(LANGUAGES), default=ENGLISH)


def choose(args: argparse.Namespace) -> int:
    """Without an answer, and with nobody at a terminal to ask, it tells the whole guide."""
    given = _given(args)
    asking = sys.stdin.isatty() and not args.json
    if not given and not asking:
        _tell_all(args)
        return 0
    trees = [tree for tree in TREES.values() if any(q.name in given for q in tree.questions())]
    trees = trees or [TREES[args.guide or "task"]]
    if asking:
        for tree in trees:
            _ask(tree, given, args.language)
    found = [tree_object(tree.name, given, args.language) for tree in trees]
    _refuse_useless(given, found)
    told: Json = {"guides": found, "disagree": _disagree(given)}
    ended = [one for one in found if one["choice"]]
    if ended:
        with desk(database_path(args.db)) as answering:
            told["tried"] = answering.tried()
            if args.watch:
                told["watched"] = answering.watch(ended[-1]["choice"]["watch"])
    if args.json:
        print_json(told)
    else:
        _print(told, args.language)
    return 0


def _given(args: argparse.Namespace) -> dict[str, str]:
    names = [q.name for tree in TREES.values() for q in tree.questions()]
    found = {name: getattr(args, name.replace("-", "_")) for name in names}
    return {name: value for name, value in found.items() if value is not None}


def _refuse_useless(given: Mapping[str, str], found: list[Json]) -> None:
    """An answer to a question that was not met: it is told, not passed over."""
    used = {name for one in found for name in one["answers"]}
    for name in given:
        if name not in used:
            before = next(one for one in found if _has(one["guide"], name))
            then = before["next"]
            if then is None:
                raise BadInput(f"--{name} cannot matter after the other answers: leave it out.")
            raise BadInput(f"--{name} is asked only after --{then['name']}: answer that as well.")


def _has(guide: str, name: str) -> bool:
    return any(question.name == name for question in TREES[guide].questions())


def _disagree(given: Mapping[str, str]) -> bool:
    return disagree({name: walk(tree, given) for name, tree in TREES.items()})


def _ask(tree: Tree, given: dict[str, str], language: str) -> None:
    while (question := walk(tree, given).next) is not None:
        given[question.name] = _answer(question, language)


def _answer(question: Question, language: str) -> str:
    names = list(question.answers)
    print(asked_words(question, language))
    for place, name in enumerate(names, 1):
        print(f"  {place}  {answer_words(question, name, language)}")
    while True:
        try:
            typed = input("> ").strip().lower()
        except EOFError:
            raise BadInput("The questions were not answered to the end.") from None
        if typed in names:
            return typed
        if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(names):
            return names[int(typed) - 1]
        print(f"1 to {len(names)}, or {', '.join(names)}")


def _tell_all(args: argparse.Namespace) -> None:
    chosen = [args.guide] if args.guide else list(TREES)
    guides = [whole_tree(name, args.language) for name in chosen]
    if args.json:
        print_json({"guides": guides, "budgets": [_budget(n, args.language) for n in BUDGETS]})
        return
    for guide in guides:
        name = guide["guide"]
        print(f"{t(f'guide.{name}', args.language)} ({t(f'guide.{name}.from', args.language)})")
        for leaf in guide["leaves"]:
            way = " ".join(f"--{name} {answer}" for name, answer in leaf["answers"].items())
            print(f"  {way}\n      {paradigm_name(leaf['paradigm'])}: {leaf['why']}")
        print()
    print(f"{t('budget.title', args.language)} ({t('budget.from', args.language)})")
    for name in BUDGETS:
        one = _budget(name, args.language)
        print(f"  --limits {name}: {one['task']}: {one['limit']}")


def _budget(name: str, language: str) -> Json:
    return {
        "name": name,
        "task": t(f"budget.{name}", language),
        "use": t(f"budget.{name}.use", language),
        "limit": t(f"budget.{name}.limit", language),
        "watch": f"budget-{name}",
    }


def _print(told: Json, language: str) -> None:
    for guide in told["guides"]:
        then, leaf = guide["next"], guide["choice"]
        if then:
            print(f"{then['text']} --{then['name']} {'|'.join(then['answers'])}")
            continue
        name = paradigm_name(leaf["paradigm"])
        other = t("guide.other", language, paradigm=paradigm_name(leaf["or"])) if leaf["or"] else ""
        print(f"{name} {other}".strip())
        print(f"  {leaf['why']}")
        own = told["tried"].get(leaf["paradigm"])
        print(f"  {t('guide.trials', language)}: {own['text'] if own else '–'}")
        if "watched" not in told:
            print(f"  {t('guide.watch', language)}: --watch")
    if told["disagree"]:
        print(t("guide.disagree", language))
    if "watched" in told:
        found = told["watched"]
        for run in found["runs"]:
            print(f"  triptych show {run['run']}")
        print(f"  /{found['page']}?{urllib.parse.urlencode(found['query'])}")
