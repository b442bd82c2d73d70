"""Where an MCP server is, read from what the user typed."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

from agents.errors import BadInput
from agents.secrets import redact

_VARIABLE = re.compile(r"\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))", re.ASCII)
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=", re.ASCII)


@dataclass(frozen=True, slots=True)
class Target:
    """A program to start (`command`), or an address to ask (`url`)."""

    label: str
    """Names it to people and in provenance; holds no value of a variable."""
    command: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    """On top of the few harmless variables that a server is given (PATH, HOME, ...)."""
    url: str = field(default="", repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


def target_of(typed: str, environ: Mapping[str, str] = os.environ) -> Target:
    """`[NAME=VALUE ...] COMMAND ARGS` or `http(s)://... ['Header: value' ...]`.

    `$NAME` stands for a variable of ours, so that a key is neither typed nor stored with the run.
    Raises BadInput.
    """
    try:
        words = shlex.split(typed)
    except ValueError as error:
        raise BadInput(f"mcp: {typed!r} cannot be read: {str(error).lower()}.") from None
    if words and re.match(r"https?://", words[0], re.IGNORECASE):
        return _address(words[0], words[1:], environ)
    env: dict[str, str] = {}
    while words and _ASSIGNMENT.match(words[0]):
        name, _, value = words.pop(0).partition("=")
        env[name] = _filled(value, environ)
    if not words:
        raise BadInput("mcp: needs a command or an http address, as in mcp:COMMAND ARGS.")
    command = tuple(_filled(word, environ) for word in words)
    if any("\0" in word for word in (*command, *env.values())):
        raise BadInput("mcp: a command cannot hold a NUL character.")
    return Target(redact(shlex.join(words), environ), command, env)


def _address(typed: str, more: list[str], environ: Mapping[str, str]) -> Target:
    try:
        parts = urlsplit(typed)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host:
        raise BadInput(f"mcp: {typed!r} is no http address.")
    if parts.password and not _VARIABLE.fullmatch(parts.password):
        raise BadInput(
            "mcp: a password in the address would be stored with the run; "
            "put it into a variable and write $NAME in its place."
        )
    headers: dict[str, str] = {}
    for word in more:
        name, colon, value = word.partition(":")
        if not colon or not re.fullmatch(r"[\w-]+", name, re.ASCII):
            raise BadInput("mcp: after an address come headers only, as in 'Name: value'.")
        headers[name] = _filled(value.strip(), environ)
    shown = f"[{host}]" if ":" in host else host
    place = shown if port is None else f"{shown}:{port}"
    label = urlunsplit((parts.scheme, place, parts.path, "", ""))
    return Target(redact(label, environ), url=_filled(typed, environ), headers=headers)


def _filled(word: str, environ: Mapping[str, str]) -> str:
    def value(found: re.Match[str]) -> str:
        name = found[1] or found[2]
        if name not in environ:
            raise BadInput(f"mcp: the variable ${name} is not set.")
        return environ[name]

    return _VARIABLE.sub(value, word)
