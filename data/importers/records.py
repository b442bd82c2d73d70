"""The records of a file, whichever way they are laid out: a line each, or in a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from data.importers.report import Report
from data.importers.source import Source


def records_of(source: Source, report: Report, page: str = "") -> Iterator[Any]:
    """Of a JSON document the members of its list, or itself. `page` names the field in which an
    API's page keeps its list."""
    if source.head.kind == "jsonl":
        for _, record in source.records(report):
            yield record
        return
    document = source.document()
    if page and isinstance(document, dict) and isinstance(document.get(page), list):
        document = document[page]
    yield from document if isinstance(document, list) else [document]


def objects(records: Iterable[Any], report: Report) -> Iterator[dict[str, Any]]:
    """Those that are objects; any other line is counted."""
    for record in records:
        if isinstance(record, dict):
            yield record
        else:
            report.unknown_record("line", record)


def unknown(report: Report, record: Any) -> None:
    """Counts a record under its `type`, or under what it is in place of an object."""
    report.unknown_record(
        record.get("type") if isinstance(record, dict) else type(record).__name__, record
    )
