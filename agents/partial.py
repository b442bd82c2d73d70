"""The answer of a run that had to stop without one: what was found, and what is missing."""

from __future__ import annotations

from agents.messages import Call
from agents.state import State


def partial(state: State, why: str = "") -> str | None:
    """Made of observations, word for word; None where nothing was found at all.

    No model is asked, so it claims nothing that a tool did not say.
    """
    last = state.last
    if last and last.reading.answer:
        return last.reading.answer
    found = [
        f"- {result.call.name}: {_short(result.output)}"
        for turn in state.turns()
        for result in turn.results
        if result.outcome == "ok"
    ]
    if not found and not why:
        return None
    head = f"No final answer was reached ({why})." if why else "No final answer was reached."
    lines = [f"{head} Found until then:", *found]
    if not found:
        lines = [f"{head} No tool had returned anything."]
    if missing := gaps(state):
        lines += ["Not found:", *(f"- {_short(gap)}" for gap in missing)]
    return "\n".join(lines)


def gaps(state: State) -> tuple[str, ...]:
    """What stayed open: failed calls that never succeeded, plan steps without a result."""
    results = [result for turn in state.turns() for result in turn.results]
    worked = {_named(r.call) for r in results if r.outcome == "ok"}
    missing = [
        f"{_named(r.call)}: {r.outcome}"
        for r in results
        if r.outcome != "ok" and _named(r.call) not in worked
    ]
    return tuple(dict.fromkeys(missing))


def _named(call: Call) -> str:
    return f"{call.name}({', '.join(f'{k}={v!r}' for k, v in call.arguments.items())})"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 300 else f"{line[:300]}… ({len(text):,} characters in the record)"
