"""The scenarios that come with Triptych: small worlds with real tools, a judge, and a script."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from agents.errors import BadInput
from data.bundled.larkspur import larkspur
from data.bundled.project_x import project_x, project_x_inner
from data.bundled.refund import refund
from data.bundled.umbrella import umbrella
from data.scenario import Scenario

_MAKERS: dict[str, Callable[[], Scenario]] = {
    "umbrella": umbrella,
    "larkspur-2": lambda: larkspur(2),
    "larkspur-4": lambda: larkspur(4),
    "larkspur-6": lambda: larkspur(6),
    "project-x": project_x,
    "project-x-inner": project_x_inner,
    "refund": refund,
}


def names() -> list[str]:
    return list(_MAKERS)


@cache
def scenario(name: str) -> Scenario:
    """Raises BadInput for a name that is none of `names()`."""
    if name not in _MAKERS:
        raise BadInput(f"There is no scenario {name!r}; there are {', '.join(names())}.")
    return _MAKERS[name]()
