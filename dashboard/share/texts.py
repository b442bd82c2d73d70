"""The texts of a file, each once, without the secrets of this machine's environment."""

from __future__ import annotations

from collections.abc import Mapping

from agents.secrets import redact
from data.codec import plain


class Texts:
    """A text is named by its place in `every`, in the order in which the steps bring them: what
    is alike stands close together, which is what a packer needs."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._places: dict[str, int] = {}
        self.every: list[str] = []

    def put(self, text: str) -> int:
        if text not in self._places:
            self._places[text] = len(self.every)
            self.every.append(plain(redact(text, self._environ)))
        return self._places[text]
