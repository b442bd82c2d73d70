"""The small JSON API under /api: for the verbs, with the token of the doorplate."""

from __future__ import annotations

import hmac
import json
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from agents.errors import NotThere, StoreError, TriptychError
from dashboard import answers, diff_view, diffing, going_on, guide_answers, proving, step_texts
from dashboard.deletions import deleted_object
from dashboard.fork_answers import fork_object, forks_object
from dashboard.forks import MOST_TIMES, change_from, edits_from
from dashboard.hits_view import found_object
from dashboard.hosts import own_name
from dashboard.house import house
from dashboard.ingest import traces
from dashboard.launch import MOST_LANES, launch_from
from dashboard.live import lanes_now
from dashboard.player.routes import PLAYER
from dashboard.prometheus import exposition
from dashboard.share.formats import LEFT_OUT, Wanted, file_name, format_of, made
from dashboard.trials import routes as trials
from dashboard.words import ENGLISH, speaking
from data.filters import RunFilter

Handler = Callable[[Request], Awaitable[Any]]


async def _compare(request: Request) -> Any:
    launch = launch_from(await request.json())
    service = house().service
    comparison = await run_in_threadpool(service.compare, launch)
    return await run_in_threadpool(answers.comparison_object, service, comparison)


async def _comparison(request: Request) -> Any:
    id_ = request.path_params["id"]
    return await run_in_threadpool(answers.comparison_object, house().service, id_)


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


async def _cancel(request: Request) -> Any:
    return {"cancelled": house().service.cancel(request.path_params["id"])}


async def _watch(request: Request) -> Any:
    """Starts a demo, or finds the runs of it that are here."""
    name = request.path_params["name"]
    return await run_in_threadpool(guide_answers.watched_object, house().service, name)


async def _tried(request: Request) -> Any:
    return await run_in_threadpool(guide_answers.tried_object, house().service)


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


async def _lanes(request: Request) -> Any:
    run_ids = request.query_params.get("runs", "").split(",")[:MOST_LANES]
    return await run_in_threadpool(lanes_now, run_ids)


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


async def _nothing(request: Request) -> Any:
    raise NotThere(f"There is no {request.url.path} here.")


async def _health(request: Request) -> Response:
    return JSONResponse({"ok": True})


def _guarded(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Host, Origin and token are looked at first; what goes wrong is one sentence."""

    async def answer(request: Request) -> Response:
        refusal = _refusal(request)
        if refusal:
            return JSONResponse({"error": refusal}, status_code=403)
        try:
            with speaking(_language(request)):
                told = await handler(request)
            answered = told if isinstance(told, Response) else JSONResponse(told)
            if request.method == "GET":
                answered.headers["Triptych-Pass"] = house().passes.issue()  # a pass renews itself
            return answered
        except StoreError as error:
            return JSONResponse({"error": str(error)}, status_code=503)
        except TriptychError as error:
            status = 404 if isinstance(error, NotThere) else 400
            return JSONResponse({"error": str(error)}, status_code=status)
        except (ValueError, TypeError, AttributeError, KeyError):
            return JSONResponse({"error": "The request is not the JSON expected here."}, 400)

    return answer


def _language(request: Request) -> str:
    """A page reads with a pass and in its own language; a program has the token, and English."""
    paged = request.method == "GET" and house().passes.holds(_given(request))
    return "" if paged else ENGLISH


def _given(request: Request) -> str:
    return request.headers.get("authorization", "").removeprefix("Bearer ")


def _refusal(request: Request) -> str:
    if not own_name(request.headers.get("host", ""), house().names):
        return "This host name is not one that the dashboard was started for."
    origin = request.headers.get("origin")
    if origin and urlsplit(origin).netloc != request.headers.get("host"):
        return "Requests from other sites are refused."
    given = _given(request)
    if request.method == "GET" and house().passes.holds(given):
        return ""
    if not hmac.compare_digest(given.encode(), house().token.encode()):
        return "The token is missing or wrong; it stands in the file beside the database."
    return ""


ROUTES = [
    Route("/metrics", _metrics),
    Route("/v1/traces", traces, methods=["POST"]),
    Route("/compare", _compare_page),
    Route("/api/health", _health),
    Route("/api/lanes", _guarded(_lanes)),
    Route("/api/comparisons", _guarded(_compare), methods=["POST"]),
    Route("/api/comparisons/{id}", _guarded(_comparison)),
    Route("/api/runs", _guarded(_runs), methods=["POST"]),
    Route("/api/search", _guarded(_search), methods=["POST"]),
    Route("/api/diff", _guarded(_diff)),
    Route("/api/diff/texts", _guarded(_diff_texts)),
    Route("/api/export", _guarded(_export), methods=["GET", "POST"]),
    Route("/api/deletions", _guarded(_delete), methods=["POST"]),
    Route("/api/runs/{id}", _guarded(_run)),
    Route("/api/runs/{id}/steps/{seq:int}", _guarded(_step)),
    Route("/api/runs/{id}/fork", _guarded(_fork), methods=["POST"]),
    Route("/api/runs/{id}/preview", _guarded(_preview), methods=["POST"]),
    Route("/api/runs/{id}/resume", _guarded(_resume), methods=["POST"]),
    Route("/api/runs/{id}/replay", _guarded(_replay)),
    Route("/api/forks", _guarded(_forks)),
    *[Route(path, _guarded(handler)) for path, handler in PLAYER.items()],
    Route("/api/runs/{id}/cancel", _guarded(_cancel), methods=["POST"]),
    Route("/api/demos/{name}", _guarded(_watch), methods=["POST"]),
    Route("/api/tried", _guarded(_tried)),
    Route("/api/imports", _guarded(_import), methods=["POST"]),
    Route("/api/imports/{id}", _guarded(_importing)),
    Route("/api/imports/{id}/cancel", _guarded(_cancel_import), methods=["POST"]),
    *[Route(at, _guarded(do), methods=["GET", "POST"]) for at, do in trials.BOTH.items()],
    *[Route(at, _guarded(do), methods=["POST"]) for at, do in trials.WRITING.items()],
    *[Route(at, _guarded(do)) for at, do in trials.READING.items()],
    Route("/api/{path:path}", _guarded(_nothing), methods=["GET", "POST"]),
]
