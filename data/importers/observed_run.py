"""Sorted observations told as runs: replies with their requests, and the results of calls."""

from __future__ import annotations

import re
from typing import Any

from agents.events import Reading
from agents.messages import Call
from data.importers.chains import EMPTY
from data.importers.costs import told as told_cost
from data.importers.heard import Heard, question_of, task_in
from data.importers.hostile import body_of, text_of
from data.importers.observed import NOTHING, Span, Tree
from data.importers.observed_requests import Requests, links, results_of, tool_links
from data.importers.observed_tools import outcome_of, tool_name
from data.importers.question_answer import asked_of_flat
from data.importers.replies import Reply, reply_in
from data.importers.request_forms import body, messages_in, opened
from data.importers.spoken import asked_in
from data.importers.spoken_parts import Said, Wished
from data.importers.writing import UNANSWERED, Out, RunOut

LEFT_OUT = "observations that are neither a model call nor a tool's: not part of a run"
SILENT = "model calls without a reply in the file"
REACT = re.compile(r"^\s*Thought:.*^\s*(Action|Function Name|Final Answer):", re.M | re.S)


class Strand:
    """One run as it is told."""

    def __init__(self, tree: Tree, run: RunOut) -> None:
        self.tree = tree
        self.run = run
        self.calls: dict[str, Call] = {}
        """Tool span -> the call it carried out."""
        self._requests = Requests()
        self._heard = Heard()
        self._open: list[Wished] = []

    def tell(self, spans: list[Span]) -> None:
        report = self.run.out.report
        for span in spans:
            if span.kind == "model":
                if span.id not in self.tree.wrappers:
                    self._model(span)
            elif span.kind == "tool" or self._carries_out(span):
                if not self._repeats(span):
                    self._tool(span)
            else:
                if span.kind == "other":
                    report.lose(LEFT_OUT)
                if span.error and span.id not in self.tree.failed_inside:
                    report.errors += 1
        if self._open:
            report.lose(UNANSWERED, len(self._open))

    def _model(self, span: Span) -> None:
        run = self.run
        messages = messages_in(span.input)
        request = EMPTY
        if messages is not None:
            self._results_in(messages, span)
            request = self._requests.of(links(span.tools, messages))
            users = asked_in(messages)
            run.question = run.question or question_of(users)
            run.question = task_in(run.question, question_of(users))
            for text in self._heard.new(users):
                run.follow_up(text, span.started)
        elif span.input is not None and span.input != "":
            run.question = run.question or asked_of_flat(span.input)
            request = self._requests.of([*tool_links(span.tools),
                                         ("question", "user", body(span.input))])  # fmt: skip
        if span.output in NOTHING:
            span.output = None
        reply = reply_in(span.output)
        silent = reply is None and span.output is None and not span.error
        if reply is None:
            reply = Reply(Said("assistant", span.output, text_of(span.output)))
        if silent:
            run.out.report.lose(SILENT)
        spoken = reply.said
        calls = [run.wish(w.id, w.name, w.arguments) for w in spoken.calls]
        self._open += spoken.calls
        if calls and run.paradigm == "unknown":
            run.paradigm = "function-calling"
        elif not calls and run.paradigm == "unknown" and REACT.search(spoken.text):
            run.paradigm = "react"
        if span.error:
            run.out.report.errors += 1
        run.tools = run.tools or span.tools
        run.replied(
            at=span.ended if span.ended is not None else span.started,
            started_at=span.started,
            model=span.model or reply.model,
            text=spoken.text or (span.error if not calls else ""),
            calls=calls,
            thinking=spoken.thinking,
            usage=span.usage if span.usage.source != "unknown" else reply.usage,
            finish="error" if span.error else spoken.ended(),
            dialect=spoken.dialect,
            raw=body_of(spoken.raw) if spoken.more and spoken.raw is not None else "",
            cost=told_cost(span.usd) if span.usd is not None else None,
            request=request,
            rebuilt=False,
            settings=span.settings or None,
            first_token_at=span.first_token,
            reading=Reading() if silent else None,
        )
        for result in spoken.results:
            self._take(result.id, result.name)
            run.answer(result.id, result.output, name=result.name, at=span.ended,
                       outcome="error" if result.failed else "ok")  # fmt: skip

    def _results_in(self, messages: list[Any], span: Span) -> None:
        """Results that no observation of their own tells stand in the next request."""
        ids = {text_of(wish.id) for wish in self._open if wish.id}
        for message in messages if ids else []:
            for result in results_of(message):
                if text_of(result.id) in ids:
                    ids.discard(text_of(result.id))
                    self._take(result.id, result.name)
                    self.run.answer(result.id, result.output, at=span.started,
                                    outcome="error" if result.failed else "ok")  # fmt: skip

    def _carries_out(self, span: Span) -> bool:
        """Whether a span of no kind bears the name of a call that waits."""
        return span.kind == "other" and any(w.name == span.name for w in self._open)

    def _repeats(self, span: Span) -> bool:
        """Whether it stands inside a tool's span of the same name: one call, seen by two."""
        return any(
            one.kind == "tool" and tool_name(one) == tool_name(span) and one.id in self.calls
            for one in self.tree.above(span)
        )

    def _tool(self, span: Span) -> None:
        name = tool_name(span)
        output, failed = outcome_of(span)
        arguments = span.input
        if isinstance(arguments, dict) and set(arguments) == {"input"}:
            arguments = arguments["input"]
        told: dict[str, Any] = {
            "at": span.ended if span.ended is not None else span.started,
            "started_at": span.started,
            "outcome": "error" if failed else "ok",
        }
        wish = self._waiting(span, name, arguments)
        if wish is None:
            call = self.run.wish(span.call_id, name, arguments)
            self.run.pairing.answer(span.call_id, name)
            self.run.returned(call, output, **told)
        else:
            self._open.remove(wish)
            call = self.run.answer(wish.id, output, name=wish.name, **told).call
        self.calls[span.id] = call

    def _waiting(self, span: Span, name: str, arguments: Any) -> Wished | None:
        named = [wish for wish in self._open if wish.name == name]
        by_id = [w for w in self._open if span.call_id and text_of(w.id) == span.call_id]
        same = [wish for wish in named if body_of(opened(wish.arguments)) == body_of(arguments)]
        return next(iter(by_id or same or named), None)

    def _take(self, call_id: Any, name: str) -> None:
        for wish in self._open:
            if wish.id == call_id and (call_id or wish.name == name or not name):
                self._open.remove(wish)
                return


def tell_tree(out: Out, tree: Tree, **known: Any) -> RunOut:
    """The main run, which counts as the trace, and its sub-runs; the main one is not ended yet."""
    main = out.run(**known)
    begun = [span.started for span in tree.spans.values() if not span.parent]
    if len(begun) == 1 and begun[0] is not None:
        main.since(begun[0])
    strands = {"": Strand(tree, main)}
    strands[""].tell(tree.of(""))
    waiting = list(tree.outer)
    while waiting:
        ready = [one for one in waiting if tree.outer[one] in strands]
        for agent in ready or waiting:
            outer = strands.get(tree.outer[agent], strands[""])
            span = tree.spans[agent]
            run = out.run(called_by=outer.run, provider=main.provider, label=span.name[:200])
            run.imported["agent"] = span.name
            if span.started is not None:
                run.since(span.started)
            run.question = text_of(span.input) if isinstance(span.input, str) else ""
            strands[agent] = Strand(tree, run)
            strands[agent].tell(tree.of(agent))
            call = outer.calls.get(tree.called.get(agent, ""))
            run.called_as = call.id if call else ""
            if span.error:
                run.stopped("error", span.error, at=span.ended)
            else:
                run.stop_if_answered()
        waiting = [one for one in waiting if one not in strands]
    return main
