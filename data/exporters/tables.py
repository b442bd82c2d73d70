"""Runs and their steps as two tables, in a zip: `runs` and `steps`, as Parquet or as CSV.

What is unknown is NULL; in CSV an empty field, where an empty text is `""`. Times are UTC.

A cell of CSV that begins with = + - @, a tab, a return or an apostrophe gets an apostrophe before
it: spreadsheets run the first ones as formulas, and the texts of a trace are anybody's. An
apostrophe at the beginning of a cell is therefore always ours, and one is to be taken off. Parquet
has every text as it is.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

from agents.events import Event, Replied, Returned
from agents.messages import as_json
from data.exporters.recorded import rows_of
from data.rows import RunRow, StepRow
from data.store import Store
from data.writing.codec import plain, stamp

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠")
TIMES = ("started_at", "ended_at", "first_token_at")
WHOLE = ("forked_at", "seq", "events", "model_calls", "tool_calls", "tool_errors", "unknown_usage",
         "unpriced", "forks", "sub_runs", "inner_model_calls", "inner_tool_calls")  # fmt: skip
TEXTS = ("text", "thinking", "arguments", "output")
"""Columns of steps beside those of StepRow: a reply's text, a call's arguments and result."""
AT_ONCE = 200
EPOCH, MICROSECOND = datetime(1970, 1, 1), timedelta(microseconds=1)

Hide = Callable[[str], str]
Columns = dict[str, str]
"""Name -> text, whole, real, yes or time."""


def _columns(row: type) -> Columns:
    found: Columns = {}
    for one in fields(row):
        name = one.name
        if name in TIMES:
            found[name] = "time"
        elif name in WHOLE or "tokens" in name:
            found[name] = "whole"
        elif name.endswith("_usd"):
            found[name] = "real"
        else:
            found[name] = "yes" if name in ("passed", "forced") else "text"
    return found


RUNS: Columns = _columns(RunRow)
STEPS: Columns = _columns(StepRow) | dict.fromkeys(TEXTS, "text")


def export(store: Store, run_ids: Sequence[str], form: str, hide: Hide = str) -> bytes:
    """`form` is parquet or csv. `hide` takes out of every text what is not to leave. Raises
    BadInput for a run that is not there."""
    write = {"parquet": _parquet, "csv": _csv}[form]
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, columns, rows in (
            ("runs", RUNS, _runs(store, run_ids, hide)),
            ("steps", STEPS, _steps(store, run_ids, hide)),
        ):
            # a fixed date: the same runs give the same bytes
            about = zipfile.ZipInfo(f"{name}.{form}", (1980, 1, 1, 0, 0, 0))
            about.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(about, write(columns, rows))
    return packed.getvalue()


Row = list[Any]


def _runs(store: Store, run_ids: Sequence[str], hide: Hide) -> Iterator[list[Row]]:
    for some in _batches(run_ids):
        yield [[_cell(getattr(row, name), kind, hide) for name, kind in RUNS.items()]
               for row in rows_of(store, some)]  # fmt: skip


def _steps(store: Store, run_ids: Sequence[str], hide: Hide) -> Iterator[list[Row]]:
    for run_id in run_ids:
        events = store.events(run_id)
        rows = []
        for step in store.steps([run_id]):
            told = _texts(events[step.seq])
            rows.append(
                [
                    _cell(told[name] if name in TEXTS else getattr(step, name), kind, hide)
                    for name, kind in STEPS.items()
                ]
            )
        yield rows


def _texts(event: Event) -> dict[str, str | None]:
    found: dict[str, str | None] = dict.fromkeys(TEXTS)
    if isinstance(event, Replied):
        found |= {"text": event.text, "thinking": event.thinking}
    elif isinstance(event, Returned):
        call = event.call
        written = call.raw if call.fault else as_json(dict(call.arguments))
        found |= {"arguments": written, "output": event.output}
    return found


def _batches(run_ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for first in range(0, len(run_ids), AT_ONCE):
        yield run_ids[first : first + AT_ONCE]


def _cell(value: Any, kind: str, hide: Hide) -> Any:
    if value is None:
        return None
    if kind == "time":
        return stamp(value)
    if kind == "text":
        return hide(plain(value if isinstance(value, str) else as_json(value)))
    return value


def _parquet(columns: Columns, batches: Iterable[list[Row]]) -> bytes:
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    kinds = {"text": pa.string(), "whole": pa.int64(), "real": pa.float64(), "yes": pa.bool_(),
             "time": pa.timestamp("us", tz="UTC")}  # fmt: skip
    schema = pa.schema([(name, kinds[kind]) for name, kind in columns.items()])
    made = BytesIO()
    with pq.ParquetWriter(made, schema, compression="zstd") as writer:
        for rows in batches:
            # times as numbers: pyarrow asks pandas about objects of time
            held = [pa.array([_since(row[at]) for row in rows], field.type)
                    for at, field in enumerate(schema)]  # fmt: skip
            writer.write_table(pa.Table.from_arrays(held, schema=schema))
    return made.getvalue()


def _since(cell: Any) -> Any:
    return (cell - EPOCH) // MICROSECOND if isinstance(cell, datetime) else cell


def _csv(columns: Columns, batches: Iterable[list[Row]]) -> bytes:
    """As RFC 4180 has it, in UTF-8."""
    lines = [",".join(columns)]
    lines += [",".join(_written(cell) for cell in row) for rows in batches for row in rows]
    return "".join(f"{line}\r\n" for line in lines).encode()


def _written(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, datetime):
        return f"{cell.isoformat(timespec='microseconds')}Z"
    if not isinstance(cell, str):
        return repr(cell)
    text = f"'{cell}" if cell.startswith(DANGEROUS) else cell
    if text and not any(mark in text for mark in ',"\r\n'):
        return text
    return '"' + text.replace('"', '""') + '"'
