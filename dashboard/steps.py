"""One step opened: its request with what is new, its reply, its parsed reading, as text blocks."""

from __future__ import annotations

import json

from agents.events import Edited, Event, Replied, Returned, Started, Stopped, to_json
from agents.messages import Call
from agents.plans import PlanStep
from agents.reviews import Review
from dashboard.formats import step_status
from dashboard.link_text import indented, link_text
from dashboard.viewmodels import Data, block
from dashboard.words import t

FOLDED = frozenset({"system", "tools", "settings"})


def request_block(label: str, body: str | None, part: str, *, new: bool, opened: bool) -> Data:
    """A link of a request; `body` None is one whose text is fetched when it is unfolded. System
    text, tools and settings are folded; they are one click away and never left out."""
    text = None if body is None else link_text(body)
    made = block(label, text or "", part, new=new, opened=opened, raw=body or "")
    return {**made, "text": text}


def reply_blocks(event: Replied) -> list[Data]:
    blocks = []
    if event.thinking:
        blocks.append(block(t("block.thinking"), event.thinking, "note"))
    blocks.append(block(t("block.reply"), event.text, "reasoning", new=True))
    if event.raw:
        blocks.append(block(t("block.provider"), pretty(event.raw), "settings", opened=False))
    if event.notes:
        blocks.append(block(t("block.bent"), "\n".join(event.notes), "note"))
    return blocks


def reading_blocks(event: Replied) -> list[Data]:
    """What the parser made of the reply."""
    reading = event.reading
    found: list[tuple[str, str, str]] = []
    if reading.fault:
        found.append((t("block.unusable", kind=reading.fault.kind), reading.fault.text, "note"))
    if reading.thought:
        found.append((t("block.thought"), reading.thought, "reasoning"))
    if reading.calls:
        calls = "\n".join(call_text(call) for call in reading.calls)
        found.append((t("block.calls", n=len(reading.calls)), calls, "observation"))
    if reading.plan:
        steps = [
            f"{s.id}. {s.task}\n   {s.tool}({indented(dict(s.args))})"
            + (f"\n   {t('block.plan-loop', tools=_tools(s))}" if s.mode == "react" else "")
            + (f"\n   {t('block.plan-needs', steps=', '.join(s.inputs))}" if s.inputs else "")
            for s in reading.plan.steps
        ]
        found.append((t("block.plan", n=len(steps)), "\n".join(steps), "reasoning"))
    if reading.verdict:
        key = "block.satisfied" if reading.verdict.satisfied else "block.not-satisfied"
        found.append((t(key, step=reading.verdict.step), reading.verdict.reason, "note"))
    if reading.answer is not None:
        found.append((t("block.answer"), reading.answer, "question"))
    if reading.review is not None:
        found.append(
            (review_label(event.actor, reading.review), review_text(reading.review), "note")
        )
    if reading.dropped.strip():
        found.append((t("block.dropped"), reading.dropped, "settings"))
    return [block(label, text, part, new=True) for label, text, part in found]


def review_label(actor: str, review: Review) -> str:
    by = "model" if actor == "reflector" else "code"
    return t(f"block.review.{by}.{'passed' if review.passed else 'failed'}")


def review_text(review: Review) -> str:
    """Each problem with the source that found it."""
    looked = t("format.comma").join(t(f"source.{source}") for source in review.checked)
    lines = [t("block.looked", sources=looked)] if looked else []
    lines += [f"- {t(f'source.{p.source}')}: {p.text}" for p in review.problems]
    if review.problems and review.why and review.why != "; ".join(p.text for p in review.problems):
        lines.append(t("block.why", why=review.why))
    return "\n".join([*lines, *([review.skipped] if review.skipped else [])])


def _tools(step: PlanStep) -> str:
    return ", ".join(step.tools) or t("block.plan-tools")


def result_blocks(event: Returned) -> list[Data]:
    return [
        block(t("block.call"), call_text(event.call), "reasoning"),
        block(
            t("block.result", outcome=step_status(event.outcome)),
            event.output,
            "observation",
            new=True,
            raw=event.output,
        ),
        *[block(t("block.note"), note, "note") for note in event.notes],
        *([inner_run_block(event.sub_run)] if event.sub_run else []),
    ]


def inner_run_block(run_id: str) -> Data:
    """`run` is the run to open: its steps are how this result came about."""
    return block(t("block.inner"), run_id, "note", new=True) | {"run": run_id}


def plain_blocks(event: Started | Edited | Stopped) -> list[Data]:
    """The events that are no step: how it began, what a person changed, how it ended."""
    match event:
        case Started():
            rig = indented(dict(event.rig))
            return [
                block(t("block.question"), event.question, "question", new=True),
                block(t("block.rig"), rig, "settings"),
            ]
        case Edited():
            return [block(t(f"block.edit.{event.target}"), event.value, "question", new=True)]
        case Stopped():
            blocks = [block(t("block.ended", status=event.status), event.reason, "note", new=True)]
            if event.answer is not None:
                blocks.insert(0, block(t("block.answer"), event.answer, "question", new=True))
            if event.reflection is not None:
                told = event.reflection
                text = t(
                    "block.reflected", why=told.why, changed=told.changed, outcome=told.outcome
                )
                blocks.append(block(t("block.reflection"), text, "note", new=True))
            if event.gaps:
                gaps = "\n".join(f"- {gap}" for gap in event.gaps)
                blocks.append(block(t("block.open"), gaps, "note", new=True))
            return blocks


def raw_blocks(event: Event) -> list[Data]:
    return [block(t("block.event"), pretty(to_json(event)), "settings")]


def call_text(call: Call) -> str:
    if call.fault and call.raw:
        return f"{call.name}: {call.fault}\n{call.raw}"
    return f"{call.name}({indented(dict(call.arguments))})"


def pretty(text: str) -> str:
    try:
        return indented(json.loads(text))
    except ValueError:
        return text
