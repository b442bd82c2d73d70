"""Calls that change something: asked for, run once, stubbed, never repeated unseen."""

from __future__ import annotations

import asyncio
import json

import pytest

from agents.rig import RigSpec
from agents.tools import tool
from tests.playbook import playbook_rig
from tests.recovering import (
    CALLERS,
    PAY,
    Ledger,
    lines,
    outcomes,
    paying,
    results,
)
from tests.rigs import play


@pytest.mark.parametrize("using", CALLERS)
def test_a_write_is_left_to_a_person_unless_the_rig_allows_it_S1_29(using: str) -> None:
    assert RigSpec(paradigm="react").writes == "ask"
    ledger = Ledger()
    ran = paying(ledger, "ask", PAY, using=using)
    (result,) = results(ran)
    assert (result.outcome, result.notes, ledger.paid) == ("refused", ("needs approval",), [])
    assert "a person has to allow it" in result.output
    assert ran.state.stopped and ran.state.stopped.status == "success"


def test_an_allowed_write_runs_once_and_its_repetition_is_refused_aloud_S1_29() -> None:
    ledger = Ledger()
    ran = paying(ledger, "allow", PAY, PAY, ("pay", {"amount": 6}))
    assert outcomes(ran) == ["ok", "refused", "ok"]
    assert ledger.paid == [5, 6]
    assert results(ran)[1].notes == ("write not repeated",)
    assert "may have taken effect" in results(ran)[1].output


def test_a_write_that_failed_may_have_taken_effect_and_is_not_repeated_S1_29() -> None:
    ledger = Ledger(failures=1)
    assert outcomes(paying(ledger, "allow", PAY, PAY)) == ["error", "refused"]
    assert ledger.paid == [5]


def test_a_write_that_never_ran_may_be_tried_again_S1_29() -> None:
    ledger = Ledger()
    ran = paying(ledger, "allow", ("pay", {"amount": "much"}), PAY)
    assert outcomes(ran) == ["invalid", "ok"]


def test_the_same_write_twice_in_one_reply_runs_once_S1_29() -> None:
    from dataclasses import replace

    ledger = Ledger()
    rig, _ = playbook_rig([[PAY, PAY], "done"], [ledger.tool()])
    spec = rig.spec.model_copy(update={"writes": "allow"})
    ran = play(replace(rig, spec=spec), "q")
    assert sorted(outcomes(ran)) == ["ok", "refused"]
    assert ledger.paid == [5]


def test_a_stubbed_write_changes_nothing_and_says_so_S1_29() -> None:
    ledger = Ledger()
    (result,) = results(paying(ledger, "stub", PAY))
    assert (result.outcome, result.origin, ledger.paid) == ("ok", "simulated", [])
    assert json.loads(result.output)["simulated"] is True


def test_a_write_that_times_out_is_not_called_retryable_S1_29() -> None:
    from dataclasses import replace

    async def pay(amount: int) -> str:
        """Pays, slowly."""
        await asyncio.sleep(5)
        return "paid"

    used = tool(pay, effect="writes", timeout_s=0.05)
    rig, _ = playbook_rig(lines(PAY, PAY), [used])
    ran = play(replace(rig, spec=rig.spec.model_copy(update={"writes": "allow"})), "q")
    assert outcomes(ran) == ["timeout", "refused"]
    assert not results(ran)[0].retryable
