"""The texts of a file, each once, without the secrets of this machine's environment."""

from __future__ import annotations

import json
from collections.abc import Mapping

from agents.secrets import redact, without_secrets
from data.codec import plain


class Texts:
    """A text is named by its place in `every`, in the order in which the steps bring them: what
    is alike stands close together, which is what a packer needs."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._written = as_written(environ)
        self._places: dict[str, int] = {}
        self.every: list[str] = []

    def put(self, text: str) -> int:
        if text not in self._places:
            self._places[text] = len(self.every)
            self.every.append(plain(without_secrets(redact(text, self._environ), self._written)))
        return self._places[text]


def as_written(environ: Mapping[str, str]) -> dict[str, str]:
    """The same variables as they stand in JSON: where JSON holds JSON as a text (a request, a
    provider's message), what is to be hidden stands there escaped twice."""
    return {name: json.dumps(value)[1:-1] for name, value in environ.items()}
