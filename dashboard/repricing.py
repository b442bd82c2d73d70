"""The same tokens at another model's prices."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache

from agents.messages import Usage
from agents.models.prices import as_if
from dashboard.lanes import Lane
from data.rows import StepRow

HOUR_S = 3600


def as_if_prices(lanes: Sequence[Lane], model: str) -> dict[tuple[str, int], float | None]:
    """(run id, seq) of each model call -> dollars on `model`, None where tokens or price are
    unknown. An estimate: another model would have counted and written other tokens."""
    hour = int(time.time() // HOUR_S)
    return {
        (step.run_id, step.seq): _usd(usage_of(step), model, hour)
        for lane in lanes
        for step in lane.model_calls
    }


@lru_cache(maxsize=65_536)
def _usd(usage: Usage, model: str, hour: int) -> float | None:
    """A list price holds for hours at least; working it out takes a fraction of a millisecond,
    which ten thousand calls at every redraw would add up to seconds."""
    return as_if(usage, model).usd


def usage_of(step: StepRow) -> Usage:
    known = step.input_tokens is not None or step.output_tokens is not None
    return Usage(
        input_tokens=step.input_tokens,
        output_tokens=step.output_tokens,
        cache_read_input_tokens=step.cached_tokens,
        cache_creation_input_tokens=step.cache_write_tokens,
        reasoning_output_tokens=step.reasoning_tokens,
        source="counted" if known else "unknown",
    )
