"""What a setting must come to: the arithmetic of seed 002, with the caps that cut it short.

Nothing here is shown as a measurement; it stands beside what was measured, and the sweep compares
the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from data.lab.setting import Agent, Setting


@dataclass(frozen=True, slots=True)
class Expected:
    calls: int
    executed: int
    right: int
    wrong: int
    unanswered: int

    @property
    def outcome(self) -> tuple[int, int, int]:
        return self.right, self.wrong, self.unanswered


def expected(setting: Setting, agent: Agent) -> Expected:
    return _EXPECTED[agent](setting)


def replanning_calls(lookups: int, wrong: int) -> int:
    """Table 4: 1 planner, N + f evaluators, f replanners, 1 synthesizer."""
    return 1 + (lookups + wrong) + wrong + 1


def rejections(setting: Setting) -> int:
    """How many of the first results an evaluator of this kind does not accept."""
    return {"right": setting.wrong, "strict": setting.lookups, "lenient": 0}[setting.evaluator]


def _react(setting: Setting) -> Expected:
    """A search costs two graph steps, an agent turn and the tool. A turn may begin while there is
    room for it, its call only if that fits too; then the final answer is asked for once."""
    needed = setting.lookups + setting.wrong
    room, odd = divmod(setting.ceiling, 2)
    searches = min(needed, room)
    refused = int(bool(odd) and needed > room)  # a turn whose call has no room any more
    found = _reached(setting.lookups, setting.wrong, searches)
    return Expected(searches + refused + 1, searches, found, 0, setting.lookups - found)


def _react_raising(setting: Setting) -> Expected:
    """The same run under a limit that raises: a search too many, and there is no answer at all."""
    ours = _react(setting)
    if 2 * (setting.lookups + setting.wrong) + 1 <= setting.ceiling:
        return ours
    return Expected(ours.calls - 1, ours.executed, 0, 0, setting.lookups)


def _function_calling(setting: Setting) -> Expected:
    """All look-ups in one turn, all that went wrong in a second; the cap counts turns."""
    again = setting.wrong > 0 and setting.cap >= 2
    turns = 3 if setting.wrong else 2
    executed = setting.lookups + (setting.wrong if again else 0)
    unanswered = 0 if again else setting.wrong
    return Expected(
        min(turns, setting.cap + 1), executed, setting.lookups - unanswered, 0, unanswered
    )


def _plan_execute(setting: Setting) -> Expected:
    """Two calls whatever the length; nothing is checked, so a wrong result is an answer."""
    executed = min(setting.lookups, setting.cap)
    wrong = min(setting.wrong, executed)
    return Expected(2, executed, executed - wrong, wrong, setting.lookups - executed)


def _plan_replan(setting: Setting) -> Expected:
    """Look-up after look-up, each rejected one executed twice. The cap is looked at before the
    verdict, so that a rejection at the cap is not replanned."""
    rejected = rejections(setting)
    executed = min(setting.lookups + rejected, setting.cap)
    replanned = min(rejected, executed // 2)
    if executed == setting.cap and executed % 2 == 1 and executed // 2 < rejected:
        replanned = executed // 2  # the last step was rejected, and the cap came first
    done = _reached(setting.lookups, rejected, executed)
    wrong = min(setting.wrong, done) if setting.evaluator == "lenient" else 0
    return Expected(
        1 + executed + replanned + 1, executed, done - wrong, wrong, setting.lookups - done
    )


def _reached(lookups: int, twice: int, searches: int) -> int:
    """How many look-ups so many searches settle, where the first `twice` need two each."""
    return min(searches // 2, twice) + max(0, min(searches - 2 * twice, lookups - twice))


_EXPECTED: Mapping[Agent, Callable[[Setting], Expected]] = {
    "react": _react,
    "react-raising": _react_raising,
    "function-calling": _function_calling,
    "plan-execute": _plan_execute,
    "plan-replan": _plan_replan,
}
