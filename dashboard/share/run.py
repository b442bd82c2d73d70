"""One run for a file: its film, its steps with their texts by number, its requests as chains."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from agents.events import Event, Replied, Returned, from_json
from dashboard.answers import marks_object
from dashboard.lanes import lane_titles
from dashboard.link_text import link_text
from dashboard.player.bodies import tabs_of, usage_of
from dashboard.player.film import film_text
from dashboard.service import Service
from dashboard.share.texts import Texts
from dashboard.step_texts import event_texts
from dashboard.viewmodels import Data
from data.around import Place
from data.requests.chains import Node
from data.rows import RunRow

KEPT_OF_BLOCK = ("label", "part", "new", "open", "run")


class Chains:
    """The links of all requests of a file: `nodes` is [parent, message, part, tokens] each, and
    `messages` [role, text, text on the wire]; parents and messages by their place here."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._places: dict[str, int] = {}
        self._named: dict[str, int] = {}
        self.nodes: list[tuple[int, int, str, int | None]] = []
        self.messages: list[tuple[str, int, int]] = []

    def put(
        self, digest: str, nodes: Mapping[str, Node], bodies: Mapping[str, tuple[str, str]]
    ) -> int | None:
        """The place of the last link of a request; None where it is not on record."""
        if digest not in nodes:
            return None
        fresh: list[str] = []
        at: str | None = digest
        while at is not None and at not in self._places:
            fresh.append(at)
            at = nodes[at].parent
        for one in reversed(fresh):
            node = nodes[one]
            parent = self._places[node.parent] if node.parent else -1
            self._places[one] = len(self.nodes)
            message = self._message(node.message, *bodies[node.message])
            self.nodes.append((parent, message, node.part, node.tokens))
        return self._places[digest]

    def _message(self, digest: str, role: str, body: str) -> int:
        if digest not in self._named:
            self._named[digest] = len(self.messages)
            read = link_text(body)
            self.messages.append((role, self._texts.put(read), self._texts.put(body)))
        return self._named[digest]


def shared_run(service: Service, run: RunRow, texts: Texts, chains: Chains) -> Data:
    run_id = run.run_id
    film = json.loads(film_text(service, run_id, 0))
    events = [from_json(body) for body in service.store.bodies(run_id, 0, film["total"])]
    places = service.store.places(run_id, 0, len(events))
    nodes, bodies = service.store.requests_whole(run_id)
    steps = []
    for event, place in zip(events, places, strict=True):
        step = _step(event, place, texts)
        if place.kind == "replied" and place.request:
            step["request"] = chains.put(place.request, nodes, bodies)
        steps.append(step)
    ((title, model),) = lane_titles([run])
    return {
        "run": run_id,
        "title": title,
        "model": model,
        "question": run.question,
        "film": {**film, "running": False, "live": ""},
        "steps": steps,
        "known": _changes(service, run_id, events),
        "marks": marks_object(service, run_id)["marks"],
    }


def _step(event: Event, place: Place, texts: Texts) -> Data:
    tabs = {
        name: [_packed(block, texts) for block in blocks] for name, blocks in tabs_of(event).items()
    }
    step: Data = {"kind": event.kind, "before": place.before, "tabs": tabs}
    if isinstance(event, Replied):
        step["usage"] = usage_of(event)
    if isinstance(event, Returned):
        step["effect"] = event.effect
    step["texts"] = {label: texts.put(text) for label, text in event_texts(event).items() if text}
    return step


def _packed(block: Data, texts: Texts) -> Data:
    kept = {name: block[name] for name in KEPT_OF_BLOCK if name in block}
    kept["text"] = texts.put(block["text"])
    if block["raw"] and block["raw"] != block["text"]:
        kept["raw"] = texts.put(block["raw"])
    return kept


def _changes(service: Service, run_id: str, events: list[Event]) -> list[Data]:
    """What was known at each step, as what is other than at the step before."""
    before: dict[str, Any] = {}
    changes = []
    for told in service.known.every(run_id, events):
        now = {name: value for name, value in told.items() if name not in ("step", "question")}
        now |= now.pop("evidence")
        changes.append({k: v for k, v in now.items() if k not in before or before[k] != v})
        before = now
    return changes
