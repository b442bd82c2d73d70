"""Which worker runs which tests, and when: the tests of a file share what is dear to make (a
server, a page, samples), so they stay together, and the dearest go first, so that no worker is
left with one of them at the end."""

from __future__ import annotations

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

BROWSER = "tests/browser/"
OF_ONE_DASHBOARD = ("compare", "controls", "lab_page", "pages", "runs_page", "trials_page")
"""Browser files that visit the dashboard of their worker (`opened`), one after the other. The
others start one of their own."""
OF_FORKED_PROCESSES = (
    "api", "delete_verb", "diff_verb", "forked", "fork_verbs", "importing", "ingest", "keys",
    "kill", "share", "verbs",
)  # fmt: skip
"""Others that fork a dashboard or a verb off what a worker has loaded once."""
DEAREST = (
    "browser", "browser player", "forked", "browser diff", "browser tour", "browser forks",
    "browser import_page", "browser shared_files", "browser guide_page", "mcp", "going_on",
    "store", "reflection", "real_traces", "lab", "live_traces", "inner_loops", "follow_ups",
    "exporters", "provider_errors", "store_safety", "proving", "trials", "queries", "capture",
    "toolbox", "providers", "agent_cases", "search", "trial_results",
)  # fmt: skip
"""By the time they take. One that is missing here comes later than it should, and no more."""


class Turns(LoadScopeScheduling):
    def _split_scope(self, nodeid: str) -> str:
        file, _, _ = nodeid.partition("::")
        name = file.rpartition("test_")[2].removesuffix(".py")
        if file.startswith(BROWSER):
            return "browser" if name in OF_ONE_DASHBOARD else f"browser {name}"
        return "forked" if name in OF_FORKED_PROCESSES else name

    def _assign_work_unit(self, node: object) -> None:
        self.workqueue.move_to_end(min(self.workqueue, key=self._turn), last=False)
        super()._assign_work_unit(node)

    def _turn(self, scope: str) -> tuple[int, int]:
        place = DEAREST.index(scope) if scope in DEAREST else len(DEAREST)
        return place, -len(self.workqueue[scope])


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Turns | None:
    return Turns(config, log) if config.getoption("dist") == "loadfile" else None
