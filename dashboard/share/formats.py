"""The forms in which runs are handed on. A further one is a further line of FORMATS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from agents.errors import BadInput
from agents.secrets import redact
from dashboard.service import Service
from dashboard.share.texts import hidden
from dashboard.words import TEXTS, t

LEFT_OUT = "Triptych-Left-Out"
"""The header of an answer that tells, as JSON, what did not fit into the form."""


class Wanted(NamedTuple):
    """`view`: what an HTML file of several runs opens with, `together` or `diff`; `plain`: its
    content is not packed."""

    runs: tuple[str, ...]
    format: str = "html"
    view: str = ""
    plain: bool = False


class Made(NamedTuple):
    content: bytes
    left_out: tuple[str, ...] = ()
    """What of the runs did not fit into the form."""


class Format(NamedTuple):
    suffix: str
    mime: str
    write: Callable[[Service, Wanted], Made]
    """Raises BadInput for what it cannot hold."""


def says(name: str) -> str:
    return t(f"share.{name}")


def lacks(name: str) -> str:
    """What never fits into it, for who chooses; empty where all does."""
    return t(f"share.lacks.{name}") if f"share.lacks.{name}" in TEXTS else ""


def _html(service: Service, wanted: Wanted) -> Made:
    from dashboard.share.content import content
    from dashboard.share.page import html

    return Made(html(content(service, wanted.runs, wanted.view), plain=wanted.plain))


def _jsonl(service: Service, wanted: Wanted) -> Made:
    from data.exporters.native import export_all

    lines = export_all(service.store, wanted.runs)
    return Made(hidden("".join(f"{line}\n" for line in lines), service.environ).encode())


def _otlp(service: Service, wanted: Wanted) -> Made:
    from data.exporters.otlp import export

    text, left_out = export(service.store, wanted.runs)
    return Made(hidden(text, service.environ).encode(), tuple(left_out))


def _messages(service: Service, wanted: Wanted) -> Made:
    from data.exporters.messages import export

    text, left_out = export(service.store, wanted.runs)
    return Made(hidden(text, service.environ).encode(), tuple(left_out))


def _table(form: str) -> Callable[[Service, Wanted], Made]:
    def write(service: Service, wanted: Wanted) -> Made:
        from data.exporters.messages import SUB_RUNS
        from data.exporters.tables import export

        def hide(text: str) -> str:
            return redact(text, service.environ)

        inner = {one.run_id for run in wanted.runs for one in service.store.sub_runs(run)}
        missing = len(inner - {*wanted.runs})
        left_out = (f"{missing:,} {SUB_RUNS}",) if missing else ()
        return Made(export(service.store, wanted.runs, form, hide), left_out)

    return write


FORMATS: dict[str, Format] = {
    "html": Format("html", "text/html", _html),
    "jsonl": Format("jsonl", "application/x-ndjson", _jsonl),
    "otlp": Format("otlp.json", "application/json", _otlp),
    "messages": Format("messages.jsonl", "application/x-ndjson", _messages),
    "parquet": Format("parquet.zip", "application/zip", _table("parquet")),
    "csv": Format("csv.zip", "application/zip", _table("csv")),
}


def made(service: Service, wanted: Wanted) -> Made:
    """Raises BadInput for a format, a view or a run that is not there."""
    if wanted.view not in ("", "together", "diff"):
        raise BadInput(t("share.wrong-view", view=wanted.view))
    return format_of(wanted.format).write(service, wanted._replace(runs=_runs(service, wanted)))


def exported(service: Service, wanted: Wanted) -> bytes:
    return made(service, wanted).content


def format_of(name: str) -> Format:
    try:
        return FORMATS[name]
    except KeyError:
        *most, last = FORMATS
        raise BadInput(
            t("share.wrong-format", name=name, most=", ".join(most), last=last)
        ) from None


def file_name(runs: Sequence[str], format: str = "html", view: str = "") -> str:
    """Safe on every file system: ids of imported runs may hold anything."""
    first = "".join(c if (c.isalnum() and c.isascii()) or c in "-_" else "-" for c in runs[0])[:60]
    more = f"-and-{len(runs) - 1}-more" if len(runs) > 1 else ""
    return f"triptych-{'diff-' if view == 'diff' else ''}{first}{more}.{format_of(format).suffix}"


def _runs(service: Service, wanted: Wanted) -> tuple[str, ...]:
    """Each once, a comparison's id standing for its runs."""
    found: list[str] = []
    for name in wanted.runs:
        lanes = service.store.comparison(name)
        found += [row.run_id for row in lanes] or [name]
    if not found:
        raise BadInput(t("share.wrong-none"))
    return tuple(row.run_id for row in service.these(list(dict.fromkeys(found))))
