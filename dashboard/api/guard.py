"""Who may ask for what is under /api, and how what goes wrong is told: in one sentence."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from agents.errors import NotThere, StoreError, TriptychError
from dashboard.hosts import own_name
from dashboard.house import house
from dashboard.words import ENGLISH, speaking

Handler = Callable[[Request], Awaitable[Any]]


def guarded(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
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
