"""What somebody asks to be run: one question on two to six rigs (or just one)."""

from __future__ import annotations

from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from agents.errors import BadInput
from agents.rig import RigSpec
from data.bundled import scenario

MOST_LANES = 6


class Launch(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    question: str = ""
    """Empty takes the scenario's own question."""
    scenario: str = ""
    lanes: tuple[RigSpec, ...] = Field(min_length=1, max_length=MOST_LANES)

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if not self.question.strip() and not self.scenario:
            raise ValueError("ask a question or choose a scenario")
        return self

    def asked(self) -> str:
        """The question that is put. Raises BadInput for an unknown scenario."""
        return self.question.strip() or scenario(self.scenario).question


def launch_from(data: object) -> Launch:
    """Raises BadInput with one sentence instead of pydantic's list."""
    from pydantic import ValidationError

    try:
        return Launch.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        text = first["msg"].removeprefix("Value error, ")
        raise BadInput(f"{place}: {text}." if place else f"Please {text}.") from None
