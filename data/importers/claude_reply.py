"""One API call of a Claude Code session, gathered from the lines that it is said on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from agents.messages import Call, Finish, Usage
from agents.models.usage import anthropic_usage
from data.importers.hostile import body_of, text_of, word
from data.importers.writing import RunOut

FINISH: dict[str, Finish] = {
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
}


@dataclass
class OpenReply:
    key: str
    started_at: float | None
    blocks: list[Any] = field(default_factory=list)
    uuids: list[str] = field(default_factory=list)
    model: str = ""
    ended_at: float | None = None
    _usage: Any = None
    _reason: Any = None
    _failed: bool = False

    def add(self, record: dict[str, Any], at: float | None) -> None:
        message = record["message"]
        content = message.get("content")
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        self.blocks += content if isinstance(content, list) else []
        self.model = text_of(message.get("model")) or self.model
        # each line tells the usage as it stood; the last one is the whole
        self._usage = message.get("usage") or self._usage
        self._reason = message.get("stop_reason") or self._reason
        self._failed = self._failed or record.get("isApiErrorMessage") is True
        if isinstance(record.get("uuid"), str):
            self.uuids.append(record["uuid"])
        if at is not None:
            self.ended_at = at if self.ended_at is None else max(at, self.ended_at)

    def tell(self, run: RunOut) -> Iterator[tuple[Call, dict[str, Any]]]:
        """Adds it to the run; its calls with their blocks."""
        blocks = [block for block in self.blocks if isinstance(block, dict)]
        uses = _distinct(block for block in blocks if block.get("type") == "tool_use")
        calls = [run.wish(b.get("id"), b.get("name"), b.get("input")) for b in uses]
        finish = FINISH.get(word(self._reason), "tool_calls" if calls else "stop")
        run.replied(
            at=self.ended_at,
            started_at=self.started_at,
            model=self.model,
            text="".join(text_of(b.get("text")) for b in blocks if b.get("type") == "text"),
            calls=calls,
            thinking="".join(
                text_of(b.get("thinking")) for b in blocks if b.get("type") == "thinking"
            ),
            usage=anthropic_usage(self._usage) if self._usage else Usage(),
            finish="error" if self._failed else finish,
            dialect="anthropic",
            raw=body_of(self.blocks) if _signed(blocks) else "",
            settings={"model": self.model} if self.model else None,
            message={"role": "assistant", "content": self.blocks},
        )
        yield from zip(calls, uses, strict=True)


def _signed(blocks: list[dict[str, Any]]) -> bool:
    """Whether there is more than texts and calls, which are told in full already."""
    return any(block.get("type") not in ("text", "tool_use") for block in blocks)


def _distinct(uses: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """A call that is said on two lines of one reply is one call."""
    found: list[dict[str, Any]] = []
    seen: set[str] = set()
    for block in uses:
        call_id = block.get("id")
        if isinstance(call_id, str) and call_id:
            if call_id in seen:
                continue
            seen.add(call_id)
        found.append(block)
    return found
