"""What a shared file holds, as JSON."""

from __future__ import annotations

import time
from collections.abc import Sequence

from agents.errors import BadInput
from agents.messages import as_json
from agents.secrets import redact
from dashboard.diff_view import diff_data, rows_data
from dashboard.lockstep_view import MOST_EVENTS, MOST_RUNS, lockstep_data
from dashboard.palette import player_colours
from dashboard.player.bodies import LONG
from dashboard.scripts import COMPONENTS, FILE_SCRIPTS, words
from dashboard.service import Service
from dashboard.share.run import Chains, shared_run
from dashboard.share.texts import Texts, hidden
from dashboard.version import version
from dashboard.words import t


def content(service: Service, run_ids: Sequence[str], view: str = "") -> str:
    """Raises BadInput for a run that is not there, for more than six, and for a view that takes
    several runs of a single one."""
    if len(run_ids) > MOST_RUNS:
        raise BadInput(t("share.wrong-many", most=MOST_RUNS, n=len(run_ids)))
    runs = service.these(run_ids)
    texts = Texts()
    chains = Chains(texts)
    several = len(runs) > 1
    if view and not several:
        raise BadInput(t("share.wrong-single", view=view))
    long = any(run.events > MOST_EVENTS for run in runs)
    if view == "together" and long:
        lockstep_data(service, runs)  # says what is too long
    told = {
        "version": version(),
        "made_at": time.time(),
        "view": view,
        "runs": [shared_run(service, run, texts, chains) for run in runs],
        "together": lockstep_data(service, runs) if several and not long else None,
        "diff": {**diff_data(runs, ""), "rows": rows_data(service, run_ids)} if several else None,
        "words": words(*COMPONENTS, *FILE_SCRIPTS),
        "colours": {"light": player_colours(False), "dark": player_colours(True)},
        "long": LONG,
        "nodes": chains.nodes,
        "messages": chains.messages,
        "texts": texts.every,
    }
    return hidden(redact(as_json(told), {}), service.environ)
