"""Bad habits of form: whole replies that announce, drift, or name what does not exist."""

from __future__ import annotations

from agents.messages import as_json
from agents.models.conversation import Conversation
from agents.models.habits_of_action import INVENTED
from agents.models.script import Script

PROMISES = (
    "Next, I will look up the rest of it.",
    "Let me search for one more thing first.",
    "I have part of it. Now I am going to check the remaining point.",
    "I'll query the other source next and then answer.",
)
TEXT_DRIFTS = (
    "Thought: I know where to look and what to ask.",
    "",
    "Thought: nothing more is needed for now.\nAction: None",
    'Thought: I look it up.\nAction: search\nAction Input: {"query": "the rule that',
)
PLAN_DRIFTS = (
    "Sure! First I would look at the main point, then at the others, and sum up.",
    '{"goal": "answer", "steps": [{"id": "1", "task": "look',
)


def promise(talk: Conversation, script: Script, at: int) -> str | None:
    said = _next(talk, script) or PROMISES[at % len(PROMISES)]
    if talk.wanted == "answer":
        return said
    if talk.wanted in ("text", "calls") and len(talk.seen) >= at:
        return f"Thought: More is needed.\nFinal Answer: {said}" if talk.wanted == "text" else said
    return None


def _next(talk: Conversation, script: Script) -> str:
    """The thought before the next call, where it announces one in so many words (seed 002:
    “Next, I will find the current population of the United States”)."""
    wishes = script.wishes(talk.question, talk.seen) if talk.wanted in ("text", "calls") else []
    thought = wishes[0].thought if wishes else ""
    return thought if thought.startswith("Next, I will ") else ""


def drift(talk: Conversation, script: Script, at: int) -> str | None:
    if talk.wanted == "plan":
        return PLAN_DRIFTS[at % len(PLAN_DRIFTS)]
    if len(talk.seen) < at - 1:
        return None
    if talk.wanted == "calls":
        return ""
    return TEXT_DRIFTS[at % len(TEXT_DRIFTS)] if talk.wanted == "text" else None


def plan_unknown_tool(talk: Conversation, script: Script, at: int) -> str | None:
    if talk.wanted != "plan":
        return None
    wishes = script.plan(talk.question)
    steps = [
        {"id": str(n), "task": w.thought, "tool": w.name, "args": dict(w.arguments)}
        for n, w in enumerate(wishes, 1)
    ]
    steps[min(at, len(steps)) - 1]["tool"] = INVENTED[at % len(INVENTED)]
    return as_json({"goal": talk.question, "steps": steps})
