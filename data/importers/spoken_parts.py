"""What one message says: its text, its thinking, the calls it wishes for, the results it holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from agents.messages import Dialect, Finish

Role = Literal["system", "user", "assistant", "tool"]
FINISH: dict[str, Finish] = {
    "length": "length", "max_tokens": "length", "MAX_TOKENS": "length",
    "max_output_tokens": "length", "model_context_window_exceeded": "length",
    "content_filter": "refusal", "refusal": "refusal", "SAFETY": "refusal",
    "error": "error", "failed": "error", "cancelled": "cancelled",
}  # fmt: skip


@dataclass(frozen=True)
class Wished:
    id: Any
    name: str
    arguments: Any


@dataclass(frozen=True)
class Result:
    id: Any
    name: str
    output: str
    failed: bool = False


@dataclass
class Said:
    role: Role
    raw: Any = None
    """The message as it stands in the trace."""
    text: str = ""
    thinking: str = ""
    calls: list[Wished] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    """In a reply, those of tools that the provider ran itself."""
    closing: str = ""
    """Of a reply with such results, the text after the last of them."""
    dialect: Dialect = "chat"
    finish: Finish | None = None
    more: bool = False
    """Whether there is something in `raw` that text and calls do not tell."""

    @property
    def empty(self) -> bool:
        return not (self.text or self.thinking or self.calls or self.results)

    def ended(self) -> Finish:
        return self.finish or ("tool_calls" if self.calls else "stop")

    def add(self, other: Said) -> None:
        """What another message of the same turn says."""
        self.text = "\n".join(filter(None, (self.text, other.text)))
        self.thinking = "\n".join(filter(None, (self.thinking, other.thinking)))
        self.calls += other.calls
        self.results += other.results
        self.more = self.more or other.more
        self.finish = self.finish or other.finish
        self.dialect = other.dialect if self.dialect == "chat" else self.dialect
