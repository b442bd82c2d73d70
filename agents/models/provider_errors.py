"""What an SDK raised, as one sentence for the user: what is wrong and what to do."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from agents.errors import ModelError
from agents.messages import Wire
from agents.secrets import HIDDEN, redact

LONGEST_QUOTE = 400
"""Of a provider's own message; what is left out is marked."""

_REFUSES = re.compile(
    r"unsupported|not supported|does not support|doesn't support|unrecogni[sz]ed|unknown"
    r"|validation error|not allowed|not permitted|unexpected|deprecated|not available"
    r"|extra inputs|invalid",
    re.IGNORECASE,
)


def model_error(
    error: Exception, *, model: str, base_url: str, key_name: str, key: str = "", sent: Wire = ()
) -> ModelError:
    """`error` is an exception of either SDK or of the HTTP library under them."""
    status = _status(error)
    sentence = _sentence(error, status, model, public_url(base_url), key_name)
    if key:
        sentence = sentence.replace(key, HIDDEN)
    return ModelError(redact(sentence, os.environ), sent=sent, status=status)


def refused_setting(error: Exception, settings: Collection[str]) -> str | None:
    """The setting that a provider says it does not take, if it says so and we sent it.

    The error's `param` decides where there is one; the text must both name the setting and
    refuse it, since a message may name many things.
    """
    # 500 too: llama-cpp-python answers a setting it does not know with a failed validation
    if _status(error) not in (400, 405, 422, 500, 501):
        return None
    body = _body(error)
    parameter = body.get("param")
    if isinstance(parameter, str) and parameter:
        top = re.split(r"[.\[]", parameter)[0]
        return top if top in settings else None
    text = _message(error)
    if not _REFUSES.search(text):
        return None
    named = [s for s in settings if re.search(rf"(?<![\w-]){re.escape(s)}(?![\w-])", text)]
    if not named and "stream" in settings and re.search(r"\bstreaming\b", text, re.IGNORECASE):
        return "stream"
    return max(named, key=len, default=None)


def public_url(url: str) -> str:
    """The URL without user, password and query."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "an address that cannot be read"
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}{port}{parts.path}"


def _sentence(error: Exception, status: int | None, model: str, url: str, key_name: str) -> str:
    said = _quote(_message(error))
    if status is None:
        return _unanswered(error, model, url, said)
    if status == 401:
        return f"{url} did not accept the key (401): check {key_name}."
    if status == 403:
        return f"The key in {key_name} may not use {model} (403{said}): ask for access to it."
    if status == 404:
        return f"{url} knows no model {model} (404{said}): check the name with `triptych models`."
    if status == 429:
        if _body(error).get("code") == "insufficient_quota":
            return f"The account behind {key_name} has no credit left (429{said}): top it up."
        return (
            f"{url} limits the rate of calls to {model} and went on doing so after retries "
            f"(429{said}): wait a little, or run fewer lanes at once."
        )
    if status >= 500:
        return f"{url} failed to answer for {model} ({status}{said}): try again later."
    return f"{url} refused the request to {model} ({status}{said}): change what it complains of."


def _unanswered(error: Exception, model: str, url: str, said: str) -> str:
    """Of what came without a status: no connection, a broken one, or nonsense."""
    kind, cause = type(error).__name__, type(error.__cause__).__name__
    if cause in ("ConnectError", "ConnectTimeout", "UnsupportedProtocol"):
        return f"Cannot connect to {url}: check that the server runs and the address is right."
    if "Timeout" in kind:
        return f"{url} did not answer in time: try again, or use a faster model than {model}."
    if kind == "ProviderComplaint":
        return f"{url} broke off the reply of {model} with an error{said}: try again later."
    if kind == "Unreadable":
        return f"What {url} answered is no model's reply: check that the address is right."
    if kind in ("APIConnectionError", "IncompleteStream", "ReadError", "RemoteProtocolError"):
        return f"The connection to {url} broke off before the reply was whole: run it again."
    return f"The call of {model} at {url} failed ({kind}{said}): check its address and its key."


def _quote(message: str) -> str:
    text = " ".join(message.split()).rstrip(".")
    if len(text) > LONGEST_QUOTE:
        text = f"{text[:LONGEST_QUOTE]} […{len(text) - LONGEST_QUOTE} more characters]"
    return f": {text}" if text else ""


def _status(error: Exception) -> int | None:
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) and status >= 400 else None


def _body(error: Exception) -> dict[str, Any]:
    """The error object; Anthropic and some servers wrap it once more than OpenAI's SDK unwraps."""
    body = getattr(error, "body", None)
    if isinstance(body, dict) and isinstance(body.get("error"), dict):
        body = body["error"]
    return body if isinstance(body, dict) else {}


def _message(error: Exception) -> str:
    body = _body(error)
    for name in ("message", "error", "detail"):
        value = body.get(name)
        if value:
            return value if isinstance(value, str) else str(value)
    raw = getattr(error, "body", None)
    return raw if isinstance(raw, str) else str(error)
