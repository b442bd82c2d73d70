"""`auto` as a paradigm: chosen by what the model can do, before anything runs (seed 000).

Function calling where the model takes tools in the provider's own form; otherwise ReAct, which
any model that writes text can follow. What was chosen and why is kept in the rig.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from agents.models.ability import Ability, ability
from agents.rig import RigSpec

AUTO = "auto"


def resolved(
    spec: RigSpec,
    environ: Mapping[str, str] = os.environ,
    able: Callable[[str, Mapping[str, str]], Ability] = ability,
) -> RigSpec:
    """Any other paradigm is left as it is. May ask a local server, and waits for it."""
    if spec.paradigm != AUTO:
        return spec
    found = able(spec.model, environ)
    name = "function-calling" if found.calls_tools else "react"
    why = found.why if found.calls_tools is not None else f"{found.why}; ReAct works with any model"
    return spec.model_copy(update={"paradigm": name, "chosen": f"chosen automatically: {why}"})
