"""What a person says later in a run is a step of it (`Edited`, follow_up), in every format.

Any other message of the user's role that a later request holds is named in NOT_SAID, with the
reason why no person said it there.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from chats import ANSWERS, CHATS, FIRST, LATER, LINES, assistant, user
from imported import TRACES, Told, import_value

from agents.events import Edited, Replied
from agents.state import fold
from data.importers.heard import Heard
from data.importers.spoken import said
from data.importing import import_paths
from data.store import Store

REAL = Path(
    os.environ.get("TRIPTYCH_TRACES")
    or Path(__file__).resolve().parent.parent.parent / "shared" / "traces"
)
REAL_FORMATS = sorted(one.name for one in REAL.iterdir() if one.is_dir()) if REAL.is_dir() else []
LARGEST = 600_000
"""Bytes of a real file that is read here; the larger ones hold more of the same."""


class Later(NamedTuple):
    """A message of the user's role in a request of a run, which its first request does not hold."""

    format: str
    part: str
    goes_on: bool
    """Whether its request holds, before it, a message of the user that an earlier one held too."""
    text: str
    followed: bool
    """Whether it is a step of the run."""


RESULTS = "results, which the model is given as the user's words"
NOT_SAID: list[tuple[str, Callable[[Later], object]]] = [
    (RESULTS, lambda one: one.part == "observation"),
    (RESULTS, lambda one: re.match(r"Observation:", one.text)),
    ("no words: a result, or an empty message", lambda one: not one.text),
    (
        "another conversation (of a grader, a planner, a prompt made anew), which it begins",
        lambda one: not one.goes_on,
    ),
    (
        "a program's own words (reminders, what it says of a reply that it could not read, what it "
        "kept of a conversation that was cut; of Langfuse, what bears a tool's name as its role), "
        "which the importer calls a note",
        lambda one: one.part == "note"
        and one.format in ("claude_code", "claude_agent_sdk", "codex", "langfuse", "mini_swe_agent",
                           "openhands", "other_cli_agents", "swe_agent", "react_text"),
    ),
    (
        "another agent's words, sent in the user's name with its own, which are a note",
        lambda one: one.part == "note" and one.format == "openai_chat",
    ),
    (
        "a Burr program's words around what a person put in; that is told where it was put in",
        lambda one: one.format == "burr",
    ),
    (
        "SWE-agent's observations, which are the user's messages in its queries",
        lambda one: one.format == "swe_agent",
    ),
]  # fmt: skip
"""Why no person said it there."""


def later_words(store: Store, run_ids: list[str], format: str) -> Iterator[Later]:
    with store.looking() as cur:
        links = {
            digest: rest
            for digest, *rest in cur.execute(
                "SELECT digest::TEXT, parent::TEXT, message::TEXT, part FROM requests"
            ).fetchall()
        }
        bodies = {
            digest: (role, body)
            for digest, role, body in cur.execute(
                "SELECT digest::TEXT, role, body FROM messages"
            ).fetchall()
        }
    for events in store.histories(run_ids).values():
        told = {event.value.strip() for event in events if isinstance(event, Edited)}
        with_user: dict[str, bool] = {}
        """Link -> whether the user has spoken up to it."""
        first: set[str] = set()
        for event in events:
            if not isinstance(event, Replied) or not event.request:
                continue
            fresh, at = [], str(UUID(event.request))
            while at and at not in with_user:
                parent, message, part = links[at]
                fresh.append((at, part, *bodies[message]))
                at = parent
            goes_on = spoken = with_user.get(at or "", False)
            users = []
            for link, part, role, body in reversed(fresh):
                spoken = with_user[link] = spoken or role == "user"
                if role == "user":
                    users.append((part, _text(body)))
            if not first:
                first = {text for _, text in users}
                continue
            yield from (
                Later(format, part, goes_on, text, text in told)
                for part, text in users
                if text not in first
            )


def _text(body: str) -> str:
    try:
        message = json.loads(body)
    except ValueError:
        message = body
    return said(message).text.strip()


def unexplained(store: Store, path: Path) -> list[Later]:
    result = import_paths(store, [path])
    return [
        one
        for found in result.files
        for one in later_words(store, [*found["runs"], *found["sub_runs"]], found["format"])
        if not one.followed and not any(holds(one) for _, holds in NOT_SAID)
    ]


def test_every_later_word_of_the_own_files_is_a_step_or_named() -> None:
    with Store.open(":memory:", count_link=lambda link: 1) as store:
        for path in sorted(TRACES.rglob("*")):
            if path.is_file() and path.suffix != ".md":
                assert unexplained(store, path) == [], path.name


@pytest.mark.parametrize("format", REAL_FORMATS or ["none"])
def test_every_later_word_of_real_traces_is_a_step_or_named(format: str) -> None:
    if not REAL_FORMATS:
        pytest.skip(f"there are no traces in {REAL.name}, where real ones are kept")
    with Store.open(":memory:", count_link=lambda link: 1) as store:
        for path in sorted((REAL / format).rglob("*")):
            if path.is_file() and path.stat().st_size <= LARGEST:
                assert unexplained(store, path) == [], path.name


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, dict[str, Any]]]:
    """The talks of chats.py in one store, and the report of each."""
    folder = tmp_path_factory.mktemp("talks")
    for form, talk in CHATS.items():
        lines = "\n".join(json.dumps(line) for line in talk) if form in LINES else ""
        text = talk if isinstance(talk, str) else lines or json.dumps(talk)
        (folder / form).write_text(text)
    with Store.open(":memory:", count_link=lambda link: 1) as store:
        result = import_paths(store, [folder])
        assert not result.failed
        yield store, {Path(found["path"]).name: found for found in result.files}


@pytest.mark.parametrize("form", CHATS)
def test_what_a_person_says_later_is_a_step_of_the_run(
    form: str, talks: tuple[Store, dict[str, Any]]
) -> None:
    store, files = talks
    found = Told(store, files[form])
    assert found["format"] == form.partition(",")[0]
    assert found.row().question == FIRST
    steps = [
        (event.kind, event.value if isinstance(event, Edited) else event.text)
        for event in found.events()
        if isinstance(event, Edited | Replied)
    ]
    assert steps == [("replied", ANSWERS[0]), ("edited", LATER), ("replied", ANSWERS[1])]
    state = fold(found.events())
    assert (state.opening, state.question) == (FIRST, LATER)


def test_an_observation_in_the_users_name_is_a_result_and_no_persons_word() -> None:
    act = "Thought: Look.\nAction: weather\nAction Input: Oslo"
    talk = [user(FIRST), assistant(act), user("Observation: rain"), assistant(ANSWERS[0])]
    found = import_value({"model": "gpt-4o", "messages": [*talk, user(LATER)]})
    (result,) = found.results()
    assert (result.call.name, result.output) == ("weather", "rain")
    assert found["tool_calls"] == 0 and found.lost("observations that are given")
    assert [e.value for e in found.events() if isinstance(e, Edited)] == [LATER]


def test_a_window_that_slides_and_words_said_twice_are_told_once_each() -> None:
    heard = Heard()
    assert heard.new(["go", "yes"]) == []
    assert heard.new(["go", "yes", "yes"]) == ["yes"]
    assert heard.new(["yes", "yes", "stop"]) == ["stop"]
    assert heard.new(["grade it"]) == []
    assert heard.new(["go", "yes", "yes", "stop"]) == []
