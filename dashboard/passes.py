"""Short-lived passes with which this server's own pages may read its API."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time

LIFE_S = 600


class Passes:
    """A pass is its own expiry in nanoseconds, signed; nothing is stored, and a restart ends all of
    them. No two are alike: a page that is handed the one it has is not told of it."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def issue(self) -> str:
        expiry = str(time.time_ns() + LIFE_S * 1_000_000_000)
        return f"{expiry}.{self._sign(expiry)}"

    def holds(self, given: str) -> bool:
        if not given.isascii():
            return False
        expiry, _, signature = given.partition(".")
        signed = hmac.compare_digest(signature.encode(), self._sign(expiry).encode())
        return signed and int(expiry) >= time.time_ns()

    def _sign(self, expiry: str) -> str:
        return hmac.new(self._key, expiry.encode(), hashlib.sha256).hexdigest()
