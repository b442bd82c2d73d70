"""Qwen Code: lines of `{uuid, parentUuid, sessionId, type, message: {role, parts}}`.

Lines form a tree: after a rewind the conversation goes on from an earlier line, and what was said
in between stands in no later request. Two objects may be glued together on one line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from data.importers.chains import Chain
from data.importers.gemini_parts import (
    calls_in,
    output_of,
    responses_in,
    text_in,
    thoughts_in,
    usage_metadata,
)
from data.importers.hostile import text_of, word
from data.importers.records import objects
from data.importers.writing import Out, RunOut


def read(records: Iterable[Any], out: Out) -> None:
    session = Session(out)
    for record in objects(records, out.report):
        session.take(record)
    session.end()


class Session:
    def __init__(self, out: Out) -> None:
        self.out = out
        self._run: RunOut | None = None
        self._places: dict[str, Chain] = {}
        """uuid of a line -> what had been asked up to it."""
        self._heard_at: float | None = None

    @property
    def run(self) -> RunOut:
        if self._run is None:
            self._run = self.out.run(paradigm="function-calling")
            self._run.imported["agent"] = "qwen"
        return self._run

    def take(self, record: dict[str, Any]) -> None:
        if self._run is None and isinstance(record.get("sessionId"), str):
            self._run = self.out.run(thread=record["sessionId"], paradigm="function-calling")
            self._run.imported.update(agent="qwen", session=record["sessionId"])
        run = self.run
        for key, told in (("version", "version"), ("cwd", "folder"), ("gitBranch", "branch")):
            if isinstance(record.get(key), str):
                run.imported.setdefault(told, record[key])
        parent = self._places.get(word(record.get("parentUuid")))
        if parent is not None:
            run.chain = parent
        at = self.out.report.time(record.get("timestamp"))
        kind, message = word(record.get("type")), record.get("message")
        if kind in ("user", "assistant", "tool_result") and isinstance(message, dict):
            self._message(run, kind, record, message, at)
        else:
            self._other(run, kind, record)
        if isinstance(record.get("uuid"), str):
            self._places[record["uuid"]] = run.chain
        self._heard_at = at if at is not None else self._heard_at

    def end(self) -> None:
        self.run.stop_if_answered()
        self.run.count_unanswered()

    def _message(
        self, run: RunOut, kind: str, record: dict[str, Any], message: dict[str, Any],
        at: float | None,
    ) -> None:  # fmt: skip
        parts = message.get("parts")
        responses = responses_in(parts)
        if kind == "assistant":
            calls = [run.wish(c.get("id"), c.get("name"), c.get("args")) for c in calls_in(parts)]
            run.replied(
                at=at,
                started_at=self._heard_at,
                model=text_of(record.get("model")),
                text=text_in(parts),
                calls=calls,
                thinking=thoughts_in(parts),
                usage=usage_metadata(record.get("usageMetadata")),
                finish="tool_calls" if calls else "stop",
                message=message,
            )
        elif responses:
            self._results(run, record, responses, message, at)
        else:
            run.heard(text_in(parts), at)
            run.ask("question", "user", message)

    def _results(
        self, run: RunOut, record: dict[str, Any], responses: list[dict[str, Any]],
        message: dict[str, Any], at: float | None,
    ) -> None:  # fmt: skip
        about = record.get("toolCallResult")
        status = word(about.get("status")) if isinstance(about, dict) else ""
        for response in responses:
            output, failed = output_of(response)
            run.answer(
                response.get("id"),
                output,
                name=word(response.get("name")),
                at=at,
                started_at=self._heard_at,
                outcome="error" if failed or status == "error" else "ok",
            )
        run.ask("observation", "tool", message)

    def _other(self, run: RunOut, kind: str, record: dict[str, Any]) -> None:
        payload = record.get("systemPayload")
        title = payload.get("customTitle") if isinstance(payload, dict) else None
        if isinstance(title, str):
            run.label = title[:200]
            return
        self.out.report.unknown_record(f"{kind}/{word(record.get('subtype'))}", record)
