"""Set-ups of trials as files: those that come with Triptych, and one's own, in YAML.

name: mine
plan:                                   # the fields of data.trials.plan.TrialPlan
  scenarios: [larkspur-4]
  faults: [none, wrong-passage]
  trials: 5
stated: {model: GPT-4}                  # what a source says of its own trials, if one does
gaps: [what it leaves open]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from agents.errors import BadInput
from data import bundled
from data.trials.plan import TrialPlan, plan_from

FOLDER = Path(bundled.__file__).parent / "trials"
KEYS = frozenset({"name", "plan", "stated", "gaps"})


@dataclass(frozen=True)
class Setup:
    name: str
    plan: TrialPlan
    stated: Mapping[str, Any] = field(default_factory=dict)
    gaps: tuple[str, ...] = ()


def shipped() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def setup(named: str) -> Setup:
    """By the name of a shipped one, or the path of a file. Raises BadInput."""
    path = FOLDER / f"{named}.yaml" if named in shipped() else Path(named)
    try:
        found = yaml.safe_load(path.read_text("utf-8"))
    except OSError as error:
        known = ", ".join(shipped())
        why = error.strerror or error
        raise BadInput(f"{named} cannot be read ({why}); the shipped ones are {known}.") from None
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise BadInput(f"{named} is no YAML: {' '.join(str(error).split())[:200]}.") from None
    if not isinstance(found, dict) or not isinstance(found.get("plan"), dict):
        raise BadInput(f"{named} has no plan: a set-up begins with `plan:` and its scenarios.")
    if unknown := set(found) - KEYS:
        raise BadInput(f"{named}: there is no setting {min(map(str, unknown))!r} beside the plan.")
    name = str(found.get("name") or path.stem)
    plan = plan_from({**found["plan"], "name": found["plan"].get("name", name)})
    stated, gaps = found.get("stated") or {}, found.get("gaps") or []
    if not isinstance(stated, dict) or not isinstance(gaps, list):
        raise BadInput(f"{named}: `stated` has to be keys with values, and `gaps` a list.")
    return Setup(name, plan, stated, tuple(map(str, gaps)))
