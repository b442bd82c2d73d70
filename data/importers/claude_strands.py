"""The runs of a Claude Code session: the main one and its sub-agents, and who called them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from agents.messages import Call
from data.importers.claude_reply import OpenReply
from data.importers.writing import Out, RunOut

ABOUT = {"version": "version", "cwd": "folder", "gitBranch": "branch"}
"""What lines tell of their run, the first of them counts: field -> its name with the run."""


@dataclass
class Strand:
    """One run of the session: the main one, or a sub-agent."""

    run: RunOut
    reply: OpenReply | None = None
    waiting: list[dict[str, Any]] = field(default_factory=list)
    """Lines that came between those of the reply."""
    heard_at: float | None = None
    """When the last thing came that a reply could answer."""
    unknown: list[str] = field(default_factory=lambda: list(ABOUT))
    """Fields of ABOUT that no line has told yet."""
    command: str = ""
    """The last slash command; it is the question where a reply follows and nothing else was asked.
    (Others, like /clear, are Claude Code's own and no model hears of them.)"""


class Strands:
    """Which run a line belongs to."""

    def __init__(self, out: Out) -> None:
        self.out = out
        self._strands: dict[str, Strand] = {}
        self._session = ""
        self.homes: dict[str, str] = {}
        """uuid of a line -> the strand it belongs to."""
        self.tasks: list[tuple[Strand, Call, str]] = []
        """Calls of sub-agents, with their prompts, that no strand has been found for yet."""
        self.agents: dict[str, tuple[Strand, str]] = {}
        """agentId -> who called it, and the call's id."""

    def __iter__(self) -> Iterator[tuple[str, Strand]]:
        """Each with its key, which is empty for the main run."""
        yield from self._strands.items()

    def known(self, record: dict[str, Any]) -> Strand | None:
        """The strand of a line, if there is one yet."""
        return self._strands.get(self._key_of(record))

    def of(self, record: dict[str, Any]) -> Strand:
        session = record.get("sessionId")
        if not self._session and isinstance(session, str):
            self._session = session
        key = self._key_of(record)
        uuid = record.get("uuid")
        if isinstance(uuid, str):
            self.homes[uuid] = key
        if key not in self._strands:
            self._strands[key] = Strand(self._new_run(key))
        strand = self._strands[key]
        if strand.unknown:
            _about(strand, record)
        return strand

    def _key_of(self, record: dict[str, Any]) -> str:
        agent = record.get("agentId")
        if record.get("isSidechain") is not True:
            return ""
        if isinstance(agent, str) and agent:
            return f"agent:{agent}"
        parent = record.get("parentUuid")
        home = self.homes.get(parent, "") if isinstance(parent, str) else ""
        return home or f"side:{record.get('uuid')}"

    def _new_run(self, key: str) -> RunOut:
        """A sub-agent whose caller is not in this file is a trace of its own."""
        main = self._strands.get("")
        agent = key.partition(":")[2]
        thread = f"{self._session}/{agent}" if key else self._session
        if not self._session:
            thread = ""
        run = self.out.run(
            thread=thread,
            called_by=main.run if key and main else None,
            paradigm="function-calling",
            provider="anthropic",
        )
        if self._session:
            run.imported["session"] = self._session
        if key and main is None:
            run.belongs_to = self._session
        if key:
            run.imported["agent"] = agent
        return run

    def find_caller(self, strand: Strand, prompt: str) -> None:
        """In files without agent ids, a sub-agent is known by the prompt it was called with."""
        for place, (caller, call, asked) in enumerate(self.tasks):
            if caller is not strand and asked == prompt:
                strand.run.called_by, strand.run.called_as = caller.run, call.id
                del self.tasks[place]
                return

    def link(self) -> None:
        """At the end: says who called each sub-agent, here or in a file of its own. A file without
        a conversation is a run all the same."""
        if not self._strands:
            self._strands[""] = Strand(self._new_run(""))
        for agent, (caller, call_id) in self.agents.items():
            key = f"agent:{agent}"
            if key in self._strands:
                self._strands[key].run.called_by = caller.run
                self._strands[key].run.called_as = call_id
            else:
                caller.run.children[f"{self._session}/{agent}"] = call_id


def _about(strand: Strand, record: dict[str, Any]) -> None:
    for name in tuple(strand.unknown):
        value = record.get(name)
        if isinstance(value, str) and value:
            strand.run.imported.setdefault(ABOUT[name], value)
            strand.unknown.remove(name)
