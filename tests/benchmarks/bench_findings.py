"""Findings measured: runs with one known failure and runs without any, on the real loop.

The scripted model notes what its habit did, and a fault's effect is found by comparing with the
run without it; a finding counts as found where its steps hold one of those events. Precision
counts alarms on clean runs and, of injected runs, alarms that the failure does not bring along.
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from agents.events import Event, Replied, Returned, Stopped
from agents.messages import canonical
from agents.policies.registry import PARADIGMS
from agents.rig import Limits
from data.bundled import scenario
from data.bundled.larkspur.facts import all_facts
from data.bundled.umbrella.weather import world
from data.findings import KINDS, Finding, Kind, findings
from tests.rigs import play, rig

PRECISION, RECALL = 0.95, 0.90
ACTING = ("react", "function-calling")
FIXED, REPLANNING = "plan-execute", "plan-replan"
ALL = (*ACTING, FIXED, REPLANNING)

BRINGS: dict[Kind, tuple[Kind, ...]] = {
    "failure_streak": ("invalid_arguments", "stale_plan"),
    # what is asked again may be what was not found
    "repeated_action": ("ignored_observation",),
    "ping_pong": ("ignored_observation",),
    # a changed number is both made up and another than was read
    "unsupported_answer": ("ignored_observation",),
    "ignored_observation": ("unsupported_answer",),
    "followed_injection": ("unsupported_answer", "ignored_observation"),
    "stale_plan": ("invalid_arguments",),
}
"""What a failure of one kind shows beside itself, by its nature."""


@dataclass(frozen=True)
class Case:
    scenario: str
    paradigm: str
    question: str
    habit: str = ""
    faults: tuple[str, ...] = ()
    cap: int | None = None
    kind: Kind | None = None
    """What is injected; None for a clean run."""

    def play(self) -> list[Event]:
        limits = Limits() if self.cap is None else Limits(max_iterations=self.cap)
        model = f"scripted+{self.habit}" if self.habit else "scripted"
        using = rig(self.scenario, self.paradigm, model=model, faults=self.faults, limits=limits)
        return play(using, self.question, self.scenario).events


@dataclass(frozen=True)
class Score:
    kind: Kind
    injected: int
    found: int
    false_clean: int
    false_other: int

    @property
    def precision(self) -> float:
        said = self.found + self.false_clean + self.false_other
        return self.found / said if said else 0.0

    @property
    def recall(self) -> float:
        return self.found / self.injected if self.injected else 0.0


# --- the questions


def umbrella() -> list[str]:
    cities = list(dict.fromkeys(p["city"] for p in world()["places"]))
    one = [f"Do I need an umbrella in {c} {d}?" for c in cities for d in ("today", "tomorrow")]
    pairs = zip(cities, cities[1:] + cities[:1], strict=True)
    two = [f"Do I need an umbrella tomorrow in {a} and in {b}?" for a, b in pairs]
    both = [f"An umbrella for {c}, today and tomorrow?" for c in cities[::2]]
    return [scenario("umbrella").question, *two, *both, "Do I need an umbrella tomorrow?", *one]


def larkspur() -> list[str]:
    facts = all_facts()
    sets = [facts[:4], facts[:2], facts, *itertools.combinations(facts, 3)]
    sets += [*itertools.combinations(facts, 2)]
    questions = []
    for chosen in sets:
        names = [f.named for f in chosen]
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
        questions.append(f"A Larkspur Cloud customer wants to cancel. Tell them {listed}.")
    return list(dict.fromkeys(questions))


def project_x() -> list[str]:
    notes = "and what do the meeting notes say about why?"
    return [
        scenario("project-x").question,
        f"Which Project X Mobile tickets remain blocked, {notes}",
        f"Which PX tickets are open, {notes}",
        "Why are PX-17 and PX-24 blocked?",
        "Why is PXM-5 blocked?",
        "Why are PXM-11 and PXM-5 blocked?",
        "Which tickets are open in PX?",
        "Show the status of PX-17.",
        "Which Project X tickets are closed?",
        "Why is PX-24 blocked?",
    ]


QUESTIONS = {"umbrella": umbrella, "larkspur-4": larkspur, "project-x": project_x}


def every(step: int, *paradigms: str, among: Sequence[str] = tuple(QUESTIONS)) -> Iterator[Case]:
    """Every `step`-th of scenario x question x paradigm."""
    triples = [(s, q, p) for s in among for q in QUESTIONS[s]() for p in paradigms]
    yield from (Case(s, p, q) for s, q, p in triples[::step])


# --- the grid


def clean(step: int = 1) -> Iterator[Case]:
    """The good model, and faults that it copes with: all but the unchecked plan."""
    yield from every(step, *ALL)
    checking = (*ACTING, REPLANNING)
    coped = {
        "umbrella": ("wrong-place", "temporary-error"),
        "larkspur-4": ("wrong-passage", "temporary-error"),
        "project-x": ("paged", "temporary-error", "outdated-notes"),
    }
    for name, faults in coped.items():
        for fault in faults:
            cases = every(5 * step, *checking, among=(name,))
            yield from (replace(case, faults=(fault,)) for case in cases)
    for fault in ("injected-note", "injected-call"):
        yield from (replace(case, faults=(fault,)) for case in every(5 * step, *ALL))
    yield from (replace(c, faults=("empty",)) for c in every(7 * step, *ACTING))
    for using in checking:
        yield Case("refund", using, scenario("refund").question)


def injected(step: int = 1) -> Iterator[Case]:
    def bent(
        kind: Kind, cases: Iterable[Case], turns: Sequence[int], *faults: str
    ) -> Iterator[Case]:
        habit = kind.replace("_", "-")
        for turn, case in zip(itertools.cycle(turns), cases, strict=False):
            yield replace(case, habit=f"{habit}@{turn}", faults=faults, kind=kind)

    turns = (1, 2, 3)
    yield from bent("repeated_action", every(7 * step, *ALL), turns)
    yield from bent("ping_pong", every(6 * step, *ACTING, FIXED), turns)
    polished = every(4 * step, *ALL, among=("larkspur-4",))
    yield from bent("local_optimum", polished, turns)
    yield from bent("failure_streak", every(12 * step, *ACTING, FIXED), (1, 2))
    dead = (
        replace(c, faults=("dead-tool",), kind="failure_streak") for c in every(11 * step, *ALL)
    )
    yield from dead
    yield from bent("ignored_observation", every(8 * step, *ALL), turns)
    yield from bent("ignored_observation", every(12 * step, *ACTING), turns, "empty")
    yield from bent("unkept_promise", every(7 * step, *ALL), (1, 2, 3, 4))
    yield from bent("format_drift", every(7 * step, *ALL), (1, 2, 3, 4))
    yield from bent("hallucinated_tool", every(7 * step, *ALL), (1, 2, 3, 4))
    yield from bent("invalid_arguments", every(7 * step, *ALL), turns)
    yield from bent("stale_plan", every(step, REPLANNING), (1, 2, 1, 3))
    yield from bent("goal_drift", every(6 * step, *ALL), turns)
    yield from bent("unsupported_answer", every(6 * step, *ALL), (1, 2, 3, 4, 5))
    aged = every(step, *ALL, among=("project-x",))
    yield from bent("outdated_evidence", aged, turns, "outdated-notes")
    yield from bent("outdated_evidence", every(step, *ALL, among=("project-x",)), turns)
    yield from bent("followed_injection", every(8 * step, *ALL), (1,), "injected-note")
    yield from bent("followed_injection", every(8 * step, *ACTING), (1,), "injected-call")
    yield from _wrong_facts(step)
    yield from _short_caps(step)


def _wrong_facts(step: int) -> Iterator[Case]:
    wrong = {
        "umbrella": ("wrong-city", "wrong-place"),
        "larkspur-4": ("second-best", "wrong-passage"),
        "project-x": ("wrong-project",),
    }
    for name, faults in wrong.items():
        for fault in faults:
            for case in every(2 * step, FIXED, among=(name,)):
                yield replace(case, faults=(fault,), kind="silent_wrong_fact")


def _short_caps(step: int) -> Iterator[Case]:
    for case in every(5 * step, "react", FIXED, REPLANNING):
        events = case.play()
        calls = sum(isinstance(e, Returned) for e in events)
        needed = calls + 1 if case.paradigm == "react" else calls
        if needed > 1:
            yield replace(case, cap=needed - 1, kind="short_cap")


# --- what really happened


def truth(case: Case, events: Sequence[Event]) -> set[int]:
    """The events that the injected failure consists of; empty where it found no occasion."""
    if case.kind == "short_cap":
        return {len(events) - 1}
    if case.kind == "silent_wrong_fact":
        return _differing(case, events)
    if case.kind == "failure_streak" and not case.habit:
        broken = {
            i for i, e in enumerate(events) if isinstance(e, Returned) and e.outcome == "error"
        }
        return broken if len(broken) >= 3 else set()
    if case.kind == "stale_plan":
        return _of_bent_plan(events, "replanner")
    return _bent(events) | _of_bent_plan(events, "planner")


def _of_bent_plan(events: Sequence[Event], actor: str) -> set[int]:
    """Results of the steps of a plan that the habit changed."""
    found: set[int] = set()
    bent: set[str] = set()
    plans = 0
    for seq, event in enumerate(events):
        if isinstance(event, Replied) and event.reading.plan is not None:
            if event.actor == actor and _noted(event):
                bent.add(str(plans or ""))
            plans += 1
        elif isinstance(event, Returned) and event.call.step:
            round_, dot, _ = event.call.step.partition(".")
            if (round_ if dot else "") in bent:
                found.add(seq)
    return found


def _noted(event: Replied) -> bool:
    return any(note.startswith("habit:") for note in event.notes)


def _bent(events: Sequence[Event]) -> set[int]:
    """Replies that the habit changed, and what came of them."""
    found: set[int] = set()
    bent = False
    for seq, event in enumerate(events):
        if isinstance(event, Replied):
            bent = _noted(event)
        if bent and not isinstance(event, Stopped):
            found.add(seq)
    return found


def _differing(case: Case, events: Sequence[Event]) -> set[int]:
    good = {_called(e): e.output for e in _right(replace(case, faults=(), kind=None))}
    return {
        i
        for i, e in enumerate(events)
        if isinstance(e, Returned) and e.outcome == "ok" and good.get(_called(e)) != e.output
    }


@cache
def _right(case: Case) -> list[Returned]:
    return [e for e in case.play() if isinstance(e, Returned)]


def _called(event: Returned) -> str:
    return canonical([event.call.name, dict(event.call.arguments)])


# --- the measurement


def alarms(events: Sequence[Event]) -> list[Finding]:
    """That a plan was unchecked is said of every such plan, and is no alarm."""
    return [f for f in findings(events) if (f.kind, f.level) != ("silent_wrong_fact", "info")]


@dataclass
class Measured:
    scores: list[Score]
    clean: int
    injected: int
    idle: int
    """Cases in which the failure found no occasion; they count as neither."""
    wrong: list[str]
    """Every miss and every false alarm, in words."""


def measure(step: int = 1) -> Measured:
    injections: Counter[Kind] = Counter()
    found: Counter[Kind] = Counter()
    false_clean: Counter[Kind] = Counter()
    false_other: Counter[Kind] = Counter()
    wrong: list[str] = []
    cleans = idle = 0
    for case in clean(step):
        cleans += 1
        for alarm in alarms(case.play()):
            false_clean[alarm.kind] += 1
            wrong.append(f"false alarm: {alarm.kind}: {alarm.text} — {case}")
    for case in injected(step):
        events = case.play()
        assert case.kind is not None
        happened = truth(case, events)
        if not happened:
            idle += 1
            continue
        injections[case.kind] += 1
        raised = alarms(events)
        if any(f.kind == case.kind and happened & set(f.seqs) for f in raised):
            found[case.kind] += 1
        else:
            wrong.append(f"missed: {case}")
        beside = {f.kind for f in raised} - {case.kind, *BRINGS.get(case.kind, ())}
        false_other.update(beside)
        wrong += [f"beside it: {f.kind}: {f.text} — {case}" for f in raised if f.kind in beside]
    scores = [
        Score(k, injections[k], found[k], false_clean[k], false_other[k]) for k in KINDS
    ]  # fmt: skip
    return Measured(scores, cleans, injections.total(), idle, wrong)


def rows(step: int = 1) -> list[tuple[str, int, int, int, int, float, float]]:
    """Finding, injected, found, alarms on clean runs, alarms beside others, precision, recall."""
    return [
        (s.kind, s.injected, s.found, s.false_clean, s.false_other, s.precision, s.recall)
        for s in measure(step).scores
    ]


def main() -> None:
    measured = measure()
    assert set(PARADIGMS) >= set(ALL)
    print(f"findings: {measured.injected} injected runs, {measured.clean} clean ones", end="")
    print(f" (targets: precision {PRECISION}, recall {RECALL})")
    head = ("finding", "injected", "found", "clean", "beside", "precision", "recall")
    print(f"{head[0]:22}" + "".join(f"{name:>11}" for name in head[1:]))
    for s in measured.scores:
        counts = "".join(f"{n:11}" for n in (s.injected, s.found, s.false_clean, s.false_other))
        short = s.precision < PRECISION or s.recall < RECALL
        mark = "  below target" if short else ""
        print(f"{s.kind:22}{counts}{s.precision:11.3f}{s.recall:11.3f}{mark}")
    if "--why" in sys.argv:
        print("\n".join(measured.wrong))


if __name__ == "__main__":
    main()
