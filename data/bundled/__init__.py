"""The scenarios that come with Triptych: small worlds with real tools, a judge, and a script."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from agents.errors import BadInput
from data.scenario import Scenario

# each is imported when it is asked for: a verb that needs none, or one, starts a fifth sooner


def _umbrella() -> Scenario:
    from data.bundled.umbrella import umbrella

    return umbrella()


def _larkspur(count: int) -> Scenario:
    from data.bundled.larkspur import larkspur

    return larkspur(count)


def _project_x() -> Scenario:
    from data.bundled.project_x import project_x

    return project_x()


def _project_x_inner() -> Scenario:
    from data.bundled.project_x import project_x_inner

    return project_x_inner()


def _refund() -> Scenario:
    from data.bundled.refund import refund

    return refund()


_MAKERS: dict[str, Callable[[], Scenario]] = {
    "umbrella": _umbrella,
    "larkspur-2": lambda: _larkspur(2),
    "larkspur-4": lambda: _larkspur(4),
    "larkspur-6": lambda: _larkspur(6),
    "project-x": _project_x,
    "project-x-inner": _project_x_inner,
    "refund": _refund,
}


def names() -> list[str]:
    return list(_MAKERS)


@cache
def scenario(name: str) -> Scenario:
    """Raises BadInput for a name that is none of `names()`."""
    if name not in _MAKERS:
        raise BadInput(f"There is no scenario {name!r}; there are {', '.join(names())}.")
    return _MAKERS[name]()
