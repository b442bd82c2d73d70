"""Two steps of two runs, text by text, with what was removed and what was added."""

from __future__ import annotations

from agents.errors import BadInput
from agents.events import Edited, Event, Replied, Returned, Started, from_json
from dashboard.answers import Json
from dashboard.link_text import indented, link_text
from dashboard.palette import part_name
from dashboard.service import Service
from dashboard.steps import call_text
from dashboard.words import t
from data.diff.wording import pieces
from data.writing.codec import plain, spoken

Texts = dict[str, str]


def step_texts(service: Service, one: tuple[str, int], other: tuple[str, int]) -> Json:
    """Each text of the two steps as pieces: `=` in both, `-` only in the one, `+` only in the
    other. Raises BadInput where a step is not there."""
    before, after = (_texts(service, *place) for place in (one, other))
    return {
        "parts": [
            {
                "label": label,
                "same": before.get(label, "") == after.get(label, ""),
                "pieces": [
                    [piece.sign, plain(piece.text)]
                    for piece in pieces(before.get(label, ""), after.get(label, ""))
                ],
            }
            for label in {**after, **before}
            if before.get(label) or after.get(label)
        ]
    }


def _texts(service: Service, run_id: str, seq: int) -> Texts:
    event = _event(service, run_id, seq)
    texts = event_texts(event)
    if isinstance(event, Replied):
        links = service.store.request(event.request)
        texts[t("texts.request")] = "\n".join(request_line(x.part, x.role, x.body) for x in links)
    return texts


def request_line(part: str, role: str, body: str) -> str:
    return f"── {part_name(part)} · {role}\n{link_text(body)}"


def event_texts(event: Event) -> Texts:
    """What two steps are compared by, but for a model call's request."""
    if isinstance(event, Replied):
        return _of_reply(event)
    if isinstance(event, Returned):
        return {
            t("texts.call"): call_text(event.call),
            t("texts.outcome"): event.outcome,
            t("texts.result"): event.output,
        }
    if isinstance(event, Started):
        return {t("texts.question"): event.question, t("texts.rig"): _rig(event)}
    if isinstance(event, Edited):
        return {t(f"texts.{event.target}"): event.value}
    return {
        t("texts.answer"): event.answer or "",
        t("texts.ending"): f"{event.status}: {event.reason}",
        t("texts.gaps"): "\n".join(event.gaps),
    }


def _event(service: Service, run_id: str, seq: int) -> Event:
    run = service.run(run_id)
    body = service.store.event_json(run_id, seq) if seq >= 0 else None
    if body is None:
        last = run.events - 1
        raise BadInput(t("wrong.no-step", run=run_id, step=seq, last=last))
    return from_json(body)


def _of_reply(event: Replied) -> Texts:
    reading = event.reading
    decided = [spoken(call) for call in reading.calls]
    if reading.fault:
        decided.append(reading.fault.text)
    return {
        t("texts.reply"): event.text,
        t("texts.thinking"): event.thinking,
        t("texts.calls"): "\n".join(decided),
    }


def _rig(event: Started) -> str:
    return indented(dict(event.rig)) if event.rig else ""
