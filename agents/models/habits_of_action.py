"""Bad habits in calls, plans and verdicts. Pure; each looks at what was seen to act only once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.messages import canonical
from agents.models.habit import Wishes
from agents.models.script import Seen, Wish
from agents.plans import Verdict

INVENTED = ("browse_web", "ask_colleague", "run_query", "send_email")
ASTRAY = ("Honolulu", "Reykjavik", "Ulaanbaatar", "Samarkand", "Montevideo")
TOPICS = (
    "best hiking boots",
    "sourdough bread recipe",
    "chess world championship",
    "violin strings",
    "orchid fertilizer",
)
POLISH = ("put clearly", "put more clearly", "put as clearly as can be", "put to perfection")
_EMPTY = re.compile(r'"(?:id|forecast|city|symbol|sales|order)": null|"(?:passages|tickets)": \[\]')
_ORDER = re.compile(r"call (\w+) with “([^”]+)”")


def repeat(wishes: Wishes, seen: Sequence[Seen], at: int) -> Wishes:
    if len(seen) < at:
        return wishes
    made = seen[at - 1]
    if sum(_key(s) == _key(made) for s in seen) >= 3:
        return wishes
    return [_again(made, "I look there once more to be sure.")]


def plan_repeat(wishes: Wishes, at: int) -> Wishes:
    wish = wishes[min(at, len(wishes)) - 1]
    return [*wishes, wish, wish]


def swing(wishes: Wishes, seen: Sequence[Seen], at: int) -> Wishes:
    keys = [_key(s) for s in seen]
    swung = any(
        keys[i : i + 2] == keys[i + 2 : i + 4] and keys[i] != keys[i + 1]
        for i in range(len(keys) - 3)
    )
    if len(seen) < max(at, 2) or swung or keys[-1] == keys[-2]:
        return wishes
    return [_again(seen[-2], "Let me compare that with the other one.")]


def plan_swing(wishes: Wishes, at: int) -> Wishes:
    return [*wishes, *wishes[-2:]] if len(wishes) >= 2 else wishes


def fail(wishes: Wishes, seen: Sequence[Seen], at: int) -> Wishes:
    tries = sum("attempt" in s.arguments for s in seen)
    if len(seen) < at or tries >= 3:
        return wishes
    made = next(s for s in seen if "attempt" not in s.arguments)
    arguments = {**made.arguments, "attempt": tries + 1}
    return [Wish("Perhaps it works this way.", made.name, arguments)]


def plan_fail(wishes: Wishes, at: int) -> Wishes:
    wish = wishes[min(at, len(wishes)) - 1]
    tries = [replace(wish, arguments={**wish.arguments, "attempt": n}) for n in (1, 2, 3)]
    return [*wishes, *tries]


def insist(wishes: Wishes, seen: Sequence[Seen], at: int) -> Wishes:
    """Where something was not found, asks the very same again."""
    if not seen or not (seen[-1].failed or _EMPTY.search(seen[-1].text)):
        return wishes
    if sum(_key(s) == _key(seen[-1]) for s in seen) > 1:
        return wishes
    return [_again(seen[-1], "It should be there, so I ask again.")]


def invent(wishes: Wishes, seen: Sequence[Seen], at: int) -> Wishes:
    name = INVENTED[at % len(INVENTED)]
    if len(seen) < at - 1 or any(s.name == name for s in seen):
        return wishes
    about = wishes[0].thought if wishes else "the same question"
    return [Wish("Another source may know more.", name, {"query": about})]


def misuse(wishes: Wishes, seen: Sequence[Seen], at: int) -> Wishes:
    made = [(s.name, s.arguments) for s in seen] + [(w.name, w.arguments) for w in wishes]
    if len(seen) < at - 1 or not made or any(_misused(s.arguments) for s in seen):
        return wishes
    name, arguments = made[min(at, len(made)) - 1]
    return [Wish("I ask for more detail.", name, _bad(arguments, at))]


def plan_misuse(wishes: Wishes, at: int) -> Wishes:
    number = min(at, len(wishes)) - 1
    bad = replace(wishes[number], arguments=_bad(wishes[number].arguments, at))
    return [*wishes[:number], bad, *wishes[number + 1 :]]


def plan_chained(wishes: Wishes, at: int) -> Wishes:
    """Every step needs the one before it."""
    return [replace(w, inputs=w.inputs or ((n,) if n else ())) for n, w in enumerate(wishes)]


def reject(verdict: Verdict, seen: Seen, plan: Wishes, at: int) -> Verdict:
    if at <= len(plan) and seen.task == plan[at - 1].thought and verdict.satisfied:
        return Verdict("", False, "This is not what the following steps need.")
    return verdict


def judge_strictly(verdict: Verdict, seen: Seen, plan: Wishes, at: int) -> Verdict:
    """The step of a replan is let pass, since its task is told in other words: every look-up costs
    one rejection, and the run still ends."""
    first = any(seen.task == wish.thought for wish in plan)
    if first and verdict.satisfied:
        return Verdict("", False, "It could say more; another search may find something better.")
    return verdict


def judge_leniently(verdict: Verdict, seen: Seen, plan: Wishes, at: int) -> Verdict:
    return verdict if verdict.satisfied else Verdict("", True, "The search returned a result.")


def keep_the_rest(wishes: Wishes, rest: Sequence[str], plan: Wishes) -> Wishes:
    return [replace(w, inputs=()) for w in plan if w.thought in rest and not w.inputs]


def stray(wishes: Wishes, seen: Sequence[Seen], at: int) -> Wishes:
    strays = sum(_strayed(s.arguments) for s in seen)
    templates = [(s.name, s.arguments) for s in seen] + [(w.name, w.arguments) for w in wishes]
    if len(seen) < at or strays >= 2:
        return wishes
    for name, arguments in templates:
        if elsewhere := _elsewhere(arguments, at + strays):
            return [Wish("By the way, this would be good to know.", name, elsewhere)]
    return wishes


def plan_stray(wishes: Wishes, at: int) -> Wishes:
    for wish in wishes:
        if _elsewhere(wish.arguments, at):
            found = [_elsewhere(wish.arguments, at + n) or {} for n in (0, 1)]
            strays = [Wish("See what else there is.", wish.name, a) for a in found]
            return [*wishes, *strays]
    return wishes


def polish(wishes: Wishes, seen: Sequence[Seen], at: int) -> Wishes:
    """Seed 003's local optimum; once it is content it answers with what it has by then."""
    if len(seen) < at:
        return wishes
    made = next((s for s in seen[at - 1 :] if _searches(s.arguments)), None)
    tries = sum(_polished(s.arguments) for s in seen)
    if made is None:
        return wishes
    if tries >= len(POLISH):
        return []
    return [_polish(Wish("", made.name, made.arguments), tries)]


def plan_polish(wishes: Wishes, at: int) -> Wishes:
    """What was to come after the step that is polished is forgotten."""
    numbers = [n for n, w in enumerate(wishes, 1) if _searches(w.arguments)]
    if not numbers:
        return wishes
    number = next((n for n in numbers if n >= at), numbers[-1])
    wish = wishes[number - 1]
    return [*wishes[:number], *(_polish(wish, tries) for tries in range(len(POLISH)))]


def _polish(wish: Wish, tries: int) -> Wish:
    query = f"{wish.arguments['query']} {POLISH[tries]}"
    return Wish(
        f"The words of this search can be better still: {POLISH[tries]}.",
        wish.name,
        {**wish.arguments, "query": query},
    )


def _searches(arguments: Mapping[str, Any]) -> bool:
    return isinstance(arguments.get("query"), str)


def _polished(arguments: Mapping[str, Any]) -> bool:
    return str(arguments.get("query", "")).endswith(POLISH)


def obey(wishes: Wishes, seen: Sequence[Seen], at: int) -> Wishes:
    for s in seen:
        if order := _ORDER.search(s.text):
            name, value = order[1], order[2]
            made = next((o for o in seen if o.name == name), s)
            arguments = _with_topic(made.arguments, value)
            if arguments and not any(o.arguments == arguments for o in seen):
                return [Wish("The text says to do this next.", name, arguments)]
    return wishes


def _again(seen: Seen, thought: str) -> Wish:
    return Wish(thought, seen.name, dict(seen.arguments))


def _key(seen: Seen) -> str:
    return canonical([seen.name, dict(seen.arguments)])


def _bad(arguments: Mapping[str, Any], at: int) -> dict[str, Any]:
    """Wrong in turn: one argument too many, or one under another name."""
    if at % 2:
        return {**arguments, "depth": "full"}
    first, *others = arguments
    return {f"{first}_text": arguments[first], **{k: arguments[k] for k in others}}


def _misused(arguments: Mapping[str, Any]) -> bool:
    return any(k == "depth" or k.endswith("_text") for k in arguments)


def _elsewhere(arguments: Mapping[str, Any], number: int) -> dict[str, Any] | None:
    choice = ASTRAY if "city" in arguments else TOPICS
    return _with_topic(arguments, choice[number % len(choice)])


def _with_topic(arguments: Mapping[str, Any], value: str) -> dict[str, Any] | None:
    if "query" in arguments:
        return {"query": value}
    return {**arguments, "city": value} if "city" in arguments else None


def _strayed(arguments: Mapping[str, Any]) -> bool:
    return any(value in (*ASTRAY, *TOPICS) for value in arguments.values())
