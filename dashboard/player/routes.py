"""The player's addresses under /api/runs/{id}: each answers JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from agents.messages import as_json
from dashboard.answers import marks_object
from dashboard.house import house
from dashboard.player.bodies import bodies_object, request_object, text_object
from dashboard.player.film import film_text

Handler = Callable[[Request], Awaitable[Response]]


def _handler(tell: Callable[[Request], str]) -> Handler:
    """JSON is written here: a trace may hold lone surrogates, which become escapes."""

    async def answer(request: Request) -> Response:
        text = await run_in_threadpool(tell, request)
        return Response(text, media_type="application/json")

    return answer


def _id(request: Request) -> str:
    return str(request.path_params["id"])


def _number(request: Request, name: str) -> int:
    return int(request.query_params.get(name, "0"))


def _film(request: Request) -> str:
    return film_text(house().service, _id(request), max(0, _number(request, "from")))


def _bodies(request: Request) -> str:
    first, upto = _number(request, "from"), _number(request, "to")
    return as_json(bodies_object(house().service, _id(request), first, upto))


def _request(request: Request) -> str:
    seq: Any = request.path_params["seq"]
    first, upto = _number(request, "from"), _number(request, "to")
    return as_json(request_object(house().service, _id(request), seq, first, upto))


def _text(request: Request) -> str:
    seq: Any = request.path_params["seq"]
    tab, number = request.query_params.get("tab", ""), _number(request, "block")
    return as_json(text_object(house().service, _id(request), seq, tab, number))


def _known(request: Request) -> str:
    seq: Any = request.path_params["seq"]
    return as_json(house().service.known.at(_id(request), seq))


def _find(request: Request) -> str:
    found = house().service.store.search(_id(request), request.query_params.get("q", ""))
    return as_json({"seqs": found})


def _findings(request: Request) -> str:
    return as_json(marks_object(house().service, _id(request)))


PLAYER: dict[str, Handler] = {
    "/api/runs/{id}/film": _handler(_film),
    "/api/runs/{id}/bodies": _handler(_bodies),
    "/api/runs/{id}/request/{seq:int}": _handler(_request),
    "/api/runs/{id}/text/{seq:int}": _handler(_text),
    "/api/runs/{id}/known/{seq:int}": _handler(_known),
    "/api/runs/{id}/find": _handler(_find),
    "/api/runs/{id}/findings": _handler(_findings),
}
