"""The formats that can be imported, as a plain list in the order in which they are tried.

A new format is one module with the three names of `Importer`, and one line here.
"""

from __future__ import annotations

from typing import Protocol, cast

from agents.errors import BadInput
from data.importers import (
    anthropic_managed,
    anthropic_messages,
    atif,
    autogen_state,
    burr,
    claude_agent_sdk,
    claude_code,
    codex,
    harmony,
    inspect,
    langfuse,
    langsmith,
    mini_swe_agent,
    native,
    openai_agents_runstate,
    openai_chat,
    openai_responses,
    openhands,
    other_cli_agents,
    otlp,
    plan_execute,
    proxy_capture,
    react_text,
    swarm,
    swe_agent,
    tau_bench,
    toolbench,
    who_when,
)
from data.importers.head import Head
from data.importers.source import Source
from data.importers.writing import Out


class Importer(Protocol):
    """A module. `name` is what `--format` takes and what reports say."""

    @property
    def name(self) -> str: ...

    def looks_like(self, head: Head) -> float:
        """How sure it is, from 0 (not at all) to 1, by the beginning of a file. Never raises. Where
        several are as sure as each other, the first in the list is taken."""
        ...

    def read(self, source: Source, out: Out) -> None:
        """Tells `out` every run of the file. Raises BadInput, in one sentence, only where nothing
        can be made of the file; a record that cannot be read is counted with `out.report.lose`."""
        ...


IMPORTERS: list[Importer] = [
    cast(Importer, module)
    for module in (
        native,
        claude_code,
        codex,
        otlp,
        langfuse,
        langsmith,
        atif,
        tau_bench,
        openai_responses,
        anthropic_messages,
        openai_chat,
        other_cli_agents,
        inspect,
        swe_agent,
        mini_swe_agent,
        openhands,
        toolbench,
        who_when,
        claude_agent_sdk,
        anthropic_managed,
        burr,
        swarm,
        harmony,
        autogen_state,
        openai_agents_runstate,
        proxy_capture,
        react_text,
        plan_execute,
    )
]


def find(source: Source, wanted: str | None = None) -> Importer:
    """Raises BadInput for a format that is not known, or a file that is of none."""
    if wanted is not None:
        return find_by_name(wanted)
    head = source.head
    scores = [(one.looks_like(head), one) for one in IMPORTERS]
    best = max(score for score, _ in scores)
    if best <= 0 and head.broken_off:
        raise BadInput(
            f"{source.path} breaks off in the middle of its JSON, before anything that would tell "
            f"its format ({_what(head)}). Was it written, or copied, to its end?"
        )
    if best <= 0:
        raise BadInput(f"{source.path} is no trace of a known format ({_what(head)}).")
    return next(one for score, one in scores if score == best)


def find_by_name(wanted: str) -> Importer:
    """Raises BadInput."""
    found = next((one for one in IMPORTERS if one.name == wanted.replace("-", "_")), None)
    if found is None:
        raise BadInput(f"There is no format “{wanted}” to import; there are: {names()}.")
    return found


def names() -> str:
    return ", ".join(one.name for one in IMPORTERS)


def _what(head: Head) -> str:
    if head.kind == "json" and isinstance(head.value, dict):
        return "JSON with " + (
            ", ".join(f"“{key[:30]}”" for key in list(head.value)[:6]) or "no keys"
        )
    return {
        "json": "JSON, but no object",
        "jsonl": "lines of JSON",
        "text": "plain text" if head.text.strip() else "it is empty",
        "zip": "an archive",
        "binary": "not text",
    }[head.kind]
