"""One API call of a Codex rollout, gathered from the items that it is said in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agents.events import Reading
from agents.messages import Call, Usage
from data.importers.codex_items import failed, output_of
from data.importers.hostile import body_of
from data.importers.writing import RunOut


@dataclass
class OpenReply:
    """What a model has said since its last call was told."""

    items: list[dict[str, Any]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    results: list[tuple[dict[str, Any], float | None]] = field(default_factory=list)
    """Outputs that came before the usage of the reply that asked for them."""
    ended_at: float | None = None

    def heard(self, item: dict[str, Any], at: float | None) -> None:
        self.items.append(item)
        if at is not None:
            self.ended_at = at

    def tell(
        self, run: RunOut, model: str, usage: Usage, at: float | None, started_at: float | None
    ) -> float | None:
        """Adds it to the run, and then the results that came for it; the time of the last one."""
        if self.items or usage.source == "reported":
            run.replied(
                at=self.ended_at if self.ended_at is not None else at,
                started_at=started_at,
                model=model,
                text="\n".join(self.texts),
                calls=self.calls,
                thinking="\n\n".join(self.thoughts),
                usage=usage,
                finish="tool_calls" if self.calls else "stop",
                dialect="responses",
                raw=body_of(self.items),
                settings={"model": model} if model else None,
                reading=None if self.items else Reading(),  # only its tokens are told
            )
            for item in self.items:
                run.ask("reasoning", "assistant", item)
        last: float | None = None
        for item, when in self.results:
            text = output_of(item)
            run.answer(
                item.get("call_id"),
                text,
                at=when,
                started_at=self.ended_at,
                outcome="error" if failed(item, text) else "ok",
                message=item,
            )
            last = when if when is not None else last
        return last
