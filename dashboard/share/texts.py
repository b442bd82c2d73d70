"""The texts of a file, each once; and no file with a secret of this machine in it."""

from __future__ import annotations

import json
from collections.abc import Mapping

from agents.secrets import redact, without_secrets
from data.writing.codec import plain

DEPTH = 3
"""A provider's message is JSON in an event, which is JSON in a file, which is JSON."""


class Texts:
    """A text is named by its place in `every`, in the order in which the steps bring them: what
    is alike stands close together, which is what a packer needs."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self.every: list[str] = []

    def put(self, text: str) -> int:
        """Without anything shaped like a key; the file as a whole goes through `hidden`."""
        if text not in self._places:
            self._places[text] = len(self.every)
            self.every.append(plain(redact(text, {})))
        return self._places[text]


def hidden(text: str, environ: Mapping[str, str]) -> str:
    """A file's JSON without secrets of the environment, however often JSON holds JSON."""
    for _ in range(DEPTH):
        text = without_secrets(text, environ)
        environ = {name: json.dumps(value)[1:-1] for name, value in environ.items()}
    return text
