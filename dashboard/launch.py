"""What somebody asks to be run: one question on two to six rigs (or just one)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from agents.errors import BadInput, NotReady
from agents.rig import Rig, RigSpec
from dashboard.words import t
from data.bundled import scenario
from data.rigging import rig_of

MOST_LANES = 6


def rigs_of(launch: Launch, environ: Mapping[str, str] = os.environ) -> list[Rig]:
    """Everything that the lanes need, made once: an MCP server of theirs is started here. Raises
    BadInput or NotReady, which names the lane where others could run."""
    alike = len({(spec.model, spec.planner_model) for spec in launch.lanes}) == 1
    rigs = []
    for place, spec in enumerate(launch.lanes, 1):
        try:
            rigs.append(rig_of(spec, launch.scenario, environ))
        except (BadInput, NotReady) as error:
            if alike:
                raise
            models = t("format.and").join(filter(None, (spec.model, spec.planner_model)))
            raise type(error)(t("wrong.lane", place=place, models=models, error=error)) from None
    return rigs


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
