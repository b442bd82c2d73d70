"""Imported runs that are trials already: whatever bears the name of a task, the number of a trial
and a verdict. Their set is not stored: it is what stands in the database."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agents.errors import BadInput

if TYPE_CHECKING:
    from data.store import Store

TASKS = ("task_id", "id", "instance_id")
TRIALS = ("trial", "epoch")
_CANDIDATES = """SELECT run_id, source, rig FROM runs WHERE origin = 'imported'
    AND called_by IS NULL AND (contains(rig, '"trial"') OR contains(rig, '"epoch"'))
    AND EXISTS (SELECT 1 FROM verdicts v WHERE v.run_id = runs.run_id AND v.passed IS NOT NULL)
    ORDER BY run_id"""


@dataclass(frozen=True, slots=True)
class ImportedTrial:
    run_id: str
    task: str
    trial: int


@dataclass(frozen=True)
class ImportedSet:
    set_id: str
    """The format, and the beginning of a digest: the same for the same file everywhere."""
    format: str
    trials: tuple[ImportedTrial, ...]


def imported_sets(store: Store) -> list[ImportedSet]:
    """In the order in which they were imported; sets of one trial a task, too."""
    with store.looking() as cur:
        rows = cur.execute(_CANDIDATES).fetchall()
    groups: dict[tuple[str, str], list[ImportedTrial]] = {}
    for run_id, source, rig in rows:
        told = json.loads(rig).get("imported")
        trial = trial_of(run_id, told) if isinstance(told, dict) else None
        if trial is not None:
            format, _, rest = source.partition(":")
            batch = told.get("run_id") or rest.partition("#")[0]
            groups.setdefault((format, str(batch)), []).append(trial)
    return [ImportedSet(_named(*group), group[0], tuple(found)) for group, found in groups.items()]


def imported_set(store: Store, named: str) -> ImportedSet:
    """By its id, by one of its runs, or by its format where only one set has it. Raises
    BadInput."""
    found = imported_sets(store)
    for one in found:
        if named == one.set_id or any(trial.run_id == named for trial in one.trials):
            return one
    same = [one for one in found if one.format == named]
    if len(same) == 1:
        return same[0]
    if same:
        which = ", ".join(one.set_id for one in same)
        raise BadInput(f"Several imported sets are of {named}: choose one of {which}.")
    known = ", ".join(one.set_id for one in found) or "none yet"
    raise BadInput(
        f"There is no imported trial set “{named[:60]}”; there are: {known}. Runs become one when "
        "each has a task id, a trial number and a score."
    )


def trial_of(run_id: str, told: Mapping[str, Any]) -> ImportedTrial | None:
    task = next((told[name] for name in TASKS if told.get(name) is not None), None)
    trial = next((told[name] for name in TRIALS if told.get(name) is not None), None)
    if isinstance(trial, str) and trial.isascii() and trial.isdigit():
        trial = int(trial)
    if task is None or isinstance(trial, bool) or not isinstance(trial, int):
        return None
    if not isinstance(task, str | int):
        return None
    of = told.get("task")
    name = f"{of} {task}" if isinstance(of, str) and of else str(task)
    return ImportedTrial(run_id, name[:200], trial)


def _named(format: str, batch: str) -> str:
    digest = hashlib.blake2b(batch.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()
    return f"{format}-{digest}"
