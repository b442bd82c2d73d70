"""ToolBench: trees of a depth-first search (`tree.tree`), and what tooleval keeps of an answer.

A tree is told in the order in which it was searched, each reply with the request of its own path,
so that what was tried and taken back stands in no later request. Nodes are Thought, Action (a
tool's name) and Action Input (its arguments, with the observation). Only totals of tokens are told.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from agents.errors import BadInput
from agents.events import Reading
from data.importers.asked import part_of
from data.importers.chains import Chain
from data.importers.head import Head
from data.importers.hostile import count_of, text_of, word
from data.importers.source import Source
from data.importers.tooleval import branching, gave_up, tell_answers
from data.importers.writing import Out, RunOut
from data.scenario import Check

name = "toolbench"

PROMPTS = ("system", "user")
FINE = (None, 0, 3, 4)
"""Observation codes: a result, and Finish with an answer or with giving up."""
NO_NODE = "model calls that left no node in the tree (the file only counts them)"
TOTAL_ONLY = "tokens: the file tells only their total, not how many went in and came out"


def looks_like(head: Head) -> float:
    value = head.value
    if not isinstance(value, dict):
        return 0.0
    if isinstance(value.get("answer_generation"), dict) or (
        "forward_args" in value and ("tree" in value or "trys" in value)
    ):
        return 0.95
    tree = value.get("tree")
    root = tree.get("tree") if isinstance(tree, dict) else None
    if isinstance(root, dict) and "node_type" in root:
        return 0.95
    for kept in list(value.values())[:3]:
        answer = kept.get("answer") if isinstance(kept, dict) else None
        if isinstance(answer, dict) and "answer_details" in answer and "query" in kept:
            return 0.9
    return 0.0


def read(source: Source, out: Out) -> None:
    document = source.document()
    if not isinstance(document, dict):
        raise BadInput(f"{source.path} is no file of ToolBench: it is no JSON object.")
    if "tree" in document or "trys" in document or "answer_generation" in document:
        _tell(out, document)
    else:
        tell_answers(out, document)
    if not out.runs:
        raise BadInput(f"{source.path} holds no answer of ToolBench.")


def _tell(out: Out, document: dict[str, Any]) -> None:
    about = document.get("answer_generation")
    about = about if isinstance(about, dict) else {}
    run = out.run(paradigm="react", question=text_of(about.get("query")))
    functions = about.get("function")
    if isinstance(functions, list):
        run.tools = functions
        run.chain = run.chain.tools(functions)
    for message in _put(about) or [{"role": "user", "content": run.question}]:
        if text_of(message.get("content")):
            run.ask(part_of(message.get("role")), text_of(message.get("role")), message)
    for key in ("valid_data", "total_tokens", "query_count", "finish_type"):
        if about.get(key) is not None:
            run.imported[key] = about[key]
    if isinstance(document.get("forward_args"), dict):
        run.imported["forward_args"] = document["forward_args"]
    Tree(out, run).tell(_roots(document))
    left = (count_of(about.get("query_count")) or 0) - out.report.model_calls
    if 0 < left < 100_000:
        out.report.model_calls += left
        out.report.lose(NO_NODE, left)
    if count_of(about.get("total_tokens")):
        out.report.lose(TOTAL_ONLY)
    _end(run, document, about)


def _put(about: dict[str, Any]) -> list[Any]:
    """How the task was put: what is kept for training begins with the prompts of the search."""
    kept = about.get("train_messages")
    first = kept[0] if isinstance(kept, list) and kept else None
    messages = first if isinstance(first, list) else []
    return list(takewhile(lambda m: isinstance(m, dict) and m.get("role") in PROMPTS, messages))


def _roots(document: dict[str, Any]) -> list[Any]:
    tree = document.get("tree")
    root = tree.get("tree") if isinstance(tree, dict) else None
    if isinstance(root, dict):
        return [root]
    tries = document.get("trys")
    return [
        {"node_type": "Action Input", "description": "", "children": _nested(chain)}
        for tried in (tries if isinstance(tries, list) else [])
        if isinstance(tried, dict) and isinstance(chain := tried.get("chain"), list)
    ]


def _nested(chain: list[Any]) -> list[Any]:
    """A line of nodes as a tree with one branch."""
    below: list[Any] = []
    for node in reversed(chain):
        if isinstance(node, dict):
            below = [{**node, "children": below}]
    return below


def _end(run: RunOut, document: dict[str, Any], about: dict[str, Any]) -> None:
    answer = text_of(about.get("final_answer")) or None
    won = document.get("win")
    if answer is None:
        run.stopped("limit", "ended without an answer")
    elif word(about.get("finish_type")).startswith("give_up") or gave_up(answer):
        run.stopped("partial", "gave up", answer)
    else:
        run.stopped("success", "answered", answer)
    if isinstance(won, bool):
        run.judged(won, [Check("win", won, "as ToolBench's search says itself")])


class Tree:
    def __init__(self, out: Out, run: RunOut) -> None:
        self.out = out
        self._run = run
        self._back: list[str] = []
        """The note on a reply that goes on from further back (see agents.evidence.lines)."""

    def tell(self, roots: list[Any]) -> None:
        """Depth first, without recursion: a hostile tree may be deep. Where a path branches, each
        branch goes on from the request, the thought and the action that led to it."""
        start = (self._run.chain, "", "", 0)
        stack: list[tuple[Any, Chain, str, str, int]] = [(root, *start) for root in reversed(roots)]
        while stack:
            node, asked, thought, action, before = stack.pop()
            if not isinstance(node, dict):
                self.out.report.unknown_record("node", node)
                continue
            told = self._run.events
            self._back = branching(self._run, before)
            asked, thought, action = self._node(node, asked, thought, action)
            at = before if self._run.events == told else self._run.events - 1
            children = node.get("children")
            for child in reversed(children if isinstance(children, list) else []):
                stack.append((child, asked, thought, action, at))

    def _node(
        self, node: dict[str, Any], asked: Chain, thought: str, action: str
    ) -> tuple[Chain, str, str]:
        kind, text = word(node.get("node_type")), text_of(node.get("description"))
        children = node.get("children")
        if kind == "Thought":
            if not children:
                self._said(asked, text, node)
            return asked, f"{thought}\n{text}" if thought else text, action
        if kind == "Action":
            return asked, thought, text
        if kind != "Action Input":
            self.out.report.unknown_record(f"node/{kind}", node)
            return asked, thought, action
        if not action:
            return asked, thought, action  # the root stands for the question
        return self._called(asked, thought, action, text, node), "", ""

    def _said(self, asked: Chain, text: str, node: dict[str, Any]) -> None:
        self._run.replied(
            at=None,
            text=text,
            request=asked,
            notes=self._notes(node),
            reading=Reading(thought=text),
        )

    def _called(
        self, asked: Chain, thought: str, action: str, arguments: str, node: dict[str, Any]
    ) -> Chain:
        run = self._run
        call = run.wish("", action, arguments)
        run.pairing.answer("")
        run.replied(
            at=None,
            text=thought,
            calls=[call],
            finish="tool_calls",
            request=asked,
            notes=self._notes(node),
        )
        called = {"name": action, "arguments": arguments}
        message = {"role": "assistant", "content": thought or None, "function_call": called}
        asked = asked.add("reasoning", "assistant", message)
        output = text_of(node.get("observation"))
        code = node.get("observation_code")
        run.returned(call, output, at=None, outcome="ok" if code in FINE else "error")
        back = {"role": "function", "name": action, "content": output}
        return asked.add("observation", "function", back)

    def _notes(self, node: dict[str, Any]) -> Iterator[str]:
        yield from self._back
        if node.get("pruned"):
            yield "pruned"
