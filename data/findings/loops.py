"""Going in circles: the same call again, two calls in turn, one failure after another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from agents.evidence.lines import Line
from agents.evidence.story import Act, Story
from agents.evidence.words import ID, shorten, words
from data.findings.finding import Finding, finding

REPEATS = 3
"""Seed 003: the same action with the same arguments three times."""
STREAK = 3
NEAR = 0.5
"""Share of the words that two wordings of one search have in common."""


def repeated_action(story: Story) -> Iterator[Finding]:
    """Three times anywhere, or at once again after a result that was there. Not: a failure that
    may pass, tried again; a look after something was written; polling; a pair in turn."""
    for line in story.lines(story.moves):
        yield from _repeated(line)


def _repeated(line: Line) -> Iterator[Finding]:
    swung = {seq for found in _in_turn(line) for seq in found.seqs}
    place = {act.seq: number for number, act in enumerate(line.acts)}
    for same in _alike(line.acts).values():
        if not line.new(same[-1]):
            continue
        counted = [same[0], *(b for a, b in pairwise(same) if not a.retryable and not _news(a, b))]
        following = place[same[-1].seq] == place[same[0].seq] + 1
        at_once = len(same) == 2 and following and _at_once(*same)
        if (len(counted) < REPEATS and not at_once) or swung.issuperset(a.seq for a in same):
            continue
        refused = sum(act.outcome == "refused" for act in same)
        stopped = f"; {refused} of them were refused" if refused else ""
        text = f"{_named(same[0])} was called {len(same)} times with the same arguments{stopped}"
        yield finding("repeated_action", text, [act.seq for act in same])


def ping_pong(story: Story) -> Iterator[Finding]:
    """A, B, A, B with the same result each time."""
    for line in story.lines(story.moves):
        yield from _in_turn(line)


def _in_turn(line: Line) -> Iterator[Finding]:
    moves, start = line.acts, 0
    while start + 3 < len(moves):
        end = start + 2
        while end < len(moves) and _same(moves[end], moves[end - 2]):
            end += 1
        if end - start >= 4 and moves[start].key != moves[start + 1].key:
            acts = moves[start:end]
            text = (
                f"{_named(acts[0])} and {_named(acts[1])} were called in turn, {len(acts)} calls "
                "with nothing new"
            )
            if line.new(acts[-1]):
                yield finding("ping_pong", text, [act.seq for act in acts])
            start = end
        else:
            start += 1


def local_optimum(story: Story) -> Iterator[Finding]:
    """One search in ever other words about the same, with the same result each time (seed 003:
    polishing a step while the goal is forgotten). A search that found nothing may be reworded."""
    for line in story.lines(story.moves):
        yield from _polished(line)


def _polished(line: Line) -> Iterator[Finding]:
    streak: list[Act] = []
    for act in [*line.acts, None]:
        if act is not None and streak and _reworded(streak[-1], act):
            streak.append(act)
            continue
        if len(streak) >= REPEATS and line.new(streak[-1]):
            text = f"{_named(streak[0])} was reworded {len(streak) - 1} times with the same result"
            yield finding("local_optimum", text, [a.seq for a in streak])
        streak = [act] if act is not None else []


def _reworded(one: Act, other: Act) -> bool:
    if one.call.name != other.call.name or one.key == other.key or one.output != other.output:
        return False
    if any(isinstance(value, list | dict) for value in other.call.arguments.values()):
        return False  # a list that is kept, a record that is filled in: no words for a search
    mine, its = words(one.asked), words(other.asked)
    about_same = set(ID.findall(one.asked)) == set(ID.findall(other.asked))
    near = bool(mine) and len(mine & its) >= NEAR * max(len(mine), len(its))
    return one.outcome == other.outcome == "ok" and not one.settled and about_same and near


def failure_streak(story: Story) -> Iterator[Finding]:
    told: set[int] = set()
    for line in story.lines(story.acts):
        for found in _failing(line):
            if told.isdisjoint(found.seqs):  # else another branch of the same failures
                told.update(found.seqs)
                yield found


def _failing(line: Line) -> Iterator[Finding]:
    streak: list[Act] = []
    for act in [*line.acts, None]:
        if act is not None and act.broken:
            streak.append(act)
            continue
        if act is not None and act.outcome == "refused":
            continue  # our guard, neither a success nor the tool's failure
        if len(streak) >= STREAK and line.new(streak[-1]):
            names = " and ".join(dict.fromkeys(a.call.name for a in streak))
            text = f"{len(streak)} calls in a row failed ({names})"
            yield finding("failure_streak", text, [a.seq for a in streak], "error")
        streak = []


def _alike(moves: list[Act]) -> dict[str, list[Act]]:
    """Calls by what they ask; a write starts anew, for then the same question is a new one."""
    groups: dict[str, list[Act]] = defaultdict(list)
    writes = 0
    for act in moves:
        groups[f"{writes if act.effect != 'writes' else ''}{act.key}"].append(act)
        writes += act.effect == "writes" and act.outcome == "ok"
    return groups


def _news(before: Act, after: Act) -> bool:
    """Of a tool of which nobody knows whether it reads or writes, another result says that
    something was done between the two (a script that was edited and run again)."""
    return after.effect == "unknown" and before.output != after.output


def _at_once(first: Act, second: Act) -> bool:
    return first.outcome == "ok" and not first.settled and _same(first, second)


def _same(one: Act, other: Act) -> bool:
    return one.key == other.key and one.outcome == other.outcome and one.output == other.output


def _named(act: Act) -> str:
    return f"{act.call.name}({shorten(act.asked, 50)})"
