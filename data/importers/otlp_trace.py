"""The spans of one trace, told as a run and its sub-runs."""

from __future__ import annotations

from collections.abc import Iterable

from data.importers import otlp_own as own
from data.importers.otlp_around import asked
from data.importers.otlp_ends import about, stop, task_of
from data.importers.otlp_judged import judge
from data.importers.otlp_kinds import AGENT, LLM
from data.importers.otlp_listening import Marks
from data.importers.otlp_runs import Runs, Work, order
from data.importers.otlp_span import Span
from data.importers.otlp_steps import tell_step
from data.importers.otlp_tree import Tree
from data.importers.writing import Out, RunOut

UNANSWERED = "calls that a model asked for, of whose running there is no trace"


def tell(spans: Iterable[Span], out: Out) -> RunOut:
    """The run of a trace. `spans` is not empty; they may be in any order and repeat."""
    spans = list(spans)
    tree = Tree(spans)
    runs = Runs(tree, Marks(spans), out)
    main = runs.main
    for owner in runs:
        _tell_work(runs, owner, out)
        if owner is not main and owner.agent is not None:
            _begin(owner.run, [owner.agent])
            stop(owner.run, owner.agent)
    roots = tree.roots()
    _begin(main.run, roots)
    _end(main.run, roots)
    judge(runs, tree.spans.values())
    about(main.run, roots, tree.spans)
    return main.run


def _tell_work(runs: Runs, owner: Work, out: Out) -> None:
    run = owner.run
    for span in sorted(owner.steps, key=order):
        tell_step(runs, owner, span, out.report)
    if waiting := len(run.pairing.open()):
        out.report.lose(UNANSWERED, waiting)
    agent = owner.agent
    if agent is not None and agent.kind == AGENT:
        run.label = run.label or agent.tool
    run.question = asked(run.question, task_of(agent) or runs.task_around(owner))
    run.paradigm = "function-calling" if owner.native else "react" if owner.react else run.paradigm
    if agent is not None:
        own.retell(run, agent.rest, task_of(agent), agent.start)
    if owner.raw:
        run.imported["spans"] = owner.raw


def _begin(run: RunOut, around: list[Span]) -> None:
    """With the span around its steps, however long that took to its first one."""
    for span in around:
        if span.start is not None:
            run.since(span.start)


def _end(run: RunOut, roots: list[Span]) -> None:
    """The trace has ended when its root has: a span is sent at its end."""
    for root in roots:
        if own.is_open(root.rest):
            own.retell(run, root.rest, run.question, None)
            return
    whole = [root for root in roots if not root.parent]
    if len(whole) == 1 and whole[0].kind != LLM:
        stop(run, whole[0])
    elif whole:
        run.stop_if_answered()
