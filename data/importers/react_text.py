"""ReAct and Reflexion as people print them: Thought, Action, Observation in plain text.

A text file, or the printed outputs of a notebook (cut every 8 KB by Jupyter, so they are joined as
they are). A run begins at each `Question:` or `Claim:`, in WebShop's logs at `Action: reset`.
Reflexion's summaries of AlfWorld (JSON of `name`, `memory`, `is_success`) hold no step: each is a
run of reflections with a verdict. None of them tells tokens, times or a model.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agents.errors import BadInput
from data.importers.head import Head
from data.importers.hostile import text_of
from data.importers.react_episodes import Episodes
from data.importers.react_lines import ACTION, OBSERVATION, OPENING
from data.importers.source import Source
from data.importers.writing import Out
from data.scenario import Check

name = "react_text"

SUMMARY = {"name", "memory", "is_success"}


def looks_like(head: Head) -> float:
    if head.kind == "text":
        return 0.8 if _has_steps(head.text) else 0.0
    value = head.value
    if isinstance(value, dict) and isinstance(value.get("cells"), list) and "nbformat" in head.text:
        return 0.6 if "Action" in head.text and "Observation" in head.text else 0.0
    if isinstance(value, dict) and isinstance(value.get("cells"), list):
        return 0.5 if "Action" in head.text and "Observation" in head.text else 0.0
    first = value[0] if isinstance(value, list) and value else None
    return 0.9 if isinstance(first, dict) and first.keys() >= SUMMARY else 0.0


def read(source: Source, out: Out) -> None:
    head = source.head
    if head.kind == "text":
        lines = iter(source.text().split("\n"))
    else:
        document = source.document()
        if isinstance(document, list):
            _summaries(source, out, document)
            return
        lines = iter(_printed(document).split("\n"))
    episodes = Episodes(out)
    for line in lines:
        episodes.take(line)
    episodes.end()
    if not out.runs:
        raise BadInput(
            f"{source.path} holds no ReAct run: nothing in it begins with a question and goes on "
            "with actions."
        )


def _has_steps(text: str) -> bool:
    lines = text.split("\n")
    acted = any(ACTION.match(line) for line in lines)
    observed = any(OBSERVATION.match(line) for line in lines)
    opened = any(OPENING.match(line) for line in lines) or "Action: reset" in text
    return acted and observed and opened


def _printed(notebook: Any) -> str:
    return "".join(_outputs(notebook)).replace("\r\n", "\n")


def _outputs(notebook: Any) -> Iterator[str]:
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    for cell in cells if isinstance(cells, list) else ():
        outputs = cell.get("outputs") if isinstance(cell, dict) else None
        for output in outputs if isinstance(outputs, list) else ():
            if not isinstance(output, dict):
                continue
            data = output.get("data")
            plain = data.get("text/plain") if isinstance(data, dict) else None
            text = output.get("text", plain)
            if isinstance(text, list):
                yield from (part for part in text if isinstance(part, str))
            elif isinstance(text, str):
                yield text


def _summaries(source: Source, out: Out, tasks: list[Any]) -> None:
    for task in tasks:
        if not isinstance(task, dict) or not task.keys() >= SUMMARY:
            out.report.unknown_record("task", task)
            continue
        run = out.run(paradigm="react", label=text_of(task.get("name"))[:200])
        memory = task.get("memory")
        for reflection in memory if isinstance(memory, list) else [memory]:
            text = text_of(reflection)
            if text:
                run.replied(at=None, text=text, dialect="text", actor="reflector")
        passed = task.get("is_success")
        if isinstance(passed, bool):
            run.judged(passed, [Check("is_success", passed, "")])
        out.report.lose("steps of a run: the summary holds only reflections and how it ended")
    if not out.runs:
        raise BadInput(f"{source.path} holds no run of Reflexion.")
