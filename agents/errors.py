"""Everything that is our mistake or the user's, as one tree; the agent's mistakes are events.

TriptychError            a sentence for the user: what is wrong and what to do
├── BadInput             the user asked for something that cannot be
│   ├── NotThere          what is asked for is not here
│   └── RecordingMismatch a replay went another way than its record
├── NotReady             a key, a server or a model is missing
├── ModelError           a provider refused or could not be reached (becomes an event in a run)
└── StoreError           the database file cannot be used
    └── Locked           another process has it open
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agents.messages import Wire


class TriptychError(Exception):
    """Its text is one sentence fit to be shown as it is."""


class BadInput(TriptychError):
    pass


class NotThere(BadInput):
    pass


class RecordingMismatch(BadInput):
    """A replay asked for something that its record does not hold. `differs` names what is not as
    recorded: messages, tools, settings; calls, result; or how often it was asked."""

    def __init__(
        self, message: str, differs: tuple[str, ...], recorded: Wire = (), now: Wire = ()
    ) -> None:
        super().__init__(message)
        self.differs = differs
        self.recorded = recorded
        """The nearest recorded request (links), and the one that was made."""
        self.now = now


class NotReady(TriptychError):
    pass


class ModelError(TriptychError):
    """`sent` is the request as it last went out, so that it can be recorded."""

    def __init__(self, message: str, *, sent: Wire = (), status: int | None = None) -> None:
        super().__init__(message)
        self.sent = sent
        self.status = status


class StoreError(TriptychError):
    pass


class Locked(StoreError):
    pass
