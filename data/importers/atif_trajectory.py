"""One ATIF trajectory, told as a run; those that stand inside of it are sub-runs."""

from __future__ import annotations

from typing import Any

from agents.messages import Usage
from data.importers.atif_words import copied, dollars, sent_back, usage_in, whole_usage
from data.importers.costs import told as told_cost
from data.importers.hostile import count_of, text_of, word
from data.importers.observed_run import REACT
from data.importers.spoken import said
from data.importers.writing import Out, RunOut

Json = dict[str, Any]

MAX_INSIDE = 50
"""How deep trajectories may stand in each other."""
COPIED = "steps copied from another trajectory for context: in the requests, and no calls of this"
ELSEWHERE = "sub-agents and continuations in other files, which do not name each other: not linked"
WHOLE = "usage that is told for the whole run only: it stands on its last model call"
MORE = "tokens in the final metrics that no step tells (of sub-agents, where there are any)"
NO_CALL = "results of actions that are not told as calls: kept with a call made up for them"


class Trajectory:
    def __init__(self, out: Out, record: Json, caller: RunOut | None = None, depth: int = 0):
        self.out = out
        self.record = record
        self.depth = depth
        agent = record.get("agent")
        self.agent: Json = agent if isinstance(agent, dict) else {}
        self.run = out.run(called_by=caller, label=text_of(self.agent.get("name"))[:200])
        self.refs: dict[str, str] = {}
        """Name of a sub-trajectory -> the call that it carries out."""
        self.elsewhere: list[Any] = []
        self.told: list[Usage] = []

    def tell(self) -> None:
        record, run, report = self.record, self.run, self.out.report
        run.model = text_of(self.agent.get("model_name"))
        tools = self.agent.get("tool_definitions")
        if isinstance(tools, list):
            run.tools = tools
            run.chain = run.chain.tools(tools)
        steps = [step for step in record["steps"] if isinstance(step, dict)]
        report_bad = len(record["steps"]) - len(steps)
        if report_bad:
            report.lose("steps that are no objects: skipped", report_bad)
        agents = [s for s in steps if s.get("source") == "agent" and not copied(s)]
        final = record.get("final_metrics")
        final = final if isinstance(final, dict) else {}
        whole = None
        if final and not any(isinstance(s.get("metrics"), dict) for s in agents):
            whole = whole_usage(final)
        for step in steps:
            self._step(step, whole if agents and step is agents[-1] else None)
        self._about(final)
        inside = record.get("subagent_trajectories")
        for inner in inside if isinstance(inside, list) else []:
            if isinstance(inner, dict) and isinstance(inner.get("steps"), list):
                self._sub_run(inner)
        run.count_unanswered()
        run.stop_if_answered()

    def _sub_run(self, inner: Json) -> None:
        if self.depth >= MAX_INSIDE:
            self.out.report.lose(f"trajectories more than {MAX_INSIDE} deep in each other")
            return
        sub = Trajectory(self.out, inner, self.run, self.depth + 1)
        names = (inner.get("trajectory_id"), inner.get("session_id"))
        sub.run.called_as = next((self.refs[n] for n in map(text_of, names) if n in self.refs), "")
        self.elsewhere = [
            ref
            for ref in self.elsewhere
            if not {text_of(ref.get("trajectory_id")), text_of(ref.get("session_id"))}
            & {text_of(n) for n in names if n}
        ]
        sub.tell()

    def _step(self, step: Json, whole: Usage | None) -> None:
        run, report = self.run, self.out.report
        at = report.time(step.get("timestamp"))
        kind, body = word(step.get("source")), step.get("message")
        if copied(step):
            report.lose(COPIED)
            part, role = ("reasoning", "assistant") if kind == "agent" else ("question", "user")
            run.ask(part, role, {"role": role, "content": body})
        elif kind == "agent":
            self._agent(step, at, whole)
        elif kind == "user":
            text = said({"role": "user", "content": body}).text
            run.heard(text, at)
            run.started_at = run.started_at if run.started_at is not None else at
            run.ask("question", "user", {"role": "user", "content": body})
        elif kind == "system":
            if body:
                run.ask("system", "system", {"role": "system", "content": body})
        else:
            report.unknown_record(f"step of {kind or 'no source'}", step)
        if not copied(step):
            self._results(step, at)

    def _agent(self, step: Json, at: float | None, whole: Usage | None) -> None:
        run = self.run
        wishes = step.get("tool_calls")
        wishes = [w for w in wishes if isinstance(w, dict)] if isinstance(wishes, list) else []
        calls = [
            run.wish(w.get("tool_call_id"), w.get("function_name"), w.get("arguments"))
            for w in wishes
        ]
        if step.get("llm_call_count") == 0:
            return  # the program called the tools by itself, without a model
        text = said({"role": "assistant", "content": step.get("message")}).text
        if calls:
            run.paradigm = "function-calling"
        elif run.paradigm == "unknown" and REACT.search(text):
            run.paradigm = "react"
        metrics = step.get("metrics")
        metrics = metrics if isinstance(metrics, dict) else {}
        usage = usage_in(metrics)
        if whole is not None:
            usage = whole
            self.out.report.lose(WHOLE)
        self.told.append(usage)
        usd = dollars(metrics.get("cost_usd"))
        effort = step.get("reasoning_effort")
        run.replied(
            at=at,
            model=text_of(step.get("model_name")) or text_of(self.agent.get("model_name")),
            text=text,
            calls=calls,
            thinking=text_of(step.get("reasoning_content")),
            usage=usage,
            finish="tool_calls" if calls else "stop",
            cost=told_cost(usd) if usd is not None else None,
            settings={"reasoning_effort": effort} if effort is not None else None,
            message=sent_back(step, wishes),
        )

    def _results(self, step: Json, at: float | None) -> None:
        seen = step.get("observation")
        results = seen.get("results") if isinstance(seen, dict) else None
        for result in results if isinstance(results, list) else []:
            if not isinstance(result, dict):
                self.out.report.unknown_record("observation result", result)
                continue
            self._result(step, result, at)

    def _result(self, step: Json, result: Json, at: float | None) -> None:
        run = self.run
        call_id = text_of(result.get("source_call_id"))
        output = said({"role": "user", "content": result.get("content")}).text
        extra = result.get("extra")
        failed = result.get("is_error") is True or (
            isinstance(extra, dict) and extra.get("is_error") is True
        )
        message = {
            "role": "tool",
            "tool_call_id": call_id or None,
            "content": result.get("content"),
        }
        if call_id or step.get("tool_calls"):
            found = run.answer(call_id, output, at=at, message=message,
                               outcome="error" if failed else "ok")  # fmt: skip
        else:
            self.out.report.lose(NO_CALL)
            found = run.returned(run.pairing.orphan("", "action"), output, at=at,
                                 notes=("no call",), message=message)  # fmt: skip
        refs = result.get("subagent_trajectory_ref")
        for ref in refs if isinstance(refs, list) else [refs]:
            if isinstance(ref, dict):
                self.elsewhere.append(ref)
                for key in ("trajectory_id", "session_id"):
                    self.refs[text_of(ref.get(key))] = found.call.id

    def _about(self, final: Json) -> None:
        run, record = self.run, self.record
        for key in ("schema_version", "session_id", "trajectory_id", "notes", "extra"):
            if record.get(key):
                run.imported[key] = record[key]
        if self.agent:
            run.imported["agent"] = {k: self.agent[k] for k in ("name", "version", "extra")
                                     if self.agent.get(k)}  # fmt: skip
        if final:
            run.imported["final_metrics"] = final
        onward = record.get("continued_trajectory_ref")
        if onward:
            run.imported["continued_in"] = onward
        if self.elsewhere:
            run.imported["sub_trajectories"] = self.elsewhere
        away = len(self.elsewhere) * (not record.get("subagent_trajectories")) + bool(onward)
        if away:
            self.out.report.lose(ELSEWHERE, away)
        own = sum(usage.input_tokens or 0 for usage in self.told)
        total = count_of(final.get("total_prompt_tokens"))
        if total is not None and total > own:
            self.out.report.lose(MORE, total - own)
