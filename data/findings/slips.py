"""Slips of form: replies that cannot be used, tools that do not exist, promises not kept."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.events import Event, Fault, Replied, Returned, Stopped
from agents.evidence.story import Act, Story
from agents.evidence.words import promises, sentences, shorten
from data.findings.finding import Finding, finding

NO_SLIP = frozenset({"model_error", "cancelled", "deadline", "unkept_promise"})
"""Faults of a reply that are no matter of form, or have a finding of their own."""
CORRECTED = "tool name corrected"
"""As `agents.calls` notes it."""
_LABEL = re.compile(r"^\W*(?:action|行动)\W*[:：]", re.IGNORECASE | re.MULTILINE)
_THOUGHT = re.compile(r"^\W*(?:thought|思考)\W*[:：]", re.IGNORECASE | re.MULTILINE)
"""Of a form that has no thoughts, none is missing."""
_OBSERVED = re.compile(r"^\W*(?:observation|观察)\W*[:：]", re.IGNORECASE | re.MULTILINE)


def unkept_promise(story: Story) -> Iterator[Finding]:
    for seq, reply in story.replies:
        fault = reply.reading.fault
        said = reply.reading.answer or ""
        found = fault is not None and fault.kind == "unkept_promise"
        if not found and not (said and promises(said)):
            continue
        after = next(iter(story.events[seq + 1 : seq + 2]), None)
        if found or not _goes_on(reply, after):
            last = sentences(said or reply.text)[-1:] or [""]
            end = not fault and isinstance(after, Stopped | None)
            ended = " and the run ended there" if end else ""
            text = f"A look-up was announced but not made{ended}: “{shorten(last[0])}”"
            yield finding("unkept_promise", text, [seq], "error" if end else "warning")


def _goes_on(reply: Replied, after: Event | None) -> bool:
    """Some traces tell the text of a turn and its calls as replies of their own, or only what the
    calls brought: the announcement stands before what it announces."""
    if isinstance(after, Replied):
        return after.actor == reply.actor
    return isinstance(after, Returned)


def format_drift(story: Story) -> Iterator[Finding]:
    slips = [(seq, why) for seq, reply in story.replies if (why := _slip(reply))]
    if slips:
        whys = ", ".join(dict.fromkeys(why for _, why in slips))
        count = "1 reply" if len(slips) == 1 else f"{len(slips)} replies"
        yield finding("format_drift", f"{count} left the format: {whys}", [s for s, _ in slips])
    blank = [seq for seq, reply in story.replies if _thoughtless(reply)]
    if blank and any(_THOUGHT.search(reply.text) for _, reply in story.replies):
        text = f"{len(blank)} of the actions came with an empty thought"
        yield finding("format_drift", text, blank, "info")
    invented = [s for s, reply in story.replies if _OBSERVED.search(reply.reading.dropped)]
    if invented:
        text = "The model wrote an observation of its own, which was dropped"
        yield finding("format_drift", text, invented, "info")


def hallucinated_tool(story: Story) -> Iterator[Finding]:
    by_name: dict[str, list[int]] = {}
    for act in story.acts:
        if act.outcome == "unknown_tool":
            by_name.setdefault(act.call.name, []).append(act.seq)
    for name, seqs in by_name.items():
        text = f"A tool that does not exist was called: {shorten(name)}"
        yield finding("hallucinated_tool", text, seqs)
    corrected = [act for act in story.acts if any(n.startswith(CORRECTED) for n in act.notes)]
    if corrected:
        text = f"A tool's name was wrong and put right: {corrected[0].call.name}"
        yield finding("hallucinated_tool", text, [act.seq for act in corrected], "info")
    for seq, reply in story.replies:
        fault = reply.reading.fault
        if fault and _names_tool(fault):
            text = f"A plan named a tool that does not exist: {shorten(fault.text, 120)}"
            yield finding("hallucinated_tool", text, [seq])


def invalid_arguments(story: Story) -> Iterator[Finding]:
    by_name: dict[str, list[int]] = {}
    for act in story.acts:
        if act.outcome == "invalid" and not unresolved(act):
            by_name.setdefault(act.call.name, []).append(act.seq)
    for name, seqs in by_name.items():
        often = "" if len(seqs) == 1 else f" {len(seqs)} times"
        text = f"{name} was called{often} with arguments that it does not take"
        yield finding("invalid_arguments", text, seqs)


def unresolved(act: Act) -> bool:
    """A plan's reference to a result that never came: no slip of this call's."""
    refers = any(isinstance(v, str) and v.startswith("@") for v in act.call.arguments.values())
    return bool(act.call.step) and (act.call.fault.startswith("unresolved") or refers)


def _slip(reply: Replied) -> str:
    fault = reply.reading.fault
    if fault is None or fault.kind in NO_SLIP or _names_tool(fault):
        return ""
    return fault.kind.replace("_", " ")


def _names_tool(fault: Fault) -> bool:
    """A plan's step without any tool is a matter of form, one with an unknown tool is not."""
    return fault.kind == "unknown_tool" and bool(re.search(r"unknown tool: *\w", fault.text))


def _thoughtless(reply: Replied) -> bool:
    """Only of the text form: a native call needs no thought beside it (S3-04)."""
    if not reply.reading.calls or not _LABEL.search(reply.text):
        return False
    return not re.search(r"\w", reply.reading.thought)
