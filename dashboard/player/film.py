"""The skeleton of a run as the player fetches it; while the run goes on, what has come since."""

from __future__ import annotations

from typing import Any

from agents.messages import as_json
from dashboard.service import Service
from data.film import SORT

EVERY_MS = 200
"""How often the player asks while the run goes on."""


def film_text(service: Service, run_id: str, first: int) -> str:
    """JSON. Raises BadInput for a run that is not there."""
    running = run_id in service.active()  # before reading: its last event is then in it
    film = service.store.film(run_id, first)
    if not film.count and not running:
        service.run(run_id)
    head: dict[str, Any] = {
        "run": run_id,
        "from": first,
        "total": first + film.count,
        "began_at": film.began_at,
        "dated": _dated(service, run_id),
        "running": running,
        "live": service.live_text(run_id) if running else "",
        "every_ms": EVERY_MS,
        "fields": SORT,
        "sorts": film.sorts,
        "sort": film.sort,
    }
    columns = "".join(f',"{name}":{values}' for name, values in film.columns.items())
    return as_json(head)[:-1] + columns + "}"


def _dated(service: Service, run_id: str) -> bool:
    """Whether the first events have times of their own: those of a fork are its ancestor's."""
    (row,) = service.store.these([run_id]) or (None,)
    while row is not None and row.parent_run_id:
        row = service.store.run(row.parent_run_id)
    return row is None or row.dated
