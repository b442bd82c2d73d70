"""The forms in which runs are handed on. A further one is a further line of FORMATS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from agents.errors import BadInput
from dashboard.service import Service
from dashboard.share.texts import hidden


class Wanted(NamedTuple):
    """`view`: what an HTML file of several runs opens with, `together` or `diff`; `plain`: its
    content is not packed."""

    runs: tuple[str, ...]
    format: str = "html"
    view: str = ""
    plain: bool = False


class Format(NamedTuple):
    suffix: str
    mime: str
    says: str
    write: Callable[[Service, Wanted], bytes]
    """Raises BadInput for what it cannot hold."""


def _html(service: Service, wanted: Wanted) -> bytes:
    from dashboard.share.content import content
    from dashboard.share.page import html

    return html(content(service, wanted.runs, wanted.view), plain=wanted.plain)


def _jsonl(service: Service, wanted: Wanted) -> bytes:
    from data.exporters.native import export

    lines = [line for run_id in wanted.runs for line in export(service.store, run_id)]
    return hidden("".join(f"{line}\n" for line in lines), service.environ).encode()


FORMATS: dict[str, Format] = {
    "html": Format("html", "text/html", "one page that opens offline, with the player", _html),
    "jsonl": Format("jsonl", "application/x-ndjson", "JSON lines, to be imported again", _jsonl),
}


def exported(service: Service, wanted: Wanted) -> bytes:
    """Raises BadInput for a format, a view or a run that is not there."""
    if wanted.view not in ("", "together", "diff"):
        raise BadInput(f"There is no view “{wanted.view}”; choose together or diff.")
    return format_of(wanted.format).write(service, wanted._replace(runs=_runs(service, wanted)))


def format_of(name: str) -> Format:
    try:
        return FORMATS[name]
    except KeyError:
        raise BadInput(f"There is no format “{name}”; choose {' or '.join(FORMATS)}.") from None


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
        raise BadInput("Name at least one run to export; `triptych runs` lists what there is.")
    return tuple(row.run_id for row in service.these(list(dict.fromkeys(found))))
