"""The scripted model with one bad habit: it does everything right but for one known thing.

For demonstrations and for measuring detectors: what it did wrong is said in the reply's notes
(`habit: NAME`), which no detector reads. Deterministic, and in whichever protocol it is asked.
"""

from __future__ import annotations

from dataclasses import replace

from agents.errors import BadInput
from agents.messages import Call, Reply, Request, Text, Wire
from agents.models.base import Hear, deaf
from agents.models.bent_script import BentScript
from agents.models.conversation import NO_MORE, Conversation, read
from agents.models.habits import HABITS, Habit
from agents.models.scripted import ScriptedModel
from agents.models.scripted_wire import wire

HABIT_NOTE = "habit: "


class Misbehaving:
    """`at` says when: after so many observations, or at which step of a plan."""

    def __init__(self, model: ScriptedModel, habit: str, at: int = 1) -> None:
        """Raises BadInput for an unknown habit."""
        self.model = model
        self.habit = _habit(habit)
        self.at = at
        self.name = f"{model.name}+{habit}" + (f"@{at}" if at != 1 else "")

    def wire(self, request: Request) -> Wire:
        return wire(request, self.name)

    async def reply(self, request: Request, hear: Hear = deaf) -> Reply:
        talk = read(request)
        honest = self.model.decide(talk)
        said = self._bent(talk, _nudged(request))
        speaker = _Saying(said, self)
        reply = await speaker.reply(request, hear)
        notes = (f"{HABIT_NOTE}{self.habit.name}",) if said != honest else ()
        return replace(reply, notes=(*reply.notes, *notes))

    def _bent(self, talk: Conversation, nudged: bool) -> tuple[str, tuple[Call, ...]]:
        if talk.wanted == "review":
            return (self.habit.reviews, ()) if self.habit.reviews else self.model.decide(talk)
        if self.habit.heeds and (talk.problems or talk.warned):
            return self.model.decide(talk)
        if not nudged and not talk.must_answer:
            spoiled = self.habit.spoils(talk, self.model.script, self.at)
            if spoiled is not None:
                return spoiled, ()
        script = BentScript(self.model.script, self.habit, self.at)
        return ScriptedModel(script).decide(talk)


class _Saying(ScriptedModel):
    """Says what was decided, at the pace and in the form of the model it stands for."""

    def __init__(self, said: tuple[str, tuple[Call, ...]], owner: Misbehaving) -> None:
        super().__init__(owner.model.script, owner.model.pace)
        self.name = owner.name
        self.said = said

    def decide(self, talk: Conversation) -> tuple[str, tuple[Call, ...]]:
        return self.said


def misbehaving(model: ScriptedModel, named: str) -> Misbehaving:
    """Of `HABIT` or `HABIT@TURN`. Raises BadInput."""
    habit, _, turn = named.partition("@")
    if turn and not (turn.isascii() and turn.isdigit() and int(turn) >= 1):
        raise BadInput(f"{turn!r} is no turn: write scripted+{habit}@2 for the second one.")
    return Misbehaving(model, habit, int(turn or 1))


def _habit(name: str) -> Habit:
    if name not in HABITS:
        raise BadInput(f"There is no habit {name!r}; there are {', '.join(HABITS)}.")
    return HABITS[name]


def _nudged(request: Request) -> bool:
    """Was it told before that a reply of its own could not be used?"""
    return any(
        isinstance(m, Text) and m.part == "note" and NO_MORE not in m.text for m in request.messages
    )
