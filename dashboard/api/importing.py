"""Imports under /api."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from dashboard.house import house


async def _import(request: Request) -> Any:
    """Starts it; what became of it is told by `/api/imports/{id}`. Paths are of this machine."""
    body = await request.json()
    paths, format = [str(path) for path in body["paths"]], body.get("format")
    imports = house().service.imports
    return imports.job(imports.start(paths, None if format is None else str(format))).told()


async def _importing(request: Request) -> Any:
    return house().service.imports.job(request.path_params["id"]).told()


async def _cancel_import(request: Request) -> Any:
    return {"cancelled": house().service.imports.cancel(request.path_params["id"])}


READING = {"/api/imports/{id}": _importing}
WRITING = {"/api/imports": _import, "/api/imports/{id}/cancel": _cancel_import}
