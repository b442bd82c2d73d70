"""Logs of Inspect (inspect_ai): `.eval`, which is a zip of one JSON file a sample, and `.json`.

A sample in one epoch is a run. Its `events` are read, and where there are none (logs made smaller)
its `messages`. Long texts are kept aside as `attachment://HASH`, in newer logs whole messages too
(`input_refs` into a pool). The header's usage is of the whole evaluation, which may have had more
samples than the file holds.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from typing import Any

from agents.errors import BadInput
from data.importers.head import Head
from data.importers.inspect_sample import Sample
from data.importers.source import Source
from data.importers.writing import Out

name = "inspect"

HEADERS = ("header.json", "_journal/start.json")


def looks_like(head: Head) -> float:
    if head.kind == "zip":
        samples = any(n.startswith("samples/") and n.endswith(".json") for n in head.names)
        headed = any(header in head.names for header in HEADERS)
        return 0.95 if headed else 0.3 if samples else 0.0
    value = head.value
    if not isinstance(value, dict) or not isinstance(value.get("eval"), dict):
        return 0.0
    about = value["eval"]
    return 0.95 if "task" in about and ("model" in about or "run_id" in about) else 0.0


def read(source: Source, out: Out) -> None:
    if source.head.kind == "zip":
        header, samples = _header(source, out), _unpacked(source, out)
    else:
        document = source.document()
        if not isinstance(document, dict):
            raise BadInput(f"{source.path} is no Inspect log: it is no JSON object.")
        header = document
        listed = document.get("samples")
        samples = iter(listed if isinstance(listed, list) else [])
    found = 0
    for sample in samples:
        if not isinstance(sample, dict):
            out.report.unknown_record("sample", sample)
            continue
        Sample(out, header, sample).tell()
        found += 1
    if not found:
        raise BadInput(
            f"{source.path} is an Inspect log without samples (its status: "
            f"{str(header.get('status') or 'unknown')[:40]}), so there is no run in it."
        )


def _header(source: Source, out: Out) -> dict[str, Any]:
    """What stands in no header that can be read is unknown; the samples are read all the same."""
    for header in HEADERS:
        if header not in source.head.names:
            continue
        try:
            found = _member(source, header)
        except BadInput as error:
            out.report.lose(f"the log's header: it cannot be read ({str(error)[:200]})")
            continue
        if isinstance(found, dict):
            return found
    return {}


def _unpacked(source: Source, out: Out) -> Iterator[Any]:
    """A sample that cannot be read costs that sample."""
    for member in source.head.names:
        if not (member.startswith("samples/") and member.endswith(".json")):
            continue
        try:
            yield _member(source, member)
        except BadInput as error:
            out.report.lose(f"samples that cannot be read: skipped ({str(error)[:200]})")


def _member(source: Source, member: str) -> Any:
    from data.unpacking import bad_member, open_member  # which imports the registry, and so this

    path = f"{source.path}!{member}"
    try:
        with source.opener() as stream, zipfile.ZipFile(stream) as archive:
            problem = bad_member(archive.getinfo(member))
    except (KeyError, zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise BadInput(f"{path} cannot be read ({error}).") from None
    if problem:
        raise BadInput(f"{path} was refused: {problem}.")
    inner = Source(path, lambda: open_member(source, member), source.modified)
    inner.max_document, inner.watch = source.max_document, source.watch
    return inner.document()
