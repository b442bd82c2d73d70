"""What runs, under /api: comparisons, forks, what goes on after a stop, replays and demos."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from dashboard import answers, going_on, guide_answers, proving
from dashboard.fork_answers import fork_object, forks_object
from dashboard.forks import MOST_TIMES, change_from, edits_from
from dashboard.house import house
from dashboard.launch import launch_from


async def _compare(request: Request) -> Any:
    launch = launch_from(await request.json())
    service = house().service
    comparison = await run_in_threadpool(service.compare, launch)
    return await run_in_threadpool(answers.comparison_object, service, comparison)


async def _comparison(request: Request) -> Any:
    id_ = request.path_params["id"]
    return await run_in_threadpool(answers.comparison_object, house().service, id_)


async def _cancel(request: Request) -> Any:
    return {"cancelled": house().service.cancel(request.path_params["id"])}


async def _fork(request: Request) -> Any:
    change = change_from(await request.json())
    service, id_ = house().service, request.path_params["id"]
    run_ids = await run_in_threadpool(going_on.fork, service, id_, change)
    return await run_in_threadpool(forks_object, service, run_ids)


async def _forks(request: Request) -> Any:
    """How forks stand that were started together."""
    run_ids = request.query_params.get("runs", "").split(",")[:MOST_TIMES]
    return await run_in_threadpool(forks_object, house().service, run_ids)


async def _preview(request: Request) -> Any:
    change = change_from(await request.json())
    id_ = request.path_params["id"]
    return await run_in_threadpool(going_on.preview, house().service, id_, change)


async def _resume(request: Request) -> Any:
    service, id_ = house().service, request.path_params["id"]
    edits = edits_from((await request.json()).get("edits", []))
    await run_in_threadpool(going_on.resume, service, id_, edits)
    return await run_in_threadpool(fork_object, service, id_)


async def _replay(request: Request) -> Any:
    return await run_in_threadpool(proving.replay, house().service, request.path_params["id"])


async def _watch(request: Request) -> Any:
    """Starts a demo, or finds the runs of it that are here."""
    name = request.path_params["name"]
    return await run_in_threadpool(guide_answers.watched_object, house().service, name)


async def _tried(request: Request) -> Any:
    return await run_in_threadpool(guide_answers.tried_object, house().service)


READING = {
    "/api/comparisons/{id}": _comparison,
    "/api/runs/{id}/replay": _replay,
    "/api/forks": _forks,
    "/api/tried": _tried,
}
WRITING = {
    "/api/comparisons": _compare,
    "/api/runs/{id}/cancel": _cancel,
    "/api/runs/{id}/fork": _fork,
    "/api/runs/{id}/preview": _preview,
    "/api/runs/{id}/resume": _resume,
    "/api/demos/{name}": _watch,
}
