"""Runs that are deleted for good: what a page and a verb do, and what they say of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agents.errors import BadInput
from dashboard.service import Service
from dashboard.words import t
from dashboard.words.many import many
from data.backups import backups
from data.deletion.deleting import Deleted


def delete(service: Service, run_ids: Sequence[str]) -> Deleted:
    """All of them or none. Raises NotThere where one is not there, BadInput where one is at work,
    StoreError where bytes of the deleted are left."""
    service.these(run_ids)
    if busy := service.active() & set(run_ids):
        raise BadInput(many("runs.delete-busy", len(busy)))
    return service.store.delete_runs(run_ids)


def deleted_object(service: Service, run_ids: Sequence[str]) -> dict[str, Any]:
    """`deleted` as they were asked for, `sub_runs` that went with them, `copies_deleted`: paths of
    copies of before an update that held them."""
    asked = list(dict.fromkeys(run_ids))
    found = delete(service, asked)
    return {
        "deleted": asked,
        "sub_runs": [run_id for run_id in found.runs if run_id not in asked],
        "copies_deleted": found.copies,
    }


def warning(service: Service) -> str:
    """Of the copies that may go too, before anything is deleted; empty where there is none."""
    names = [copy.name for copy in backups(Path(service.store.path))]
    return many("runs.delete-copies", len(names), names=", ".join(names)) if names else ""


def done(asked: int, copies: Sequence[str]) -> str:
    said = many("runs.deleted", asked)
    if not copies:
        return said
    names = ", ".join(Path(copy).name for copy in copies)
    return f"{said} {t('runs.deleted-copies', names=names)}"
