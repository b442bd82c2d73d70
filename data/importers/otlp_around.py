"""The task of a run of which neither an agent nor the trace's root tells one: the chain of a
framework around all its model calls may, and their own words are a template filled with it."""

from __future__ import annotations

from collections.abc import Iterable

from data.importers.hostile import word
from data.importers.otlp_ends import task_in
from data.importers.otlp_kinds import LLM, OTHER
from data.importers.otlp_span import Span
from data.importers.otlp_tree import Tree


def task_around(tree: Tree, steps: Iterable[Span]) -> str:
    """What the outermost chain around all model calls was given; empty where that is no text.
    Inside it, each chain is given what the one before it has made of the task."""
    shared: dict[str, Span] | None = None
    for step in steps:
        if step.kind == LLM:
            around = {span.id: span for span in tree.above(step)}
            shared = around if shared is None else {i: s for i, s in shared.items() if i in around}
            if not shared:
                return ""
    chains = [span for span in (shared or {}).values() if _is_chain(span)]
    return task_in(word(chains[-1].rest.get("input.value")), or_else="") if chains else ""


def _is_chain(span: Span) -> bool:
    told = word(span.rest.get("openinference.span.kind"))
    return span.kind == OTHER and told.upper() == "CHAIN"


def asked(told: str, task: str) -> str:
    """The question of a run: what its first request was told, unless that holds the task, which it
    is a template of then."""
    return task if not told or (task.strip() and task.strip() in told) else told
