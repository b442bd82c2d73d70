"""Takes keys out of any text that may be shown, stored or sent back to a model."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache

HIDDEN = "[secret]"
SECRET_HIDDEN = "a secret was taken out"
"""The note on a result that held one."""
SHORTEST = 8
"""Shorter values are words as often as secrets, and hiding them would garble the text."""

# PWD and OLDPWD are folders, DB_PWD is not
_NAMES_A_SECRET = re.compile(
    r"KEYS?(?:_|$)|TOKENS?(?:_|$)|SECRET|PASSW(?:OR)?D|_PWD$|CREDENTIAL", re.IGNORECASE
)
_LOOKS_LIKE_A_KEY = re.compile(r"\bsk-[A-Za-z0-9_*-]{8,}")


@lru_cache(maxsize=1024)
def _is_secret(name: str) -> bool:
    return bool(_NAMES_A_SECRET.search(name))


def redact(text: str, environ: Mapping[str, str]) -> str:
    """The text without secrets of the environment (`without_secrets`), and without anything
    shaped like an OpenAI or Anthropic key (also one masked with asterisks)."""
    return _LOOKS_LIKE_A_KEY.sub(HIDDEN, without_secrets(text, environ))


def without_secrets(text: str, environ: Mapping[str, str]) -> str:
    """The text without the values of environment variables that are named like secrets, as they
    are or as they stand in JSON; every other character stays."""
    values = {
        written
        for name in environ
        if _is_secret(name) and len(value := environ.get(name, "")) >= SHORTEST
        for written in (value, json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1])
    }
    # the longest first: one secret may be the beginning of another
    for value in sorted(values, key=len, reverse=True):
        text = text.replace(value, HIDDEN)
    return text
