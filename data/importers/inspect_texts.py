"""What an Inspect log keeps aside and stands for in its events: attachments and pooled messages."""

from __future__ import annotations

import re
from typing import Any

from data.importers.report import Report

REF = re.compile(r"(?:attachment|tc)://([0-9a-f]{32})")
MOST_PUT_IN = 2_000_000_000
"""Characters of attachments that are put in for one sample; a small file must not grow endless."""
LONGEST_PUT_IN = 64_000_000
TOO_MANY = "attachments not put in: the sample would grow beyond 2 GB of text"
POOL_LIMIT = 1_000_000


class Aside:
    def __init__(self, sample: dict[str, Any], report: Report) -> None:
        transcript = sample.get("transcript")
        older = transcript.get("content") if isinstance(transcript, dict) else None
        self._texts: dict[str, str] = {}
        for held in (sample.get("attachments"), older):
            if isinstance(held, dict):
                self._texts.update((k, v) for k, v in held.items() if isinstance(v, str))
        data = sample.get("events_data")
        pooled = data.get("messages") if isinstance(data, dict) else sample.get("message_pool")
        self._pool: list[Any] = pooled if isinstance(pooled, list) else []
        self._report = report
        self._put_in = 0

    def resolved(self, value: Any) -> Any:
        """The same value with the texts that were kept aside put in."""
        if isinstance(value, str):
            return self._text(value) if "://" in value else value
        if isinstance(value, list):
            return [self.resolved(inner) for inner in value]
        if isinstance(value, dict):
            return {key: self.resolved(inner) for key, inner in value.items()}
        return value

    def input_of(self, event: dict[str, Any]) -> list[Any]:
        """The messages of a model event, from itself or by ranges `[from, to)` of the pool."""
        said = event.get("input")
        refs = event.get("input_refs")
        if not said and isinstance(refs, list) and self._pool:
            found: list[Any] = []
            for ref in refs:
                if isinstance(ref, list) and len(ref) == 2 and all(type(n) is int for n in ref):
                    found += self._pool[max(ref[0], 0) : max(ref[1], 0)]
                if len(found) > POOL_LIMIT:
                    break
            said = found
        if isinstance(said, str):
            said = [{"role": "user", "content": said}]
        return list(self.resolved(said)) if isinstance(said, list) else []

    def _text(self, text: str) -> str:
        whole = REF.fullmatch(text)
        if whole:
            return self._held(whole[1], text)
        if not REF.search(text):
            return text
        size = sum(len(self._texts.get(m[1], "")) for m in REF.finditer(text))
        if size > LONGEST_PUT_IN:
            self._report.lose(TOO_MANY)
            return text
        return REF.sub(lambda m: self._held(m[1], m[0]), text)

    def _held(self, name: str, text: str) -> str:
        found = self._texts.get(name)
        if found is None:
            self._report.lose("attachments that the file does not hold: their names stay")
            return text
        self._put_in += len(found)
        if self._put_in > MOST_PUT_IN:
            self._report.lose(TOO_MANY)
            return text
        return found
