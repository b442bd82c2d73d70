"""Runs under /api: listed, searched, shown by step, set side by side, taken out and deleted."""

from __future__ import annotations

import json
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from dashboard import answers, diff_view, diffing, step_texts
from dashboard.deletions import deleted_object
from dashboard.hits_view import found_object
from dashboard.house import house
from dashboard.launch import MOST_LANES
from dashboard.live import lanes_now
from dashboard.share.formats import LEFT_OUT, Wanted, file_name, format_of, made
from data.filters import RunFilter


async def _runs(request: Request) -> Any:
    body = await request.json()
    wanted = _filter(body.get("filter", {}))
    limit, offset = max(1, int(body.get("limit", 50))), max(0, int(body.get("offset", 0)))
    return await run_in_threadpool(answers.runs_object, house().service, wanted, limit, offset)


async def _search(request: Request) -> Any:
    body = await request.json()
    limit, offset = max(1, int(body.get("limit", 50))), max(0, int(body.get("offset", 0)))
    found = await run_in_threadpool(house().service.find, str(body["text"]), limit, offset)
    return found_object(found)


def _filter(given: dict[str, Any]) -> RunFilter:
    try:
        return RunFilter(**{k: tuple(v) if isinstance(v, list) else v for k, v in given.items()})
    except TypeError as error:
        raise ValueError(str(error)) from None


async def _run(request: Request) -> Any:
    return await run_in_threadpool(answers.show_object, house().service, request.path_params["id"])


async def _step(request: Request) -> Any:
    run_id, seq = request.path_params["id"], request.path_params["seq"]
    return await run_in_threadpool(answers.step_object, house().service, run_id, seq)


async def _lanes(request: Request) -> Any:
    run_ids = request.query_params.get("runs", "").split(",")[:MOST_LANES]
    return await run_in_threadpool(lanes_now, run_ids)


async def _diff(request: Request) -> Any:
    """`runs=A,B`; with `rows=only` without what the page knows of the runs already."""
    only_rows = request.query_params.get("rows") == "only"
    tell = diff_view.rows_data if only_rows else diffing.diff_object
    run_ids = [name for name in request.query_params.get("runs", "").split(",") if name]
    return await run_in_threadpool(tell, house().service, run_ids)


async def _diff_texts(request: Request) -> Any:
    """`one` and `other` are each a run and a step, as `RUN:STEP`."""
    places = []
    for name in ("one", "other"):
        run_id, _, seq = request.query_params.get(name, "").rpartition(":")
        places.append((run_id, int(seq)))
    return await run_in_threadpool(step_texts.step_texts, house().service, *places)


async def _export(request: Request) -> Any:
    """By POST for any number of runs, with the names of Wanted as JSON; by GET for a few."""
    if request.method == "POST":
        body = await request.json()
        runs = tuple(str(name) for name in body["runs"])
        told = {name: str(body.get(name) or "") for name in ("format", "view")}
        wanted = Wanted(runs, told["format"] or "html", told["view"], body.get("plain") is True)
    else:
        query = request.query_params
        runs = tuple(name for name in query.get("runs", "").split(",") if name)
        plain = query.get("plain", "0") == "1"
        wanted = Wanted(runs, query.get("format", "html"), query.get("view", ""), plain)
    done = await run_in_threadpool(made, house().service, wanted)
    # as a file: a page of another's making has no business at this address
    named = f'attachment; filename="{file_name(runs, wanted.format, wanted.view)}"'
    headers = {"Content-Disposition": named, LEFT_OUT: json.dumps(done.left_out)}
    return Response(done.content, media_type=format_of(wanted.format).mime, headers=headers)


async def _delete(request: Request) -> Any:
    runs = [str(name) for name in (await request.json())["runs"]]
    return await run_in_threadpool(deleted_object, house().service, runs)


READING = {
    "/api/runs/{id}": _run,
    "/api/runs/{id}/steps/{seq:int}": _step,
    "/api/lanes": _lanes,
    "/api/diff": _diff,
    "/api/diff/texts": _diff_texts,
}
WRITING = {"/api/runs": _runs, "/api/search": _search, "/api/deletions": _delete}
"""Two of them only ask, for more than fits into an address."""
BOTH = {"/api/export": _export}
