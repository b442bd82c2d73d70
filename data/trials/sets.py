"""Trial sets at rest: the plan of each, which run fills which cell, and how it went, as notes.

Nothing of them is amended: a set's state is its last note, and a cell's run the last that was
begun for it.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agents.errors import BadInput
from data.ids import new_id
from data.trials.plan import State, TrialPlan, plan_from
from data.writing.codec import plain, seconds, stamp
from data.writing.intern import insert

if TYPE_CHECKING:
    from data.store import Store


@dataclass(frozen=True, slots=True)
class Note:
    state: State
    reason: str
    at: float
    budget_usd: float | None = None
    """The cap from here on, where it was given anew."""


@dataclass(frozen=True)
class TrialSet:
    set_id: str
    plan: TrialPlan
    created_at: float
    last: Note
    budget_usd: float | None
    """The cap as it stands now."""
    fills: tuple[tuple[int, str], ...] = ()
    """Cell number and run id, in the order in which they were begun; a cell whose run broke off
    was begun again."""

    @property
    def filled(self) -> dict[int, str]:
        return dict(self.fills)


def add(store: Store, plan: TrialPlan) -> str:
    set_id = new_id("t")
    body = json.dumps(plan.model_dump(mode="json"), ensure_ascii=False)
    with store.keeping() as cur:
        insert(cur, "trial_sets", [[set_id, plain(plan.name), plain(body), stamp(time.time())]])
    note(store, set_id, "running", "", plan.budget_usd)
    return set_id


def fill(store: Store, set_id: str, cell: int, run_id: str) -> None:
    with store.keeping() as cur:
        insert(cur, "trial_fills", [[set_id, cell, run_id, stamp(time.time())]])


def note(
    store: Store, set_id: str, state: State, reason: str, budget_usd: float | None = None
) -> None:
    with store.keeping() as cur:
        row = [set_id, state, plain(reason), budget_usd, stamp(time.time())]
        insert(cur, "trial_notes", [row])


def one(store: Store, set_id: str) -> TrialSet:
    """Raises BadInput where there is none."""
    with store.looking() as cur:
        found = cur.execute(
            "SELECT plan, created_at FROM trial_sets WHERE set_id = ?", [set_id]
        ).fetchall()
        if not found:
            raise BadInput(f"There is no trial set “{set_id[:60]}” in this database.")
        notes = cur.execute(
            "SELECT state, reason, budget_usd, noted_at FROM trial_notes WHERE set_id = ? "
            "ORDER BY noted_at",
            [set_id],
        ).fetchall()
        fills = cur.execute(
            "SELECT cell, run_id FROM trial_fills WHERE set_id = ? ORDER BY begun_at", [set_id]
        ).fetchall()
    body, created = found[0]
    state, reason, _, at = notes[-1]
    capped = [row[2] for row in notes if row[2] is not None]
    return TrialSet(
        set_id,
        plan_from(json.loads(body)),
        seconds(created) or 0.0,
        Note(state, reason, seconds(at) or 0.0),
        capped[-1] if capped else None,
        tuple(fills),
    )


def names(store: Store) -> list[str]:
    """The ids of all sets, newest first."""
    with store.looking() as cur:
        rows = cur.execute(
            "SELECT set_id FROM trial_sets ORDER BY created_at DESC, set_id DESC"
        ).fetchall()
    return [row[0] for row in rows]


def set_of(store: Store, run_id: str) -> str | None:
    """The set that this run belongs to."""
    with store.looking() as cur:
        rows = cur.execute(
            "SELECT set_id FROM trial_fills WHERE run_id = ? LIMIT 1", [run_id]
        ).fetchall()
    return rows[0][0] if rows else None


def forget(store: Store, set_id: str) -> None:
    """The set, and none of its runs."""
    with store.keeping() as cur:
        for table in ("trial_sets", "trial_fills", "trial_notes"):
            cur.execute(f"DELETE FROM {table} WHERE set_id = ?", [set_id])
