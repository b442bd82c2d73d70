"""Texts that would do harm where they were shown as anything but text, and a run made of them."""

from __future__ import annotations

from collections.abc import Iterator

from agents.events import Reading, Started, Stopped
from agents.messages import Call
from tests.making import AT, SETTINGS, Recorded, link, opening, replied, returned

HTML = "<h1>big</h1><img src='http://evil.example/x.png' onerror='window.hacked = 1'>"
SCRIPT = "</pre><script>window.hacked = 2</script><iframe src='http://evil.example'></iframe>"
MARKDOWN = "![x](http://evil.example/y.png) [click](javascript:window.hacked=3)"
ANSI = "\x1b[31mred\x1b[0m \x1b]8;;http://evil.example\x07link\x1b]8;;\x07"
CONTROL = "a\x00b\x07c\x08d\x7fe\u2028f"
RIGHT_TO_LEFT = "invoice\u202egnp.exe\u202c and \u2066isolated\u2069"
EVERY = (HTML, SCRIPT, MARKDOWN, ANSI, CONTROL, RIGHT_TO_LEFT)
LINE = "0123456789" * 524_288
"""5 MB without a line break."""


def hostile_run() -> Iterator[Recorded]:
    """A model call and a result for each text, then one result that is a 5 MB line."""
    yield Started(AT, HTML, {"paradigm": "react"}), ()
    history = opening(HTML, SCRIPT)
    for place, text in enumerate(EVERY):
        wire = (*history, SETTINGS)
        call = Call(f"c{place}", text, {text: text})
        reading = Reading(thought=text, calls=(call,))
        yield replied(wire, AT + place, text=text, reading=reading, model=text, thinking=text), wire
        yield returned(at=AT + place + 0.8, output=text, call=call, notes=(text,)), ()
        history += (link("reasoning", "assistant", text), link("observation", "user", text))
    yield returned(at=AT + 20, output=LINE), ()
    yield Stopped(AT + 22, "success", SCRIPT, HTML), ()
