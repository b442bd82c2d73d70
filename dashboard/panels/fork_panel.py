"""Forking beside the step: what changes, the exact first request, and the child as it grows."""

from __future__ import annotations

from typing import Any

import streamlit as st

from agents.errors import TriptychError
from agents.events import Event, Replied, Stopped
from agents.forking import WORDS, Edit
from dashboard import going_on
from dashboard.components import colours, transcript
from dashboard.fork_choices import Choice, choices
from dashboard.forks import MOST_TIMES, Change, change_from
from dashboard.formats import count, money
from dashboard.house import house
from dashboard.panels.doors import go, open_step
from dashboard.panels.fork_rig import rig_changes
from dashboard.panels.lanes_panel import lanes_panel
from dashboard.panels.shell import dark, problem, unformatted
from dashboard.run_rigs import ALONE, is_own, prompt_at, rig_spec, task_at
from dashboard.words import t
from data.rows import RunRow

ABSENT = ("ask", "stub")


def fork_panel(run: RunRow, seq: int) -> None:
    """Nothing of the run changes, whatever is done here."""
    events = house().service.events(run.run_id)
    if not 0 <= seq < len(events):
        problem(t("fork.no-step", run=run.run_id, step=seq))
        return
    with st.container(key="fork_panel", border=True, gap="small"):
        with st.container(
            horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
        ):
            st.markdown(t("fork.title", step=seq))
            st.button(
                t("fork.close"), key="fork_close", type="tertiary", icon=":material/close:",
                on_click=_close,
            )  # fmt: skip
        change = _change(run, events, choices(events[seq], seq, _answered(events, seq)))
        if change is not None:
            _offer(run, change)


def _answered(events: list[Any], seq: int) -> bool:
    before = events[: seq + 1]
    return any(
        (isinstance(e, Replied) and e.reading.answer is not None)
        or (isinstance(e, Stopped) and e.answer is not None)
        for e in before[-2:]
    )


def _change(run: RunRow, events: list[Event], offered: list[Choice]) -> Change | None:
    """None, with the reason shown, where what was typed makes no change that could be."""
    chosen = offered[
        st.selectbox(
            t("fork.what"),
            range(len(offered)),
            key=f"fork_what_{offered[0].at}",
            format_func=lambda i: offered[i].label,
        )
    ]
    edit = _edit(run, events, chosen)
    spec = rig_spec(run, events[: chosen.at])
    told: dict[str, Any] = {"at": chosen.at, "rig": rig_changes(run, spec)}
    told["edits"] = [edit] if edit else []
    if run.source or not is_own(run) or rig_spec(run).absent_tools:
        told["absent_tools"] = st.radio(
            t("fork.absent"),
            list(ABSENT),
            key="fork_absent",
            format_func=lambda name: t(f"fork.absent.{name}"),
            horizontal=True,
        )
    if edit and not edit.value.strip() and edit.target in WORDS:
        st.caption(t("fork.write"))
        return None
    told["times"] = st.session_state.get("fork_times", 1)
    try:
        return change_from(told)
    except TriptychError as error:
        problem(str(error))
        return None


def _edit(run: RunRow, events: list[Event], chosen: Choice) -> Edit | None:
    """None where what stands there stays; a reply that stays is still not asked for again."""
    if chosen.target is None:
        return None
    look_up = {"system": prompt_at, "question": task_at}.get(chosen.target)
    store = house().service.store
    value = look_up(store, run, events, chosen.at) if look_up else chosen.value
    # a key for each text, so that choosing another thing to change shows its own text
    key = f"fork_text_{run.run_id}_{chosen.at}_{chosen.target}"
    text = st.text_area(chosen.label, value, key=key, height=140)
    if chosen.target == "reply":
        st.caption(t("fork.reply-form"))
    paradigm = st.session_state.get(f"fork_paradigm_{run.run_id}", rig_spec(run).paradigm)
    if chosen.target == "system" and paradigm not in ALONE:
        st.caption(t("fork.roles"))
    if text == value and chosen.target in ("observation", "question", "system") and text.strip():
        return None
    return Edit(target=chosen.target, value=text, call_id=chosen.call_id)


def _offer(run: RunRow, change: Change) -> None:
    try:
        first = going_on.preview(house().service, run.run_id, change)
    except TriptychError as error:
        problem(str(error))
        return
    st.text(_said(first))
    if (told := first.get("system")) and first["next"] != "end":
        notes = [t(f"fork.system.{told}", paradigm=first["paradigm"])] if told != "edited" else []
        notes += [t("fork.bare-tools", n=n)] if (n := first["bare_tools"]) else []
        if lost := first["not_sent"]:
            kinds = t("format.comma").join(f"{unformatted(kind)} {n}" for kind, n in lost.items())
            notes.append(t("fork.not-sent", kinds=kinds))
        st.caption("  \n".join(notes))
    if why := first.get("limit"):
        st.warning(t("fork.limit", why=unformatted(why)), icon=":material/timer:")
    if blocks := first.get("blocks"):
        with st.expander(t("fork.request")):
            transcript(
                key="fork_request",
                data={
                    "blocks": blocks,
                    "key": change.model_dump_json(),
                    "colours": colours(dark()),
                },
            )
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.number_input(
            t("fork.times"),
            1,
            MOST_TIMES,
            key="fork_times",
            width=110,
            help=t("fork.times-help"),
        )
        if st.button(t("fork.run"), type="primary", icon=":material/play_arrow:", key="fork_run"):
            _run(run, change)


def _said(first: dict[str, Any]) -> str:
    """What comes first, in one sentence."""
    rig = t("fork.rig", paradigm=first["paradigm"], model=first["model"])
    shared = t("fork.shared", n=first["shared_events"])
    if first["next"] == "ask":
        cost = first["cost_usd"]
        price = t("fork.no-price") if cost is None else t("fork.price", cost=money(cost))
        tokens = count(first["input_tokens"])
        actor = first["actor"]
        return shared + t("fork.first-ask", actor=actor, rig=rig, tokens=tokens, price=price)
    if first["next"] == "tools":
        return shared + t("fork.first-tools", calls="; ".join(first["calls"]))
    return shared + t("fork.first-end", reason=first["reason"])


def _run(run: RunRow, change: Change) -> None:
    try:
        started = going_on.fork(house().service, run.run_id, change)
    except TriptychError as error:
        problem(str(error))
        return
    st.session_state[f"forked_{run.run_id}"] = started
    st.rerun()


def children(run: RunRow) -> None:
    """The forks that were just started, beside their parent."""
    started: list[str] = st.session_state.get(f"forked_{run.run_id}", [])
    forks = house().service.store.these(started)
    if not forks:
        return
    known = [row.run_id for row in forks]
    lanes_panel([run.run_id, *known][:6])
    with st.container(horizontal=True, gap="small"):
        if st.button(t("replay.part"), icon=":material/difference:", key="fork_diff"):
            go("diff", {"runs": ",".join([run.run_id, *known][:6])})
        if st.button(t("replay.open-fork"), icon=":material/open_in_new:", key="fork_open"):
            open_step(forks[0].run_id, forks[0].forked_at or 0)


def _close() -> None:
    st.query_params.pop("fork", None)
