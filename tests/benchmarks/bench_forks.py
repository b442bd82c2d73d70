"""What going on costs: from the click to a fork's first request, and playing from the record."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from agents.models.scripted import ScriptedModel
from agents.proof import prove
from agents.recording import Leg
from agents.rig import Limits, RigSpec
from agents.tools import tool
from dashboard import going_on
from dashboard.forks import Change
from dashboard.launch import Launch
from dashboard.service import Service
from tests.benchmarks.bench_agents import Row, repeated
from tests.playbook import Line, playbook_rig
from tests.rigs import play


def fork_latency() -> Row:
    """From the call behind the button to the moment the model is asked."""
    asked: list[float] = []
    decide = ScriptedModel.decide

    def timed(self: ScriptedModel, talk: object) -> object:
        asked.append(time.perf_counter())
        return decide(self, talk)  # type: ignore[arg-type]

    with tempfile.TemporaryDirectory() as folder:
        service = Service.open(str(Path(folder) / "t.duckdb"))
        lane = RigSpec(paradigm="react", limits=Limits(max_iterations=20))
        comparison = service.compare(Launch(scenario="larkspur-6", lanes=(lane,)))
        service.wait(comparison)
        run_id = service.comparison(comparison)[0].run_id
        ScriptedModel.decide = timed  # type: ignore[assignment,method-assign]
        try:

            def work() -> float:
                asked.clear()
                start = time.perf_counter()
                (fork,) = going_on.fork(service, run_id, Change(at=5))
                service.wait(fork)
                return (asked[0] - start) * 1000

            return repeated("a fork's first request after the click", work, "≤ 300")
        finally:
            ScriptedModel.decide = decide  # type: ignore[method-assign]
            service.close()


def replay_rate(turns: int) -> Row:
    """Steps a second, of a run of look-ups with a growing history."""

    async def search(query: str) -> str:
        """Looks something up."""
        return f"found {query} " * 20

    lines: list[Line] = [[("search", {"query": f"q{i}"})] for i in range(turns)]
    rig, _ = playbook_rig([*lines, "done"], [tool(search)], limits=Limits(max_iterations=5_000))
    record = [(event, ()) for event in play(rig, "q").events]

    def work() -> float:
        start = time.perf_counter()
        proof = asyncio.run(prove(record, [Leg(0, rig)]))
        assert proof.ok
        return len(record) / (time.perf_counter() - start)

    return repeated(f"steps a second replayed, {turns:,} turns", work, "≥ 1,000", times=3)


def rows() -> list[Row]:
    return [fork_latency(), replay_rate(200), replay_rate(1_000)]
