"""Short runs with tools that fail, refuse or write, and what came of them."""

from __future__ import annotations

from agents.events import Returned
from agents.messages import Answered
from agents.tools import Effect, Tool, ToolError, tool
from tests.playbook import Line, Playbook, playbook_rig
from tests.rigs import Ran, play

CALLERS = ["react", "function-calling"]


async def search(query: str) -> str:
    """Looks something up."""
    return f"found {query}"


def named(name: str, effect: Effect = "reads") -> Tool:
    async def does(query: str = "") -> str:
        """Does it."""
        return f"{name} did it"

    return tool(does, name=name, effect=effect)


def results(ran: Ran) -> list[Returned]:
    return [e for e in ran.events if isinstance(e, Returned)]


def outcomes(ran: Ran) -> list[str]:
    return [r.outcome for r in results(ran)]


def lines(*calls: tuple[str, dict]) -> list[Line]:
    return [*([call] for call in calls), "done"]


def told(model: Playbook) -> list[str]:
    return [m.text for m in model.requests[-1].messages if isinstance(m, Answered)]


class Ledger:
    """Counts what was really changed."""

    def __init__(self, failures: int = 0) -> None:
        self.paid: list[int] = []
        self.failures = failures

    def tool(self) -> Tool:
        async def pay(amount: int) -> str:
            """Pays."""
            self.paid.append(amount)
            if len(self.paid) <= self.failures:
                raise ToolError("connection lost", retryable=True)
            return f"paid {amount}"

        return tool(pay, effect="writes")


PAY: tuple[str, dict] = ("pay", {"amount": 5})


def paying(ledger: Ledger, writes: str, *calls: tuple[str, dict], using: str = CALLERS[0]) -> Ran:
    from dataclasses import replace

    rig, _ = playbook_rig(lines(*calls), [ledger.tool()], using=using)
    spec = rig.spec.model_copy(update={"writes": writes})
    return play(replace(rig, spec=spec), "q")
