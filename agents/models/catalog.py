"""Makes a model of its name, and says which names would work here."""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException
from urllib.parse import urlsplit

from agents.errors import BadInput, NotReady
from agents.models.base import Model
from agents.models.provider_errors import public_url
from agents.models.script import Script

FORMS = "scripted, openai:NAME, openai-responses:NAME, anthropic:NAME or local:NAME"
LOCAL_URL = "http://localhost:11434/v1"
"""Ollama's address."""
OPENAI_URL = "https://api.openai.com/v1"
ANTHROPIC_URL = "https://api.anthropic.com"
KEYS = {
    "openai": "OPENAI_API_KEY",
    "openai-responses": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
}


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """`needs` says in a few words what is missing, or, of a ready one, what it is."""

    name: str
    ready: bool
    needs: str


def make_model(
    name: str,
    *,
    script: Script | None = None,
    pace: float = 0,
    environ: Mapping[str, str] = os.environ,
) -> Model:
    """Raises BadInput for a name of no known form and NotReady where a key or a script is
    missing. Nothing is called yet, so that a wrong key shows only at the first reply."""
    if is_scripted(name):
        return _scripted(script, pace, name.partition("+")[2] if "+" in name else None)
    prefix, _, rest = name.partition(":")
    if prefix not in (*KEYS, "local"):
        raise BadInput(f"There is no model {name!r}: write {FORMS}.")
    if not rest.strip():
        raise BadInput(f"{name!r} names no model: write {prefix}:NAME, such as {_example(prefix)}.")
    if prefix == "local":
        from agents.models.openai_chat import OpenAIChat

        url = _checked(local_url(environ), "TRIPTYCH_LOCAL_URL")
        return OpenAIChat(name, environ.get("TRIPTYCH_LOCAL_KEY") or "none", url)
    return _hosted(prefix, name, _key(prefix, environ), environ)


def is_scripted(name: str) -> bool:
    """`scripted`, or `scripted+HABIT`: the same model with one bad habit."""
    return name == "scripted" or name.startswith("scripted+")


def models_status(environ: Mapping[str, str] = os.environ) -> list[ModelStatus]:
    """Asks only the local server, and waits at most a second for it."""
    status = [ModelStatus("scripted", True, "no key; plays the bundled scenarios")]
    for prefix, variable in KEYS.items():
        ready = bool(environ.get(variable, "").strip())
        needs = f"key from {variable}" if ready else f"set {variable}"
        status.append(ModelStatus(f"{prefix}:NAME", ready, needs))
    url = public_url(local_url(environ))
    found = local_models(environ)
    if found is None:
        needs = f"no server at {url}: start one, or set TRIPTYCH_LOCAL_URL"
        return [*status, ModelStatus("local:NAME", False, needs)]
    if not found:
        return [*status, ModelStatus("local:NAME", False, f"the server at {url} has no model")]
    return status + [ModelStatus(f"local:{model}", True, f"at {url}") for model in found]


def local_url(environ: Mapping[str, str]) -> str:
    return environ.get("TRIPTYCH_LOCAL_URL") or LOCAL_URL


def local_models(environ: Mapping[str, str], timeout_s: float = 1) -> list[str] | None:
    """What the local server offers; None if it does not answer."""
    key = environ.get("TRIPTYCH_LOCAL_KEY") or "none"
    try:
        request = urllib.request.Request(
            local_url(environ).rstrip("/") + "/models", headers={"Authorization": f"Bearer {key}"}
        )
        if request.type not in ("http", "https"):
            return None
        with urllib.request.urlopen(request, timeout=timeout_s) as response:
            listed = json.load(response)["data"]
        return [model["id"] for model in listed]
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None


def _scripted(script: Script | None, pace: float, habit: str | None) -> Model:
    from agents.models.misbehaving import misbehaving
    from agents.models.scripted import ScriptedModel

    if script is None:
        raise NotReady(
            "The scripted model only plays the bundled scenarios: choose a scenario, or a real "
            "model such as openai:NAME for your own question."
        )
    model = ScriptedModel(script, pace=pace)
    return model if habit is None else misbehaving(model, habit)


def _hosted(prefix: str, name: str, key: str, environ: Mapping[str, str]) -> Model:
    if prefix == "anthropic":
        from agents.models.anthropic_messages import AnthropicMessages

        url = environ.get("ANTHROPIC_BASE_URL") or ANTHROPIC_URL
        return AnthropicMessages(name, key, _checked(url, "ANTHROPIC_BASE_URL"))
    url = _checked(environ.get("OPENAI_BASE_URL") or OPENAI_URL, "OPENAI_BASE_URL")
    if prefix == "openai-responses":
        from agents.models.openai_responses import OpenAIResponses

        return OpenAIResponses(name, key, url)
    from agents.models.openai_chat import OpenAIChat

    return OpenAIChat(name, key, url)


def _checked(url: str, variable: str) -> str:
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound:
        raise BadInput(f"{variable} is no address: write it like {LOCAL_URL}.")
    return url


def _key(prefix: str, environ: Mapping[str, str]) -> str:
    variable = KEYS[prefix]
    key = environ.get(variable, "").strip()
    if not key:
        raise NotReady(
            f"{prefix}:NAME needs a key: set the environment variable {variable}, or choose the "
            "scripted model, which needs none."
        )
    if not key.isascii() or not key.isprintable() or " " in key:
        raise NotReady(f"{variable} holds characters that no key has: copy the key again.")
    return key


def _example(prefix: str) -> str:
    names = {"anthropic": "claude-sonnet-5-5", "local": "qwen3"}
    return f"{prefix}:{names.get(prefix, 'gpt-6-luna')}"
