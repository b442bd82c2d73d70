"""The family of a run, drawn as a tree."""

from __future__ import annotations

from dashboard.components import colours
from dashboard.components import family as tree
from dashboard.family_view import family_data
from dashboard.house import house
from dashboard.kinship import family as family_of_run
from dashboard.panels.shell import dark


def family(run_id: str) -> None:
    """Nothing where the run has neither parent nor forks."""
    found = family_of_run(house().service, run_id)
    if len(found.members) < 2:
        return
    tree(key=f"family_{run_id}", data={**family_data(found, run_id), "colours": colours(dark())})
