"""What happens to a call that would change something: run, simulated, or left to a person."""

from __future__ import annotations

from dataclasses import dataclass

from agents.events import Outcome
from agents.messages import Origin, as_json
from agents.rig import Rig
from agents.tools import Tool

NEEDS_APPROVAL = "needs approval"
SIMULATED = "simulated write"


@dataclass(frozen=True, slots=True)
class Instead:
    """The result that a write gets instead of being run."""

    outcome: Outcome
    text: str
    note: str
    origin: Origin


def not_written(tool: Tool, rig: Rig) -> Instead | None:
    """None for what reads, and where the rig allows writes (`RigSpec.writes`)."""
    if tool.effect == "reads" or rig.spec.writes == "allow":
        return None
    if rig.spec.writes == "stub":
        said = {"simulated": True, "tool": tool.name, "note": "Nothing was really changed."}
        return Instead("ok", as_json(said), SIMULATED, "simulated")
    text = (
        f"Not run: {tool.name} changes something, and a person has to allow it first. Go on "
        "without it, and say in the answer what would be done."
    )
    return Instead("refused", text, NEEDS_APPROVAL, "live")
