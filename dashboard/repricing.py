"""The same tokens at another model's prices."""

from __future__ import annotations

from collections.abc import Sequence

from agents.messages import Usage
from agents.models.prices import as_if
from dashboard.lanes import Lane
from data.rows import StepRow


def as_if_prices(lanes: Sequence[Lane], model: str) -> dict[tuple[str, int], float | None]:
    """(run id, seq) of each model call -> dollars on `model`, None where tokens or price are
    unknown. An estimate: another model would have counted and written other tokens."""
    return {
        (step.run_id, step.seq): as_if(usage_of(step), model).usd
        for lane in lanes
        for step in lane.model_calls
    }


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
