"""The answer of a run that had to stop without one: what was found, and what is missing."""

from __future__ import annotations

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
    if not found:
        return f"{head} No tool had returned anything."
    return "\n".join([f"{head} Found until then:", *found])


def gaps(state: State) -> tuple[str, ...]:
    """What stayed open: failed calls that never succeeded, plan steps without a result."""
    worked = {r.call.name + str(r.call.arguments) for t in state.turns() for r in t.results
              if r.outcome == "ok"}  # fmt: skip
    missing = [
        f"{r.call.name}({', '.join(f'{k}={v!r}' for k, v in r.call.arguments.items())}): {r.outcome}"
        for t in state.turns()
        for r in t.results
        if r.outcome != "ok" and r.call.name + str(r.call.arguments) not in worked
    ]
    return tuple(dict.fromkeys(missing))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 300 else f"{line[:300]}… ({len(text):,} characters in the record)"
