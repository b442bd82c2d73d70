"""Every address of the server beside Streamlit's pages: the small JSON API under /api, for the
verbs with the token of the doorplate and for pages with a pass; traces; figures for Prometheus."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from agents.errors import NotThere
from dashboard.api import importing, reading, running
from dashboard.api.guard import Handler, guarded
from dashboard.hosts import own_name
from dashboard.house import house
from dashboard.ingest import traces
from dashboard.player.routes import PLAYER
from dashboard.prometheus import exposition
from dashboard.trials import routes as trials


async def _compare_page(request: Request) -> Response:
    """Streamlit knows its first page by no other address than `/`."""
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"/{query}")


async def _metrics(request: Request) -> Response:
    """Open to whoever reaches the server under its own name: it holds numbers, no text."""
    if not own_name(request.headers.get("host", ""), house().names):
        return Response("This host name is not one of this server's.", 403)
    service = house().service
    found = await run_in_threadpool(service.store.measures)
    told = exposition(found, len(service.runner.active()), service.traces.waiting)
    return Response(told, media_type="text/plain")


async def _health(request: Request) -> Response:
    return JSONResponse({"ok": True})


async def _nothing(request: Request) -> Any:
    raise NotThere(f"There is no {request.url.path} here.")


def _mounted(handlers: dict[str, Handler], *methods: str) -> list[Route]:
    return [Route(path, guarded(handler), methods=methods) for path, handler in handlers.items()]


ROUTES = [
    Route("/metrics", _metrics),
    Route("/v1/traces", traces, methods=["POST"]),
    Route("/compare", _compare_page),
    Route("/api/health", _health),
    *_mounted(reading.BOTH | trials.BOTH, "GET", "POST"),
    *_mounted(running.WRITING | reading.WRITING | importing.WRITING | trials.WRITING, "POST"),
    *_mounted(running.READING | reading.READING | importing.READING | trials.READING, "GET"),
    *_mounted(PLAYER, "GET"),
    Route("/api/{path:path}", guarded(_nothing), methods=["GET", "POST"]),
]
