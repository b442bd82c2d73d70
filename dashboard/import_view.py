"""From an import to what its page shows: plain numbers and strings."""

from __future__ import annotations

from typing import Any

from dashboard.formats import bytes_of, count, paradigm_name, short
from dashboard.imports import Job
from dashboard.service import Service
from dashboard.viewmodels import Data
from dashboard.words import t
from dashboard.words.many import many
from data.rows import RunRow

FACTS = (
    "traces", "model_calls", "tool_calls", "errors", "input_tokens", "cached_tokens",
    "output_tokens",
)  # fmt: skip
MOST_FILES = 300
"""Files that a report shows."""
MOST_TRACES = 12
"""Traces of a file that each have a door."""


def progress_of(job: Job) -> tuple[float | None, str]:
    """From 0 to 1 where the bytes are known beforehand; and what is being done."""
    if job.cancel.is_set():
        return 1.0, t("import.stopping")
    if not job.path:
        return None, t("import.opening" if job.result.files else "import.waits")
    name = short(job.path.replace("\\", "/").rsplit("/", 1)[-1], 60)
    said = t("import.reading", name=name.replace("`", ""), read=bytes_of(job.read))
    total = sum(job.sizes.values())
    if not total:
        return None, plain_label(said)
    ended = {one["path"] for one in [*job.result.files, *job.result.failed]}
    read = sum(size for path, size in job.sizes.items() if path in ended)
    now = min(job.read, job.sizes.get(job.path, 0))
    return min(1.0, (read + now) / total), plain_label(
        t("import.reading-of", said=said, total=bytes_of(total))
    )


def plain_label(text: str) -> str:
    """A label is Markdown, and a file's name is anybody's."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]()<>#+!|~:$" else c for c in text)


def said_of(job: Job) -> str:
    """One line of what it came to so far."""
    files, failed = job.result.files, job.result.failed
    new = sum(len(one["runs"]) for one in files if not one["already"])
    here = sum(one["already"] for one in files)
    parts = [
        t(
            "import.new-traces",
            traces=many("import.traces", new),
            files=many("import.of-files", len(files)),
        ),
        many("import.here", here) if here else "",
        many("import.failed", len(failed)) if failed else "",
        t("import.cancelled") if job.result.cancelled else "",
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
        "left_out": many("import.left-out", hidden) if hidden else "",
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
        "more": many("import.more", more) if more else "",
    }


def facts_of(report: dict[str, Any]) -> list[list[str]]:
    """Pairs of a name and a number. What came from a cache is only told where it is known."""
    told = [name for name in FACTS if name != "cached_tokens" or report.get(name) is not None]
    return [[t(f"import.fact.{name}"), count(report.get(name))] for name in told]


def lost_of(report: dict[str, Any]) -> list[Data]:
    return [{"what": one["what"], "count": f"{one['count']:,}"} for one in report["lost"]]


def _trace(row: RunRow) -> Data:
    paradigm = "" if row.paradigm == "unknown" else paradigm_name(row.paradigm)
    model = short(row.model, 40)
    both = t("import.on", paradigm=paradigm, model=model) if paradigm and model else ""
    return {
        "run": row.run_id,
        "name": short(row.question, 160) or t("import.no-question"),
        "about": both or paradigm or model,
    }
