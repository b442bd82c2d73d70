"""A Claude Code session as it is read, line by line: its runs, and what each has been asked."""

from __future__ import annotations

from collections import Counter
from typing import Any

from data.importers.chains import EMPTY, Chain
from data.importers.claude_reply import OpenReply
from data.importers.claude_strands import Strand, Strands
from data.importers.claude_texts import NO_PROMPT, command_in, said
from data.importers.hostile import text_of, word
from data.importers.writing import Out

CALLS_AGENTS = ("Task", "Agent")
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


class Session:
    def __init__(self, out: Out, said: Counter[str]) -> None:
        self.out = out
        self._said = said
        self._seen: set[str] = set()
        self._strands = Strands(out)
        self._places: dict[str, Chain] = {}
        """uuid of a line -> what its run had been asked up to it."""
        self._about: dict[str, Any] = {}

    def take(self, record: Any) -> None:
        if not isinstance(record, dict):
            self.out.report.unknown_record(type(record).__name__, record)
            return
        uuid, key = record.get("uuid"), line_key(record)
        if isinstance(uuid, str):
            # the same uuid may be given to two different lines by hand; only equal ones are one
            mark = f"{uuid} {record.get('timestamp')} {record.get('type')} {key}"
            if mark in self._seen:
                self.out.report.lose(DUPLICATES)
                if key:
                    self._said[key] -= 1
                return
            self._seen.add(mark)
        kind = record.get("type")
        if kind in ("user", "assistant") and isinstance(record.get("message"), dict):
            strand = self._strands.of(record)
            if kind == "assistant":
                self._assistant(strand, record, key)
            elif strand.reply is not None:
                strand.waiting.append(record)
                self._close_if_whole(strand)
            else:
                self._user(strand, record)
        else:
            self._other(kind, record)

    def end(self) -> None:
        for _, strand in self._strands:
            self._close(strand)
        for key, strand in self._strands:
            self._finish(key, strand)
        self._strands.link()

    def _assistant(self, strand: Strand, record: dict[str, Any], key: str) -> None:
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
                    self._strands.tasks.append((strand, call, text_of(text)))
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
                self._strands.find_caller(strand, prompt)
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
            self._strands.agents[agent] = (strand, result.call.id)

    def _taken_back(self, strand: Strand, record: dict[str, Any]) -> None:
        """A prompt whose parent is an earlier line: what came after that one was taken back."""
        parent = record.get("parentUuid")
        place = self._places.get(parent) if isinstance(parent, str) else None
        if place is not None:
            strand.run.chain = place

    def _other(self, kind: Any, record: dict[str, Any]) -> None:
        uuid, parent = record.get("uuid"), record.get("parentUuid")
        if isinstance(uuid, str) and isinstance(parent, str):
            self._strands.homes[uuid] = self._strands.homes.get(parent, "")
            if parent in self._places:
                self._places[uuid] = self._places[parent]
        if kind == "system" and record.get("subtype") == "compact_boundary":
            strand = self._strands.known(record)
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
        run.count_unanswered()
