"""The scripted model: a model, not a mock. It reads the request it is sent, answers in the
protocol it is asked in, and decides from what the conversation holds. Deterministic."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence

from agents.messages import Call, Finish, Reply, Request, Usage, Wire, as_json
from agents.models.base import Hear, deaf
from agents.models.conversation import Conversation, read
from agents.models.script import Script, Seen, Wish
from agents.models.scripted_review import review, unasked
from agents.models.scripted_wire import wire
from agents.models.tokens import count, count_wire

FIRST_TOKEN_S = 0.35
"""Delay before the first token when a pace is set, so that waiting can be seen."""


class ScriptedModel:
    """`pace` is in tokens a second; 0 answers at once (verbs and tests)."""

    name = "scripted"

    def __init__(self, script: Script, pace: float = 0) -> None:
        self.script = script
        self.pace = pace

    def wire(self, request: Request) -> Wire:
        return wire(request, self.name)

    async def reply(self, request: Request, hear: Hear = deaf) -> Reply:
        sent = self.wire(request)
        text, calls = self.decide(read(request))
        spoken = text + "".join(f"{call.name}{as_json(dict(call.arguments))}" for call in calls)
        first = await self._speak(text, spoken, hear)
        finish: Finish = "tool_calls" if calls else "stop"
        usage = Usage(count_wire(sent), count(spoken), source="counted")
        return Reply(
            text=text,
            sent=sent,
            model=self.name,
            dialect="text",
            calls=calls,
            finish=finish,
            usage=usage,
            first_token_at=first,
            origin="simulated",
        )

    def decide(self, talk: Conversation) -> tuple[str, tuple[Call, ...]]:
        """Text and native calls of the reply. Pure."""
        script, question = self.script, talk.question
        seen: Sequence[Seen] = talk.seen
        match talk.wanted:
            case "plan":
                # where something was found before, what is still worth asking; no plan from scratch
                wishes = script.wishes(question, seen) if seen else script.plan(question)
                return _plan(question, wishes), ()
            case "replan":
                failed = talk.failed[-1]
                wishes = script.replan(question, seen, failed, talk.reason, talk.rest)
                return _plan(question, wishes), ()
            case "verdict":
                verdict = script.judge(question, seen[-1])
                return as_json({"satisfied": verdict.satisfied, "reason": verdict.reason}), ()
            case "review":
                return review(script, question, seen, talk.answer), ()
            case "answer":
                seen = unasked(seen) if talk.problems else seen
                return script.answer(question, seen), ()
        wishes = [] if talk.must_answer else script.wishes(question, seen)
        if talk.wanted == "text":
            return _react(wishes, script.answer(question, seen) if not wishes else ""), ()
        if not wishes:
            return script.answer(question, seen), ()
        calls = tuple(
            Call(f"call_{len(seen) + i}", wish.name, dict(wish.arguments))
            for i, wish in enumerate(wishes, 1)
        )
        return wishes[0].thought, calls

    async def _speak(self, text: str, spoken: str, hear: Hear) -> float | None:
        """Streams the text at the pace that was set; calls take the time of their tokens."""
        if not self.pace:
            hear(text)
            return None
        await asyncio.sleep(FIRST_TOKEN_S)
        first = time.time()
        for piece in re.findall(r"\s*\S+", text):
            hear(piece)
            await asyncio.sleep(max(1, len(piece) / 4) / self.pace)
        await asyncio.sleep((len(spoken) - len(text)) / 4 / self.pace)
        return first


def _react(wishes: list[Wish], answer: str) -> str:
    if not wishes:
        return f"Thought: I have looked up everything I can.\nFinal Answer: {answer}"
    wish = wishes[0]
    action = f"Action: {wish.name}\nAction Input: {as_json(dict(wish.arguments))}"
    return f"Thought: {wish.thought}\n{action}"


def _plan(goal: str, wishes: list[Wish]) -> str:
    steps = [
        {
            "id": str(number),
            "task": wish.thought,
            "tool": wish.name,
            "args": dict(wish.arguments),
            "inputs": [str(i) for i in wish.inputs],
            **({"done_when": wish.done_when} if wish.done_when else {}),
            **({"on_fail": wish.on_fail} if wish.on_fail else {}),
            **({"into": wish.into, "merge": wish.merge} if wish.into else {}),
        }
        for number, wish in enumerate(wishes, 1)
    ]
    return as_json({"goal": goal, "steps": steps})
