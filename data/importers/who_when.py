"""Who&When: failed runs of several agents, with the step where a person saw the mistake.

The speaker is `name` (generated teams) or `role` (Magentic-One, with suffixes such as
`Orchestrator (thought)`). There are no calls, times or tokens: each message of an agent is a reply
with its name in the notes, what a terminal gave back is a result. The one error that is counted is
the annotated mistake.
"""

from __future__ import annotations

import re
from typing import Any

from agents.errors import BadInput
from agents.events import Actor, Outcome, Reading
from data.importers.head import Head
from data.importers.hostile import text_of, word
from data.importers.prompted import Prompted
from data.importers.source import Source
from data.importers.writing import Out, RunOut
from data.scenario import Check

name = "who_when"

MARKS = {"history", "mistake_agent", "mistake_step"}
TERMINALS = ("Computer_terminal", "ComputerTerminal")
EXIT = re.compile(r"^exitcode: (-?\d+)")
FAILED_CODE = "results of code that failed: shown as errors; only the mistake is counted as one"


def looks_like(head: Head) -> float:
    value = head.value
    return 0.95 if isinstance(value, dict) and value.keys() >= MARKS else 0.0


def read(source: Source, out: Out) -> None:
    document = source.document()
    history = document.get("history") if isinstance(document, dict) else None
    if not isinstance(history, list) or not isinstance(document, dict):
        raise BadInput(f"{source.path} is no trace of Who&When: it has no “history”.")
    run = out.run(question=text_of(document.get("question")))
    run.imported.update(
        {key: value for key, value in document.items() if key not in ("history", "question")}
    )
    mistake = _step_of(document.get("mistake_step"))
    reason = text_of(document.get("mistake_reason"))
    prompted = Prompted(document.get("system_prompt"))
    speakers: list[str] = []
    for number, message in enumerate(history):
        if not isinstance(message, dict):
            out.report.unknown_record("message", message)
            speakers.append("")
            continue
        speaker = text_of(message.get("name") or message.get("role"))
        speakers.append(speaker)
        note = [f"mistake: {reason}"[:2000]] if number == mistake else []
        _message(run, prompted, message, speaker, note, number + 1 == len(history))
    if mistake is not None and mistake < len(history):
        out.report.errors += 1
        blamed = text_of(document.get("mistake_agent"))
        if blamed and not speakers[mistake].startswith(blamed):
            out.report.lose(f"the mistake is said to be {blamed}'s, at a step of another's"[:200])
    _end(run, document, history, reason)


def _message(
    run: RunOut,
    prompted: Prompted,
    message: dict[str, Any],
    speaker: str,
    note: list[str],
    last: bool,
) -> None:
    """What agents say to each other on their way is no answer."""
    content = text_of(message.get("content"))
    sent = {"role": text_of(message.get("role")), "name": speaker, "content": content}
    if speaker == "human":
        prompted.said("question", "user", sent)
        run.heard(content, None)
        run.ask("question", "user", sent)
        return
    if speaker in TERMINALS:
        prompted.said("observation", "tool", sent)
        code = EXIT.match(content)
        outcome: Outcome = "error" if code and code[1] != "0" else "ok"
        run.returned(
            run.pairing.orphan("", speaker), content, at=None, outcome=outcome,
            notes=["no call", *note], message=sent,
        )  # fmt: skip
        if outcome == "error":
            run.out.report.errors -= 1
            run.out.report.lose(FAILED_CODE)
        return
    if speaker.startswith("Orchestrator"):
        run.paradigm = "plan-execute"
    run.replied(
        at=None,
        text=content,
        dialect="text",
        notes=[f"by {speaker}"[:200], *note],
        reading=None if last and "(" not in speaker else Reading(thought=content),
        actor=_actor(speaker, content),
        request=prompted.request(speaker),
        message=sent,
    )
    prompted.said("reasoning", "assistant", sent)


def _actor(speaker: str, content: str) -> Actor:
    """Of Magentic-One's orchestrator: it plans, keeps a ledger of what was reached, and plans
    again."""
    if speaker != "Orchestrator (thought)":
        return "agent"
    if content.startswith("Initial plan"):
        return "planner"
    if content.startswith(("New plan", "Stalled", "Replan")):
        return "replanner"
    return "evaluator" if content.startswith("Updated Ledger") else "agent"


def _step_of(told: Any) -> int | None:
    text = text_of(told).strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None


def _end(run: RunOut, document: dict[str, Any], history: list[Any], reason: str) -> None:
    """The file says whether the answer was right, not how the conversation ended: its last message
    may be a terminal's, or an error's. Where it says neither that nor a mistake, nobody judged."""
    passed = next(
        (document[key] for key in ("is_correct", "is_corrected")
         if isinstance(document.get(key), bool)),
        False if reason or _step_of(document.get("mistake_step")) is not None else None,
    )  # fmt: skip
    said = [m for m in history if isinstance(m, dict) and word(m.get("content")).strip()]
    if said and run.last is not None:
        ended = "the conversation ended; how, the file does not say"
        run.stopped("success" if passed else "partial", ended, said[-1]["content"])
    if passed is not None:
        run.judged(passed, [Check("ground truth", passed, reason)])
