"""The components' scripts and styles by name: for the pages, and for files that hold a copy."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from dashboard.words import TEXTS, spoken, t

_HERE = Path(__file__).parent / "components"

SCRIPTS: dict[str, tuple[str, ...]] = {
    "lanes": ("lane_card",),
    "door": (),
    "transcript": (),
    "diff": ("diff_head", "diff_rows", "diff_texts"),
    "family": (),
    "imported": (),
    "hits": (),
    "matrix": (),
    "lockstep": ("lockstep_lane", "player_formats"),
    "player": (
        "player_formats", "player_source", "player_film", "player_marks", "player_rows",
        "player_axis_picture", "player_axis", "player_text", "player_blocks", "player_facts",
        "player_bodies", "player_known", "player_clock", "player_keys", "player_icons",
        "player_feed", "player_screen",
    ),
}  # fmt: skip
"""What each is put together of, beside its own file and those of every component."""
EVERYWHERE = ("address", "shared")


def script(name: str) -> str:
    """One ES module; what it exports is its `default`, which mounts it."""
    return "\n".join(plain_script(one) for one in (name, *SCRIPTS[name], *EVERYWHERE))


def plain_script(name: str) -> str:
    return (_HERE / f"{name}.js").read_text(encoding="utf-8")


def style(name: str) -> str:
    """Empty where it has none."""
    path = _HERE / f"{name}.css"
    return path.read_text(encoding="utf-8") if path.exists() else ""


COMPONENTS = ("player", "diff", "lockstep")
"""Those of a shared file."""
FILE_SCRIPTS = ("file_source", "file_texts", "file_open")
"""What opens a shared file, beside the components in it."""

_LITERAL = re.compile(r"""["`]([a-z]+\.[a-z0-9_.-]*)(?:["`]|\$\{)""")


def words(*names: str) -> dict[str, str]:
    """Key -> text in the language that is spoken, of the keys that stand in these scripts. A key
    that ends in a dot, and one that goes on with a value, stand for all that begin so."""
    return {
        key: t(key)
        for name in names
        for key in _keys(name)
        if not key.endswith(".one") or spoken() in TEXTS[key]  # Chinese has no such form
    }


@cache
def _keys(name: str) -> tuple[str, ...]:
    text = plain_script(name) if name in FILE_SCRIPTS else script(name)
    found: set[str] = set()
    for literal in _LITERAL.findall(text):
        if literal in TEXTS:
            found |= {literal, f"{literal}.one"} & TEXTS.keys()
        elif literal.endswith("."):
            found |= {key for key in TEXTS if key.startswith(literal)}
    return tuple(sorted(found))
