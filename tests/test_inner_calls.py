"""Tools that call tools."""

from __future__ import annotations

import asyncio
import time

from agents.nested import call_tool
from agents.tools import ToolError, tool
from tests.playbook import playbook_rig
from tests.recovering import (
    Ledger,
    lines,
    results,
)
from tests.rigs import play


def test_an_inner_call_that_outlives_its_outer_one_is_reported() -> None:
    def inner() -> str:
        """Blocks."""
        time.sleep(0.6)
        return "late"

    within = tool(inner)

    async def outer() -> str:
        """Calls another."""
        return str(await call_tool(within))

    rig, _ = playbook_rig(lines(("outer", {})), [tool(outer, timeout_s=0.1)])
    (result,) = results(play(rig, "q"))
    assert result.outcome == "timeout"
    assert result.notes == ("inner call inner: abandoned, still running in the background",)


def test_an_inner_call_has_its_own_time_limit_and_its_end_is_noted() -> None:
    async def quick() -> dict[str, int]:
        """Quick."""
        return {"n": 1}

    async def hangs() -> str:
        """Hangs."""
        await asyncio.sleep(5)
        return ""

    brief = tool(hangs, timeout_s=0.05)

    async def outer() -> str:
        """Calls two others."""
        found = await call_tool(tool(quick))
        try:
            await call_tool(brief)
        except ToolError as error:
            return f"{found['n']}, but {error} ({error.retryable})"
        return "both"

    rig, _ = playbook_rig(lines(("outer", {})), [tool(outer)])
    (result,) = results(play(rig, "q"))
    assert result.output == "1, but hangs timed out after 0.05 s (True)"
    assert result.notes == ("inner call quick: completed", "inner call hangs: timed out")


def test_an_inner_write_needs_the_same_permission_as_any_other_S1_29() -> None:
    ledger = Ledger()
    pay = ledger.tool()

    async def outer() -> str:
        """Pays through another tool."""
        return str(await call_tool(pay, amount=3))

    rig, _ = playbook_rig(lines(("outer", {})), [tool(outer)])
    (result,) = results(play(rig, "q"))
    assert result.outcome == "error" and "a person has to allow it" in result.output
    assert ledger.paid == []
