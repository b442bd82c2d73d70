"""The texts of a Claude Code session: what a content says, and which prompts are no person's."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from data.importers.hostile import text_of

NO_PROMPT = ("<command-", "<local-command-", "<bash-", "<task-notification", "Caveat: The messages")
"""How the program's own words begin, which stand there as the user's."""


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
