"""Lines of a Claude Code session, written by hand in the shapes that Claude Code writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SESSION = "5e551011-0000-4000-8000-000000000001"
Json = dict[str, Any]


class Lines:
    """Each line follows the one before; `more` replaces or adds fields."""

    def __init__(self, session: str = SESSION) -> None:
        self.session = session
        self.lines: list[str] = []
        self.last: str | None = None
        self.seconds = 0

    def put(self, kind: str, **more: Any) -> str:
        number = len(self.lines) + 1
        self.seconds += 1
        uuid = f"{self.session[:4]}-{number:04d}"
        record = {
            "parentUuid": self.last,
            "isSidechain": False,
            "sessionId": self.session,
            "version": "2.0.1",
            "cwd": "/project",
            "type": kind,
            "uuid": uuid,
            "timestamp": f"2025-09-03T10:{self.seconds // 60:02d}:{self.seconds % 60:02d}.500Z",
        }
        self.raw(json.dumps(record | more, ensure_ascii=False))
        self.last = str(more.get("uuid", uuid))
        return self.last

    def raw(self, line: str) -> None:
        self.lines.append(line)

    def user(self, text: Any, **more: Any) -> str:
        return self.put("user", message={"role": "user", "content": text}, **more)

    def said(
        self, message_id: str | None, *blocks: Json, usage: Json | None = None, **more: Any
    ) -> str:
        message = {
            "id": message_id,
            "role": "assistant",
            "model": more.pop("model", "claude-sonnet-4-20250514"),
            "content": list(blocks),
            "stop_reason": more.pop("stop_reason", None),
            "usage": usage,
        }
        kept = {key: value for key, value in message.items() if value is not None}
        return self.put("assistant", message=kept, **more)

    def result(self, call_id: str, text: Any, failed: bool = False, **more: Any) -> str:
        block = {"type": "tool_result", "tool_use_id": call_id, "content": text}
        return self.user([block | ({"is_error": True} if failed else {})], **more)

    def write(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(self.lines) + "\n", encoding="utf-8")
        return path


def text(words: str) -> Json:
    return {"type": "text", "text": words}


def call(call_id: str, name: str = "Bash", **given: Any) -> Json:
    return {"type": "tool_use", "id": call_id, "name": name, "input": given}


def usage(fresh: int, output: int, read: int = 0, written: int = 0) -> Json:
    return {
        "input_tokens": fresh,
        "output_tokens": output,
        "cache_read_input_tokens": read,
        "cache_creation_input_tokens": written,
    }


def a_session(session: str = SESSION, answer: str = "Both tests pass now.") -> Lines:
    """A question, a call said on two lines, its result, an answer."""
    lines = Lines(session)
    lines.user("Why do the tests fail?")
    lines.said("msg_1", text("I look."), usage=usage(4, 1, read=900, written=90))
    lines.said("msg_1", call("toolu_1", command="pytest"), usage=usage(4, 37, read=900, written=90))
    lines.result("toolu_1", "2 failed", failed=True)
    lines.said("msg_2", text(answer), usage=usage(6, 20, read=990), stop_reason="end_turn")
    return lines
