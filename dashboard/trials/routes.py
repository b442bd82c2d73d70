"""Trials under /api: handlers by path, guarded and mounted by dashboard.api."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from dashboard.house import house
from dashboard.trials import told
from dashboard.trials.estimate import estimate
from dashboard.trials.export import FORMATS, exported
from dashboard.trials.results import results
from dashboard.words import ENGLISH
from data.trials.plan import plan_from


async def _start(request: Request) -> Any:
    plan = plan_from(await request.json())
    service = house().service
    return {"trials": await run_in_threadpool(service.trials.start, plan)}


async def _sets(request: Request) -> Any:
    if request.method == "POST":
        return await _start(request)
    return await run_in_threadpool(told.list_object, house().service)


async def _estimate(request: Request) -> Any:
    plan = plan_from(await request.json())
    return (await run_in_threadpool(estimate, house().service, plan, ENGLISH)).told()


async def _set(request: Request) -> Any:
    return await run_in_threadpool(told.set_object, house().service, request.path_params["id"])


async def _progress(request: Request) -> Any:
    return await run_in_threadpool(told.progress_object, house().service, request.path_params["id"])


async def _resume(request: Request) -> Any:
    budget = (await request.json()).get("budget_usd")
    wanted = None if budget is None else float(budget)
    trials, id_ = house().service.trials, request.path_params["id"]
    await run_in_threadpool(trials.resume, id_, wanted)
    return {"trials": id_}


async def _pause(request: Request) -> Any:
    return {"paused": house().service.trials.pause(request.path_params["id"])}


async def _cancel(request: Request) -> Any:
    return {"cancelled": house().service.trials.cancel(request.path_params["id"])}


async def _export(request: Request) -> Any:
    id_, format = request.path_params["id"], request.query_params.get("format", "csv")
    found = await run_in_threadpool(results, house().service, id_)
    made = await run_in_threadpool(exported, found, format)
    named = f'attachment; filename="{found.set_id}.{format}"'
    return Response(made, media_type=FORMATS[format], headers={"Content-Disposition": named})


READING = {
    "/api/trials/{id}": _set,
    "/api/trials/{id}/progress": _progress,
    "/api/trials/{id}/export": _export,
}
WRITING = {
    "/api/trials/estimate": _estimate,
    "/api/trials/{id}/resume": _resume,
    "/api/trials/{id}/pause": _pause,
    "/api/trials/{id}/cancel": _cancel,
}
BOTH = {"/api/trials": _sets}
