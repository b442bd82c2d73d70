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
from dashboard.words import t
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
        raise BadInput(t("setups.unread", name=named, why=why, known=known)) from None
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise BadInput(
            t("setups.no-yaml", name=named, why=" ".join(str(error).split())[:200])
        ) from None
    if not isinstance(found, dict) or not isinstance(found.get("plan"), dict):
        raise BadInput(t("setups.no-plan", name=named))
    if unknown := set(found) - KEYS:
        raise BadInput(t("setups.unknown", name=named, word=repr(min(map(str, unknown)))))
    name = str(found.get("name") or path.stem)
    plan = plan_from({**found["plan"], "name": found["plan"].get("name", name)})
    stated, gaps = found.get("stated") or {}, found.get("gaps") or []
    if not isinstance(stated, dict) or not isinstance(gaps, list):
        raise BadInput(t("setups.stated", name=named))
    return Setup(name, plan, stated, tuple(map(str, gaps)))
