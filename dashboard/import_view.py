"""From an import to what its page shows: plain numbers and strings."""

from __future__ import annotations

from typing import Any

from dashboard.formats import bytes_of, count, paradigm_name, short
from dashboard.imports import Job
from dashboard.service import Service
from dashboard.viewmodels import Data
from data.rows import RunRow

MOST_FILES = 300
"""Files that a report shows."""
MOST_TRACES = 12
"""Traces of a file that each have a door."""


def progress_of(job: Job) -> tuple[float | None, str]:
    """From 0 to 1 where the bytes are known beforehand; and what is being done."""
    if job.cancel.is_set():
        return 1.0, "stopping; the file being read leaves nothing"
    if not job.path:
        waits = "waits for the import before it" if not job.result.files else "opening"
        return None, waits
    name = short(job.path.replace("\\", "/").rsplit("/", 1)[-1], 60)
    said = f"reading {name.replace('`', '')}, {bytes_of(job.read)}"
    total = sum(job.sizes.values())
    if not total:
        return None, plain_label(said)
    ended = {one["path"] for one in [*job.result.files, *job.result.failed]}
    read = sum(size for path, size in job.sizes.items() if path in ended)
    now = min(job.read, job.sizes.get(job.path, 0))
    return min(1.0, (read + now) / total), plain_label(f"{said} of {bytes_of(total)}")


def plain_label(text: str) -> str:
    """A label is Markdown, and a file's name is anybody's."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]()<>#+!|~:$" else c for c in text)


def said_of(job: Job) -> str:
    """One line of what it came to so far."""
    files, failed = job.result.files, job.result.failed
    new = sum(len(one["runs"]) for one in files if not one["already"])
    here = sum(one["already"] for one in files)
    parts = [
        f"{new:,} new trace{'' if new == 1 else 's'} from {len(files):,} "
        f"file{'' if len(files) == 1 else 's'}",
        f"{here:,} of them {'was' if here == 1 else 'were'} here already" if here else "",
        f"{len(failed):,} not imported" if failed else "",
        "called off: what is listed is here, nothing else" if job.result.cancelled else "",
    ]
    return "  ·  ".join(filter(None, parts))


def report_data(service: Service, job: Job) -> Data:
    """`files` and `failed` as components/imported.js has them; `left_out` says what is not shown.
    Newest first while it goes on, so that what was just read is seen."""
    files = list(job.result.files)
    failed = list(job.result.failed)
    shown = files[-MOST_FILES:] if not job.done else files[:MOST_FILES]
    shown = shown if job.done else shown[::-1]
    wanted = [run for one in shown for run in one["runs"][:MOST_TRACES]]
    rows = {row.run_id: row for row in service.store.these(wanted, service.active())}
    hidden = len(files) - len(shown) + max(0, len(failed) - MOST_FILES)
    return {
        "files": [_file(one, rows) for one in shown],
        "failed": [{"path": f["path"], "error": f["error"]} for f in failed[:MOST_FILES]],
        "left_out": f"{hidden:,} more files are not shown here; `triptych import PATH --json` "
        "tells of each."
        if hidden
        else "",
    }


def _file(one: dict[str, Any], rows: dict[str, RunRow]) -> Data:
    doors = [rows[run] for run in one["runs"][:MOST_TRACES] if run in rows]
    more = len(one["runs"]) - len(doors)
    return {
        "path": one["path"],
        "format": one["format"],
        "already": one["already"],
        "facts": facts_of(one),
        "lost": lost_of(one),
        "traces": [_trace(row) for row in doors],
        "more": f"and {more:,} more: they stand in Runs" if more else "",
    }


def facts_of(report: dict[str, Any]) -> list[list[str]]:
    names = {
        "traces": "traces", "model_calls": "model calls", "tool_calls": "tool calls",
        "errors": "errors", "input_tokens": "tokens read", "cached_tokens": "of these cached",
        "output_tokens": "tokens written",
    }  # fmt: skip
    facts = [[names[key], count(report.get(key))] for key in names if key != "cached_tokens"]
    if report.get("cached_tokens") is not None:
        facts.insert(5, [names["cached_tokens"], count(report["cached_tokens"])])
    return facts


def lost_of(report: dict[str, Any]) -> list[Data]:
    return [{"what": one["what"], "count": f"{one['count']:,}"} for one in report["lost"]]


def _trace(row: RunRow) -> Data:
    paradigm = "" if row.paradigm == "unknown" else paradigm_name(row.paradigm)
    return {
        "run": row.run_id,
        "name": short(row.question, 160) or "a trace without a question",
        "about": " on ".join(filter(None, (paradigm, short(row.model, 40)))),
    }
