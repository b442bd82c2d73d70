"""What a model can do: does it take tools in the provider's own form, or only text?

Known of the hosted providers by their names; of a local model it is asked. Ollama lists what a
model can do; any other server is asked for one small reply with one tool.
"""

from __future__ import annotations

import json
import os
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any

from agents.models.catalog import KEYS, is_scripted, local_url

SHOW_S = 2.0
PROBE_S = 30.0
TEXT_ONLY = re.compile(
    r"instruct$|^(davinci|babbage|text-|o1-(mini|preview)|chatgpt-4o)|^claude-(instant|v?[12]\b)"
)
"""Hosted models that take no tools, by the names their providers gave them."""


_found: dict[tuple[str, str], Ability] = {}


@dataclass(frozen=True, slots=True)
class Ability:
    """`calls_tools` None: it could not be found out, and `why` says why."""

    calls_tools: bool | None
    why: str


def ability(model: str, environ: Mapping[str, str] = os.environ) -> Ability:
    """`model` as the user names it. Only a local model is asked, once for each address."""
    prefix, _, name = model.partition(":")
    if is_scripted(model):
        return Ability(True, "the scripted model takes tool calls")
    if prefix in KEYS:
        if TEXT_ONLY.search(name):
            return Ability(False, f"{name} is known to take no tools")
        return Ability(True, f"models of {prefix} take tool calls")
    return _asked(local_url(environ).rstrip("/"), name, environ.get("TRIPTYCH_LOCAL_KEY") or "none")


def _asked(url: str, name: str, key: str) -> Ability:
    """What could not be found out is not kept: a server may be started later."""
    if (known := _found.get((url, name))) is not None:
        return known
    try:
        found = _listed(url, name, key) or _tried(url, name, key)
    except (OSError, HTTPException) as error:
        why = getattr(error, "reason", None) or type(error).__name__
        return Ability(None, f"the local server could not be asked ({why})")
    _found[url, name] = found
    return found


def _listed(url: str, name: str, key: str) -> Ability | None:
    """Ollama's own list of what a model can do; None where the server is another one."""
    try:
        found = _post(url.removesuffix("/v1") + "/api/show", {"model": name}, key, SHOW_S)
    except (urllib.error.HTTPError, ValueError):
        return None
    can = found.get("capabilities")
    if not isinstance(can, list):
        return None
    if "tools" in can:
        return Ability(True, f"the server says that {name} takes tools")
    return Ability(False, f"the server does not say that {name} takes tools")


def _tried(url: str, name: str, key: str) -> Ability:
    tool = {
        "name": "add",
        "description": "Adds two numbers.",
        "parameters": {
            "type": "object",
            "properties": {"a": {"type": "number"}, "b": {"type": "number"}},
            "required": ["a", "b"],
        },
    }
    body = {
        "model": name,
        "messages": [{"role": "user", "content": "Call the tool add with a=2 and b=3."}],
        "tools": [{"type": "function", "function": tool}],
        "max_tokens": 100,
        "temperature": 0,
    }
    try:
        message = _post(f"{url}/chat/completions", body, key, PROBE_S)["choices"][0]["message"]
        called = bool(message.get("tool_calls"))
    except urllib.error.HTTPError as error:
        return Ability(False, f"asked for a tool call, the server answered {error.code}")
    except (ValueError, LookupError, TypeError, AttributeError):
        return Ability(False, "asked for a tool call, the server gave no readable reply")
    said = "made one" if called else "made none"
    return Ability(called, f"asked for a tool call, {name} {said}")


def _post(url: str, body: dict[str, Any], key: str, timeout_s: float) -> dict[str, Any]:
    """Raises urllib.error.HTTPError, OSError, or ValueError for what is no JSON object."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    if request.type not in ("http", "https"):
        raise ValueError("no HTTP address")
    with urllib.request.urlopen(request, timeout=timeout_s) as response:
        found = json.load(response)
    if not isinstance(found, dict):
        raise ValueError("no object")
    return found
