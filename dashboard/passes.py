"""Short-lived passes with which this server's own pages may read its API."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time

LIFE_S = 600


class Passes:
    """A pass is its own expiry, signed; nothing is stored, and a restart ends all of them."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def issue(self) -> str:
        expiry = str(int(time.time()) + LIFE_S)
        return f"{expiry}.{self._sign(expiry)}"

    def holds(self, given: str) -> bool:
        expiry, _, signature = given.partition(".")
        if not expiry.isascii() or not expiry.isdigit() or int(expiry) < time.time():
            return False
        return hmac.compare_digest(signature.encode(), self._sign(expiry).encode())

    def _sign(self, expiry: str) -> str:
        return hmac.new(self._key, expiry.encode(), hashlib.sha256).hexdigest()
