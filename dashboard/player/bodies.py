"""Steps whole, a few at a time. A long text comes with its length, and is fetched by itself."""

from __future__ import annotations

from collections.abc import Sequence

from agents.errors import BadInput
from agents.events import Event, Replied, Returned, from_json
from dashboard.palette import part_name
from dashboard.service import Service
from dashboard.steps import (
    FOLDED,
    plain_blocks,
    raw_blocks,
    reading_blocks,
    reply_blocks,
    request_block,
    result_blocks,
)
from dashboard.viewmodels import Data
from dashboard.words import t
from data.around import Place
from data.requests.sent import Piece, Sent, Wanted

MOST_STEPS = 24
LONG = 20_000
"""Characters; of a longer text so many come at first."""


def bodies_object(service: Service, run_id: str, first: int, upto: int) -> Data:
    """Steps `first` to before `upto`, at most MOST_STEPS of them."""
    first, upto = max(0, first), min(upto, first + MOST_STEPS)
    events = [from_json(body) for body in service.store.bodies(run_id, first, upto)]
    if not events:
        raise _no_step(service, run_id, first)
    places = service.store.places(run_id, first, first + len(events))
    asked = [place for place in places if place.kind == "replied" and place.request]
    wanted = [Wanted(str(place.request), place.before_request) for place in asked]
    requests = service.store.sent(wanted, [run_id]) if wanted else []
    sent = {place.seq: one for place, one in zip(asked, requests, strict=True)}
    return {
        "from": first,
        "steps": [
            _step(event, place, sent.get(place.seq))
            for event, place in zip(events, places, strict=True)
        ],
    }


def request_object(service: Service, run_id: str, seq: int, first: int, upto: int) -> Data:
    """Links of the request of step `seq`, with their places and their texts."""
    place = _place(service, run_id, seq)
    upto = min(upto, first + 200)
    wanted = Wanted(place.request or "", place.before_request, first, upto, texts=True)
    (sent,) = service.store.sent([wanted], [run_id])
    return {
        "step": seq,
        "blocks": [_trimmed(_piece_block(piece, sent.shared)) for piece in sent.pieces],
    }


def text_object(service: Service, run_id: str, seq: int, tab: str, number: int) -> Data:
    """One text whole, with its raw form where that differs: of the request by the link's place,
    else by the number of the block in its tab."""
    if tab == "request":
        place = _place(service, run_id, seq)
        wanted = Wanted(place.request or "", None, number, number + 1)
        (sent,) = service.store.sent([wanted], [run_id])
        found = [_piece_block(piece, 0) for piece in sent.pieces]
        number = 0
    else:
        events = service.store.bodies(run_id, seq, seq + 1)
        if not events:
            raise _no_step(service, run_id, seq)
        found = tabs_of(from_json(events[0])).get(tab, [])
    if not 0 <= number < len(found):
        raise BadInput(t("wrong.no-text", step=seq, run=run_id))
    text, raw = found[number]["text"], found[number]["raw"]
    return {"text": text, "raw": raw if raw != text else None}


def _step(event: Event, place: Place, sent: Sent | None) -> Data:
    tabs = {name: [_trimmed(block) for block in blocks] for name, blocks in tabs_of(event).items()}
    found: Data = {"seq": place.seq, "kind": event.kind, "before": place.before, "tabs": tabs}
    if isinstance(event, Replied):
        found["usage"] = usage_of(event)
        found["request"] = _request(sent)
    if isinstance(event, Returned):
        found["effect"] = event.effect
    return found


def tabs_of(event: Event) -> dict[str, list[Data]]:
    """Its texts by the tab they stand in, without the request, which is kept apart."""
    if isinstance(event, Replied):
        return {
            "reply": reply_blocks(event),
            "parsed": reading_blocks(event),
            "raw": raw_blocks(event),
        }
    first = result_blocks(event) if isinstance(event, Returned) else plain_blocks(event)
    return {"content": first, "raw": raw_blocks(event)}


def _request(sent: Sent | None) -> Data | None:
    if sent is None or not sent.total:
        return None
    return {
        "total": sent.total,
        "shared": sent.shared,
        "first": sent.pieces[0].place if sent.pieces else sent.total,
        "blocks": [_trimmed(_piece_block(piece, sent.shared)) for piece in sent.pieces],
        "gone": [
            _trimmed(_piece_block(piece, 0)) for piece in sent.gone if piece.part != "settings"
        ],
    }


def _piece_block(piece: Piece, shared: int) -> Data:
    name = part_name(piece.part)
    label = name if piece.role in (piece.part, name) else f"{name} · {piece.role}"
    new = piece.place >= shared and piece.part != "settings"
    opened = piece.part not in FOLDED and new and piece.body is not None
    made = request_block(label, piece.body, piece.part, new=new, opened=opened)
    return {**made, "place": piece.place, "tokens": piece.tokens, "chars": piece.chars}


def _trimmed(block: Data) -> Data:
    """What goes over the wire at first: `text` None or shorter than `chars` is to be fetched."""
    text, raw = block["text"], block["raw"]
    return {
        **{name: value for name, value in block.items() if name not in ("raw", "size", "prose")},
        "text": text if text is None or len(text) <= LONG else text[:LONG],
        "chars": block.get("chars", 0) if text is None else len(text),
        "has_raw": bool(raw) and raw != text,
    }


def usage_of(event: Replied) -> Data:
    usage, cost = event.usage, event.cost
    return {
        "model": event.model,
        "rows": [
            ["gen_ai.usage.input_tokens", usage.input_tokens],
            ["gen_ai.usage.cache_read.input_tokens", usage.cache_read_input_tokens],
            ["gen_ai.usage.cache_creation.input_tokens", usage.cache_creation_input_tokens],
            ["gen_ai.usage.output_tokens", usage.output_tokens],
            ["gen_ai.usage.reasoning.output_tokens", usage.reasoning_output_tokens],
        ],
        "source": usage.source,
        "cost": cost.usd,
        "why": f"{cost.why} {cost.as_of}".strip(),
        "finish": event.finish,
        "dialect": event.dialect,
        "forced": event.forced,
    }


def _place(service: Service, run_id: str, seq: int) -> Place:
    found: Sequence[Place] = service.store.places(run_id, seq, seq + 1) if seq >= 0 else []
    if not found:
        raise _no_step(service, run_id, seq)
    return found[0]


def _no_step(service: Service, run_id: str, seq: int) -> BadInput:
    last = service.run(run_id).events - 1
    return BadInput(t("wrong.no-step", run=run_id, step=seq, last=last))
