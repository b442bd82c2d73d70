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


def _project_x_mobile() -> Scenario:
    from data.bundled.project_x import project_x_mobile

    return project_x_mobile()


def _project_x_name() -> Scenario:
    from data.bundled.project_x import project_x_name

    return project_x_name()


def _capitals() -> Scenario:
    from data.bundled.atlas import capitals

    return capitals()


def _georgia() -> Scenario:
    from data.bundled.atlas import georgia

    return georgia()


def _stock() -> Scenario:
    from data.bundled.stock import stock

    return stock()


def _report() -> Scenario:
    from data.bundled.report import report

    return report()


def _refund() -> Scenario:
    from data.bundled.refund import refund

    return refund()


def _refund_policy() -> Scenario:
    from data.bundled.refund_policy import refund_policy

    return refund_policy()


_MAKERS: dict[str, Callable[[], Scenario]] = {
    "umbrella": _umbrella,
    "larkspur-2": lambda: _larkspur(2),
    "larkspur-4": lambda: _larkspur(4),
    "larkspur-6": lambda: _larkspur(6),
    "project-x": _project_x,
    "project-x-mobile": _project_x_mobile,
    "project-x-name": _project_x_name,
    "project-x-inner": _project_x_inner,
    "capitals": _capitals,
    "georgia": _georgia,
    "stock": _stock,
    "report": _report,
    "refund": _refund,
    "refund-policy": _refund_policy,
}


def names() -> list[str]:
    return list(_MAKERS)


@cache
def scenario(name: str) -> Scenario:
    """Raises BadInput for a name that is none of `names()`, nor one of the lab's worlds."""
    if name.startswith("lab-"):
        from data.lab.world import lab_worlds

        if (maker := lab_worlds().get(name)) is not None:
            return maker()
    if name not in _MAKERS:
        raise BadInput(f"There is no scenario {name!r}; there are {', '.join(names())}.")
    return _MAKERS[name]()
