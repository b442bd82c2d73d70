"""LangGraph's printed messages, told as a run."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from agents.events import Reading
from agents.messages import Call, Usage
from agents.models.usage import chat_usage
from agents.plans import Plan, PlanStep
from data.importers.hostile import text_of
from data.importers.parts import text_in
from data.importers.printed_nodes import node_of
from data.importers.usages import usage_of
from data.importers.writing import Out, RunOut

CALL = re.compile(r"^  (\S+) \((\S+)\)$")
CALL_ID = re.compile(r"^ Call ID: (\S+)")
ARGUMENT = re.compile(r"^    (\w+): ?(.*)")
NAME = re.compile(r"^Name: (\S+)")
MESSAGES = ("AIMessage", "HumanMessage", "ToolMessage", "FunctionMessage", "SystemMessage")


@dataclass
class Pretty:
    """A message under its header: `human`, `ai`, `tool`, `system`."""

    role: str
    lines: list[str] = field(default_factory=list)


class Printed:
    def __init__(self, out: Out, run: RunOut) -> None:
        self.out = out
        self.run = run

    # pretty messages

    def message(self, pretty: Pretty) -> None:
        lines = pretty.lines
        if pretty.role == "ai":
            self._pretty_reply(lines)
        elif pretty.role == "tool":
            named = next((found for line in lines[:3] if (found := NAME.match(line))), None)
            body = [line for line in lines if not (named and line == named[0])]
            self._result("", named[1] if named else "", "\n".join(body).strip("\n"))
        else:
            text = "\n".join(lines).strip()
            self._asked("system" if pretty.role == "system" else "user", text)

    def _pretty_reply(self, lines: list[str]) -> None:
        start = next((n for n, line in enumerate(lines) if line == "Tool Calls:"), len(lines))
        wishes: list[tuple[str, str, dict[str, Any]]] = []
        for line in lines[start + 1 :]:
            if found := CALL.match(line):
                wishes.append((found[2], found[1], {}))
            elif (found := ARGUMENT.match(line)) and wishes:
                wishes[-1][2][found[1]] = found[2]
            elif not CALL_ID.match(line) and line.strip() not in ("", "Args:"):
                self.out.report.lose("lines of arguments that cannot be told apart: skipped")
        calls = [self.run.wish(*wish) for wish in wishes]
        text = "\n".join(lines[:start]).strip()
        parts = node_of("{'parts': " + text + "}") if text.startswith("[{") else None
        if parts is not None and isinstance(parts.get("parts"), list):
            said = [p for p in parts["parts"] if isinstance(p, dict) and p.get("type") == "text"]
            text = text_in(said)
        self._replied(text, calls, "", Usage(), "")

    # nodes

    def node(self, name: str, value: Any) -> None:
        update = value if isinstance(value, dict) else {}
        messages = update.get("messages")
        told = messages if isinstance(messages, list) else [messages]
        found = [m for m in told if isinstance(m, dict) and m.get("__name__") in MESSAGES]
        for message in found:
            self._printed(name, message)
        plan = update.get("plan", update.get("steps"))
        if isinstance(plan, list) and plan:
            self._plan(name, plan)
        elif isinstance(update.get("response"), str) and update["response"]:
            self._replied(update["response"], [], "", Usage(), name)
        elif not found:
            self.out.report.unknown_record(f"node/{name}", value)

    def _printed(self, node: str, message: dict[str, Any]) -> None:
        kind, content = message["__name__"], text_in(message.get("content"))
        if kind == "AIMessage":
            native = message.get("tool_calls")
            calls = [
                self.run.wish(c.get("id"), c.get("name"), c.get("args"))
                for c in (native if isinstance(native, list) else [])
                if isinstance(c, dict)
            ]
            about = message.get("response_metadata")
            about = about if isinstance(about, dict) else {}
            self._replied(content, calls, text_of(about.get("model_name")), _usage(message), node)
        elif kind in ("ToolMessage", "FunctionMessage"):
            self._result(
                text_of(message.get("tool_call_id")), text_of(message.get("name")), content
            )
        elif message.get("name"):
            # what an agent of a team reports is put as a human's message with its name
            speaker = text_of(message.get("name")) or node
            self._replied(content, [], "", Usage(), speaker)
        else:
            self._asked("system" if kind == "SystemMessage" else "user", content)

    def _plan(self, node: str, plan: list[Any]) -> None:
        steps = tuple(
            PlanStep(str(number), text_of(step), "") for number, step in enumerate(plan, 1)
        )
        again = "replan" in node.lower()
        self.run.paradigm = "plan-execute"
        text = "\n".join(text_of(step) for step in plan)
        self.run.replied(
            at=None,
            text=text,
            reading=Reading(plan=Plan(self.run.question, steps)),
            actor="replanner" if again else "planner",
            notes=[f"node {node}"[:200]],
            message={"role": "assistant", "content": text},
        )

    # what both have

    def _asked(self, role: str, text: str) -> None:
        run = self.run
        if role == "user":
            run.heard(text, None)
        run.ask("system" if role == "system" else "question", role, {"role": role, "content": text})

    def _replied(self, text: str, calls: list[Call], model: str, usage: Usage, node: str) -> None:
        run = self.run
        if calls and run.paradigm == "unknown":
            run.paradigm = "function-calling"
        run.replied(
            at=None,
            model=model,
            text=text,
            calls=calls,
            usage=usage,
            finish="tool_calls" if calls else "stop",
            notes=[f"node {node}"[:200]] if node else [],
            message={"role": "assistant", "content": text},
        )

    def _result(self, call_id: str, name: str, output: str) -> None:
        failed = output.startswith("Error:")
        self.run.answer(
            call_id,
            output,
            name=name,
            at=None,
            outcome="error" if failed else "ok",
            message={"role": "tool", "name": name, "content": output},
        )


def _usage(message: dict[str, Any]) -> Usage:
    told = message.get("usage_metadata")
    if isinstance(told, dict):
        return usage_of(told.get("input_tokens"), told.get("output_tokens"))
    about = message.get("response_metadata")
    usage = about.get("token_usage") if isinstance(about, dict) else None
    return chat_usage(usage) if isinstance(usage, dict) else Usage()
