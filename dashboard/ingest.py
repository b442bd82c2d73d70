"""`POST /v1/traces`: OTLP over HTTP, as exporters send it (protobuf or JSON, also packed).

Open on this machine, where the API's Host and Origin rules hold; from elsewhere the token of the
file beside the database is asked for (`Authorization: Bearer …`). Answered when the spans are on
the disk. Errors are a google.rpc.Status, as the protocol has them.
"""

from __future__ import annotations

import hmac
import zlib
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from agents.errors import BadInput, StoreError
from dashboard.hosts import own_name
from dashboard.house import house
from data.importers.hostile import Unreadable, parse
from data.importers.limits import amount
from data.live.admission import Taken

MOST_SENT = 64_000_000
"""Bytes of a request as it is sent, and once it is unpacked: exporters send some megabytes."""
PROTOBUF, JSON = "application/x-protobuf", "application/json"
INVALID, DENIED, UNAVAILABLE = 3, 7, 14


class Refused(Exception):
    """An answer that is an error."""

    def __init__(self, status: int, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.sentence = sentence


async def traces(request: Request) -> Response:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        _admit(request)
        if kind not in (PROTOBUF, JSON):
            raise Refused(
                415, INVALID, f"Traces are taken as {PROTOBUF} or {JSON}, not as “{kind[:60]}”."
            )
        body = await _body(request)
        return _answered(kind, await run_in_threadpool(_take, kind, body))
    except Refused as refused:
        return _error(kind, refused)
    except BadInput as error:
        return _error(kind, Refused(400, INVALID, str(error)))
    except StoreError as error:  # an exporter tries again after this one
        return _error(kind, Refused(503, UNAVAILABLE, str(error)))
    except ClientDisconnect:
        return Response(status_code=400)


def _admit(request: Request) -> None:
    if not own_name(request.headers.get("host", ""), house().names):
        raise Refused(403, DENIED, "This host name is not one that the dashboard was started for.")
    origin = request.headers.get("origin")
    if origin and urlsplit(origin).netloc != request.headers.get("host"):
        raise Refused(403, DENIED, "Requests from other sites are refused.")
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not _from_here(request) and not hmac.compare_digest(given.encode(), house().token.encode()):
        raise Refused(
            401, DENIED, "From another machine the token is needed: it stands in the file beside "
            "the database, and goes into OTEL_EXPORTER_OTLP_HEADERS as “Authorization=Bearer …”.",
        )  # fmt: skip


def _from_here(request: Request) -> bool:
    """By the address that the request comes from; what a proxy passes on is from elsewhere."""
    if request.client is None or "x-forwarded-for" in request.headers:
        return False
    try:
        address = ip_address(request.client.host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


async def _body(request: Request) -> bytes:
    packed = request.headers.get("content-encoding", "identity").strip().lower()
    if packed not in ("gzip", "identity", ""):
        raise Refused(415, INVALID, f"Traces are taken plain or as gzip, not as “{packed[:40]}”.")
    told = request.headers.get("content-length", "")
    if told.isascii() and told.isdigit() and len(told) < 20 and int(told) > MOST_SENT:
        raise _too_large()
    pieces: list[bytes] = []
    size = 0
    async for piece in request.stream():
        size += len(piece)
        if size > MOST_SENT:
            raise _too_large()
        pieces.append(piece)
    body = b"".join(pieces)
    return await run_in_threadpool(_unpacked, body) if packed == "gzip" else body


def _unpacked(body: bytes) -> bytes:
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        plain = reader.decompress(body, MOST_SENT + 1)
    except zlib.error as error:
        raise Refused(400, INVALID, f"The request is no gzip ({error}).") from None
    if len(plain) > MOST_SENT:
        raise _too_large()
    if not reader.eof:
        raise Refused(400, INVALID, "The gzip of the request breaks off.")
    return plain


def _too_large() -> Refused:
    return Refused(
        413, INVALID, f"A request may hold up to {amount(MOST_SENT)}, packed or not; let the "
        "exporter send fewer spans at once (OTEL_BSP_MAX_EXPORT_BATCH_SIZE).",
    )  # fmt: skip


def _take(kind: str, body: bytes) -> Taken:
    live = house().service.traces
    if kind == PROTOBUF:
        return live.take_protobuf(body)
    try:
        return live.take_json(parse(body))
    except Unreadable as error:
        raise Refused(400, INVALID, f"The request cannot be read, because {error}.") from None


def _answered(kind: str, taken: Taken) -> Response:
    if kind == JSON:
        partial = {"rejectedSpans": str(taken.rejected), "errorMessage": taken.why}
        return JSONResponse({"partialSuccess": partial} if taken.rejected else {})
    from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as service

    answer = service.ExportTraceServiceResponse()
    if taken.rejected:
        answer.partial_success.rejected_spans = taken.rejected
        answer.partial_success.error_message = taken.why
    return Response(answer.SerializeToString(), media_type=PROTOBUF)


def _error(kind: str, refused: Refused) -> Response:
    """google.rpc.Status: a code, and a message as its second field."""
    if kind != PROTOBUF:
        return JSONResponse({"code": refused.code, "message": refused.sentence}, refused.status)
    text = refused.sentence.encode()
    size = bytes([len(text)]) if len(text) < 128 else bytes([len(text) & 127 | 128, len(text) >> 7])
    status = b"\x08" + bytes([refused.code]) + b"\x12" + size + text
    return Response(status, refused.status, media_type=PROTOBUF)
