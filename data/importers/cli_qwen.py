"""Qwen Code: lines of `{uuid, parentUuid, sessionId, type, message: {role, parts}}`.

Lines form a tree: after a rewind the conversation goes on from an earlier line, and what was said
in between stands in no later request. Two objects may be glued together on one line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agents.branches import BACK
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
        self._places: dict[str, tuple[Chain, int]] = {}
        """uuid of a line -> what had been asked up to it, and the last event that it stands on."""
        self._back: int | None = None
        """The event that the next reply goes on from, after a rewind."""
        self._part: dict[str, Any] | None = None
        """A line of a reply that may go on in the next line."""
        self._heard_at: float | None = None

    @property
    def run(self) -> RunOut:
        if self._run is None:
            self._run = self.out.run(paradigm="function-calling")
            self._run.imported["agent"] = "qwen"
        return self._run

    def take(self, record: dict[str, Any]) -> None:
        """A reply may stand in several lines of one uuid: its thoughts, then its text."""
        part, self._part = self._part, None
        if part is not None:
            if word(record.get("uuid")) == part["uuid"] and record.get("type") == "assistant":
                record = _joined(part, record)
            else:
                self._take(part)
        if record.get("type") == "assistant" and word(record.get("uuid")):
            self._part = record
        else:
            self._take(record)

    def _take(self, record: dict[str, Any]) -> None:
        if self._run is None and isinstance(record.get("sessionId"), str):
            self._run = self.out.run(thread=record["sessionId"], paradigm="function-calling")
            self._run.imported.update(agent="qwen", session=record["sessionId"])
        run = self.run
        for key, told in (("version", "version"), ("cwd", "folder"), ("gitBranch", "branch")):
            if isinstance(record.get(key), str):
                run.imported.setdefault(told, record[key])
        at = self.out.report.time(record.get("timestamp"))
        kind, message = word(record.get("type")), record.get("message")
        place = self._goes_on(run, kind, record)
        before = run.events - 1
        if kind in ("user", "assistant", "tool_result") and isinstance(message, dict):
            self._message(run, kind, record, message, at)
        else:
            self._other(run, kind, record)
        if isinstance(record.get("uuid"), str):
            last = run.events - 1
            self._places[record["uuid"]] = (run.chain, place if last == before else last)
        self._heard_at = at if at is not None else self._heard_at

    def _goes_on(self, run: RunOut, kind: str, record: dict[str, Any]) -> int:
        """The event that this line stands on."""
        parent = self._places.get(word(record.get("parentUuid")))
        if parent is None:
            return run.events - 1
        run.chain, place = parent
        if place < run.events - 1 and kind != "tool_result":
            self._back = place
        return place

    def end(self) -> None:
        if self._part is not None:
            self._take(self._part)
        self.run.stop_if_answered()
        self.run.count_unanswered()

    def _message(
        self, run: RunOut, kind: str, record: dict[str, Any], message: dict[str, Any],
        at: float | None,
    ) -> None:  # fmt: skip
        parts = message.get("parts")
        responses = responses_in(parts)
        if kind == "assistant":
            if self._back is not None:
                run.model = ""  # the one that answered what was taken back
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
                notes=[] if self._back is None else [f"{BACK}{self._back}"],
                message=message,
            )
            self._back = None
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
        if record.get("subtype") == "rewind":  # told by what goes on from there
            return
        payload = record.get("systemPayload")
        title = payload.get("customTitle") if isinstance(payload, dict) else None
        if isinstance(title, str):
            run.label = title[:200]
            return
        self.out.report.unknown_record(f"{kind}/{word(record.get('subtype'))}", record)


def _joined(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Two lines of one reply; what the second one tells counts where both do."""
    parts = [
        part
        for record in (one, other)
        if isinstance(message := record.get("message"), dict)
        and isinstance(said := message.get("parts"), list)
        for part in said
    ]
    message = other.get("message") if isinstance(other.get("message"), dict) else one.get("message")
    told = {**one, **{key: value for key, value in other.items() if value is not None}}
    return {**told, "message": {**message, "parts": parts}} if isinstance(message, dict) else told
