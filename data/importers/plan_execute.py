"""LangGraph runs as their notebooks print them: pretty messages under `==== Ai Message ====`, or a
line `{'node': {…}}` for each node that ran, with messages as Python prints them.

Texts, calls, results and plans are read; nothing is run, Python's prints are only parsed.
"""

from __future__ import annotations

import re

from agents.errors import BadInput
from data.importers.head import Head
from data.importers.printed_messages import Pretty, Printed
from data.importers.printed_nodes import node_of
from data.importers.source import Source
from data.importers.writing import Out

name = "plan_execute"

ANSI = re.compile(r"\x1b\[[0-9;]*m")
HEADER = re.compile(r"^=+ (\w+) Message =+\s*$")
STEP = re.compile(r"^Step \d+\s*$")
NODE = re.compile(r"^\{['\"]\w+['\"]: ")


def looks_like(head: Head) -> float:
    if head.kind not in ("text", "json", "jsonl"):
        return 0.0
    lines = [ANSI.sub("", line) for line in head.text.split("\n")]
    if any(HEADER.match(line) for line in lines):
        return 0.85
    nodes = [line for line in lines if NODE.match(line)]
    printed = any(mark in line for line in nodes for mark in ("Message(", "'next'", "'plan'"))
    return 0.6 if head.kind == "text" and nodes and printed else 0.0


def read(source: Source, out: Out) -> None:
    run = out.run()
    printed = Printed(out, run)
    pretty: Pretty | None = None
    lost = 0
    for line in ANSI.sub("", source.text()).split("\n"):
        header = HEADER.match(line)
        if header:
            if pretty is not None:
                printed.message(pretty)
            pretty = Pretty(header[1].lower())
        elif NODE.match(line):
            if pretty is not None:
                printed.message(pretty)
                pretty = None
            found = node_of(line)
            if found is None:
                lost += 1
            else:
                for name_, value in found.items():
                    printed.node(str(name_), value)
        elif STEP.match(line):
            continue
        elif pretty is not None:
            pretty.lines.append(line)
        elif line.strip() and line.strip("-"):
            lost += 1
    if pretty is not None:
        printed.message(pretty)
    if lost:
        out.report.lose("lines that are neither a message nor a node: skipped", lost)
    if run.last is None and not run.question:
        raise BadInput(f"{source.path} holds no message and no node of a graph.")
    run.stop_if_answered()
