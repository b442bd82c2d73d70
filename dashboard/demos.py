"""Starts a demo and finds it again: pressed twice it is the same runs, unless they changed."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from dashboard.launch import Launch
from dashboard.service import Service
from data.guide.demos import Demo, demo
from data.rows import RunRow

_one_at_a_time = threading.Lock()


@dataclass(frozen=True, slots=True)
class Watched:
    comparison: str
    runs: tuple[str, ...]
    step: int | None
    """Where to look first in the only run: at the step that proves what it shows. None for the
    whole of it."""

    @property
    def page(self) -> str:
        return "replay" if len(self.runs) == 1 else ""

    @property
    def query(self) -> dict[str, str]:
        if len(self.runs) > 1:
            return {"comparison": self.comparison}
        step = {} if self.step is None else {"step": str(self.step)}
        return {"run": self.runs[0], **step}


def watch(service: Service, name: str) -> Watched:
    """Real runs, in the store and ended. Raises BadInput for no such demo."""
    wanted = demo(name)
    with _one_at_a_time:
        rows = _found(service, wanted) or _made(service, wanted)
    shown = tuple(row.run_id for row in rows)
    return Watched(rows[0].comparison_id or "", shown, _step(service, wanted, rows))


def _made(service: Service, wanted: Demo) -> list[RunRow]:
    """A review's lessons from other runs would spare it the mistake that it is to show."""
    lanes = tuple(lane.spec() for lane in wanted.lanes)
    launch = Launch(scenario=wanted.scenario, lanes=lanes)
    comparison = service.compare(launch, untaught=True)
    service.wait(comparison)
    service.store.set_setting(f"demo:{wanted.name}", comparison)
    return service.comparison(comparison)


def _found(service: Service, wanted: Demo) -> list[RunRow]:
    """All of its runs still here, of the rigs that it has today, and ended; else none."""
    kept = service.store.get_setting(f"demo:{wanted.name}")
    rows = service.store.comparison(kept, service.active()) if kept else []
    today = [lane.spec().model_dump(mode="json") for lane in wanted.lanes]
    same = [dict(row.rig) for row in rows] == today
    whole = all(row.status in ("success", "partial", "limit") for row in rows)
    return rows if same and whole else []


def _step(service: Service, wanted: Demo, rows: list[RunRow]) -> int | None:
    if wanted.shows == "whole" or len(rows) > 1:
        return None
    kind = wanted.name.replace("-", "_")
    found = [one for one in service.findings.of(rows[0]) if one.kind == kind]
    return found[0].seqs[-1] if found else max(0, rows[0].events - 1)
