"""A Claude Code session as it is read, line by line: its runs, and what each has been asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from agents.messages import Call
from data.importers.chains import EMPTY, Chain
from data.importers.claude_reply import OpenReply
from data.importers.hostile import text_of, word
from data.importers.writing import Out, RunOut

CALLS_AGENTS = ("Task", "Agent")
NO_PROMPT = ("<command-", "<local-command-", "<bash-", "<task-notification", "Caveat: The messages")
BOOKKEEPING = frozenset({"summary", "custom-title", "ai-title", "agent-name", "last-prompt"})
"""Lines about the session that are kept with the run."""
DUPLICATES = "lines that stand in the file twice (same uuid): taken once"


def line_key(record: Any) -> str:
    """Names the API call that a line is a part of; empty for a line that is none."""
    if not isinstance(record, dict) or record.get("type") != "assistant":
        return ""
    message = record.get("message")
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str) else ""


@dataclass
class Strand:
    """One run of the session: the main one, or a sub-agent."""

    run: RunOut
    reply: OpenReply | None = None
    waiting: list[dict[str, Any]] = field(default_factory=list)
    """Lines that came between those of the reply."""
    heard_at: float | None = None
    """When the last thing came that a reply could answer."""
    command: str = ""
    """The last slash command; it is the question where a reply follows and nothing else was asked.
    (Others, like /clear, are Claude Code's own and no model hears of them.)"""


class Session:
    def __init__(self, out: Out, said: Counter[str]) -> None:
        self.out = out
        self._said = said
        self._seen: set[str] = set()
        self._strands: dict[str, Strand] = {}
        self._homes: dict[str, str] = {}
        """uuid of a line -> the strand it belongs to."""
        self._places: dict[str, Chain] = {}
        """uuid of a line -> what its run had been asked up to it."""
        self._tasks: list[tuple[Strand, Call, str]] = []
        """Calls of sub-agents, with their prompts, that no strand has been found for yet."""
        self._agents: dict[str, tuple[Strand, str]] = {}
        """agentId -> who called it, and the call's id."""
        self._session = ""
        self._about: dict[str, Any] = {}

    def take(self, record: Any) -> None:
        if not isinstance(record, dict):
            self.out.report.unknown_record(type(record).__name__, record)
            return
        uuid = record.get("uuid")
        if isinstance(uuid, str):
            # the same uuid may be given to two different lines by hand; only equal ones are one
            mark = f"{uuid} {record.get('timestamp')} {record.get('type')} {line_key(record)}"
            if mark in self._seen:
                self.out.report.lose(DUPLICATES)
                key = line_key(record)
                if key:
                    self._said[key] -= 1
                return
            self._seen.add(mark)
        kind = record.get("type")
        if kind in ("user", "assistant") and isinstance(record.get("message"), dict):
            strand = self._strand_of(record)
            if kind == "assistant":
                self._assistant(strand, record)
            elif strand.reply is not None:
                strand.waiting.append(record)
                self._close_if_whole(strand)
            else:
                self._user(strand, record)
        else:
            self._other(kind, record)

    def end(self) -> None:
        for strand in self._strands.values():
            self._close(strand)
        for key, strand in self._strands.items():
            self._finish(key, strand)
        main = self._strands.get("")
        if main is None and not self._strands:
            main = Strand(self._new_run(""))
            self._strands[""] = main
        for agent, (caller, call_id) in self._agents.items():
            key = f"agent:{agent}"
            if key in self._strands:
                self._strands[key].run.called_by = caller.run
                self._strands[key].run.called_as = call_id
            else:
                caller.run.children[f"{self._session}/{agent}"] = call_id

    # which run a line belongs to

    def _strand_of(self, record: dict[str, Any]) -> Strand:
        session = record.get("sessionId")
        if not self._session and isinstance(session, str):
            self._session = session
        key = self._key_of(record)
        uuid = record.get("uuid")
        if isinstance(uuid, str):
            self._homes[uuid] = key
        if key not in self._strands:
            self._strands[key] = Strand(self._new_run(key))
        strand = self._strands[key]
        for name, told in (("version", "version"), ("cwd", "folder"), ("gitBranch", "branch")):
            value = record.get(name)
            if isinstance(value, str) and value:
                strand.run.imported.setdefault(told, value)
        return strand

    def _key_of(self, record: dict[str, Any]) -> str:
        agent = record.get("agentId")
        if record.get("isSidechain") is not True:
            return ""
        if isinstance(agent, str) and agent:
            return f"agent:{agent}"
        parent = record.get("parentUuid")
        home = self._homes.get(parent, "") if isinstance(parent, str) else ""
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

    # what a line says

    def _assistant(self, strand: Strand, record: dict[str, Any]) -> None:
        key = line_key(record)
        if strand.reply is not None and (not key or strand.reply.key != key):
            self._close(strand)
        if strand.reply is None:
            strand.reply = OpenReply(key, strand.heard_at)
        strand.reply.add(record, self.out.report.time(record.get("timestamp")))
        if key:
            self._said[key] -= 1
        self._close_if_whole(strand)

    def _close_if_whole(self, strand: Strand) -> None:
        reply = strand.reply
        if reply is not None and (not reply.key or self._said[reply.key] <= 0):
            self._close(strand)

    def _close(self, strand: Strand) -> None:
        reply, waiting = strand.reply, strand.waiting
        strand.reply, strand.waiting = None, []
        if reply is not None:
            strand.run.question = strand.run.question or strand.command
            for call, block in reply.tell(strand.run):
                if call.name in CALLS_AGENTS:
                    prompt = block.get("input")
                    text = prompt.get("prompt") if isinstance(prompt, dict) else None
                    self._tasks.append((strand, call, text_of(text)))
            for uuid in reply.uuids:
                self._places[uuid] = strand.run.chain
            strand.heard_at = reply.ended_at
        for record in waiting:
            self._user(strand, record)

    def _user(self, strand: Strand, record: dict[str, Any]) -> None:
        run, message = strand.run, record["message"]
        at = self.out.report.time(record.get("timestamp"))
        content = message.get("content")
        blocks = content if isinstance(content, list) else [content]
        results = [b for b in blocks if isinstance(b, dict) and b.get("type") == "tool_result"]
        if not results:
            self._taken_back(strand, record)
        for block in results:
            self._result(strand, block, record, at)
        prompt = said(blocks)
        meta = record.get("isMeta") is True or prompt.startswith(NO_PROMPT)
        if content is None:
            self.out.report.unknown_record("user without content", record)
        else:
            part = "observation" if results else "note" if meta else "question"
            run.ask(part, "user", {"role": "user", "content": content})
        strand.command = command_in(prompt) or strand.command
        if prompt and not results and not meta:
            if not run.question:
                run.question = prompt
                self._caller_of(strand, prompt)
            else:
                run.follow_up(prompt, at)
        run.started_at = at if run.started_at is None else run.started_at
        strand.heard_at = at if at is not None else strand.heard_at
        uuid = record.get("uuid")
        if isinstance(uuid, str):
            self._places[uuid] = run.chain

    def _result(
        self, strand: Strand, block: dict[str, Any], record: dict[str, Any], at: float | None
    ) -> None:
        result = strand.run.answer(
            block.get("tool_use_id"),
            said(block.get("content")),
            at=at,
            started_at=strand.heard_at,
            outcome="error" if block.get("is_error") is True else "ok",
        )
        sidecar = record.get("toolUseResult")
        agent = sidecar.get("agentId") if isinstance(sidecar, dict) else None
        if isinstance(agent, str) and agent:
            self._agents[agent] = (strand, result.call.id)

    def _taken_back(self, strand: Strand, record: dict[str, Any]) -> None:
        """A prompt whose parent is an earlier line: what came after that one was taken back."""
        parent = record.get("parentUuid")
        place = self._places.get(parent) if isinstance(parent, str) else None
        if place is not None:
            strand.run.chain = place

    def _caller_of(self, strand: Strand, prompt: str) -> None:
        """In files without agent ids, a sub-agent is known by the prompt it was called with."""
        for place, (caller, call, asked) in enumerate(self._tasks):
            if caller is not strand and asked == prompt:
                strand.run.called_by, strand.run.called_as = caller.run, call.id
                del self._tasks[place]
                return

    def _other(self, kind: Any, record: dict[str, Any]) -> None:
        uuid, parent = record.get("uuid"), record.get("parentUuid")
        if isinstance(uuid, str) and isinstance(parent, str):
            self._homes[uuid] = self._homes.get(parent, "")
            if parent in self._places:
                self._places[uuid] = self._places[parent]
        if kind == "system" and record.get("subtype") == "compact_boundary":
            strand = self._strands.get(self._key_of(record))
            if strand is not None:
                self._close(strand)
                strand.run.chain = EMPTY
                strand.run.imported["compactions"] = strand.run.imported.get("compactions", 0) + 1
        if word(kind) in BOOKKEEPING:
            kept = {k: v for k, v in record.items() if k not in ("type", "sessionId")}
            self._about.setdefault(str(kind), []).append(kept)
            return
        subtype = record.get("subtype")
        self.out.report.unknown_record(f"{kind}/{subtype}" if subtype else kind, record)

    def _finish(self, key: str, strand: Strand) -> None:
        run = strand.run
        run.stop_if_answered()
        if not key and self._about:
            run.imported["about"] = self._about
            titles = self._about.get("summary") or self._about.get("ai-title") or [{}]
            run.label = next((v for v in titles[-1].values() if isinstance(v, str)), "")[:200]
        unanswered = len(run.pairing.open())
        if unanswered:
            self.out.report.lose("calls without a result in the file", unanswered)


def said(content: Any) -> str:
    """The text of a content: of a string, or of its blocks, one after the other."""
    if content is None or isinstance(content, str):
        return content or ""
    blocks: Iterable[Any] = content if isinstance(content, list) else [content]
    return "\n".join(text for block in blocks if (text := _said_by(block)))


def command_in(prompt: str) -> str:
    """`/name arguments`, of a prompt that is a slash command."""
    found = re.search(r"<command-name>\s*(\S[^<]*?)\s*</command-name>", prompt)
    if found is None:
        return ""
    arguments = re.search(r"<command-args>(.*?)</command-args>", prompt, re.DOTALL)
    return f"{found[1]} {arguments[1].strip() if arguments else ''}".strip()


def _said_by(block: Any) -> str:
    if not isinstance(block, dict):
        return text_of(block)
    kind = block.get("type")
    if kind == "text":
        return text_of(block.get("text"))
    if kind == "tool_result":
        return ""
    if kind == "image":
        return "[an image, kept in the requests]"
    return text_of(block)
