"""The HTML file around what it holds. It opens offline, asks the network for nothing, and what it
holds cannot break out of it: base64 has no sign that HTML knows."""

from __future__ import annotations

import gzip
import hashlib
import tomllib
from base64 import b64encode
from datetime import UTC, datetime
from html import escape
from pathlib import Path

from dashboard.scripts import COMPONENTS, FILE_SCRIPTS, plain_script, script, style
from dashboard.version import version
from dashboard.words import spoken, t

_EXPORT = "export default function"
_CONFIG = Path(__file__).resolve().parents[2] / ".streamlit" / "config.toml"


def html(content: str, *, plain: bool = False) -> bytes:
    """`content` is JSON. `plain` leaves it unpacked, for browsers older than 2023."""
    packed = content.encode() if plain else gzip.compress(content.encode(), 9, mtime=0)
    styles = {name: style(name) for name in COMPONENTS}
    own = f"{_theme()}\n{style('file')}"
    code = _code()
    sheets = " ".join(_hash(text) for text in (own, *styles.values()))
    policy = (
        f"default-src 'none'; script-src {_hash(code)}; style-src {sheets}; "
        "base-uri 'none'; form-action 'none'"
    )
    too_old = escape(t("file.too-old"))
    form = "plain" if plain else "gzip"
    made = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    held = "\n".join(
        f'<template id="style-{name}"><style>{text}</style></template>'
        for name, text in styles.items()
    )
    return f"""<!doctype html>
<html lang="{spoken()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Triptych {version()}">
<meta name="description" content="{escape(t("file.described", made=made))}">
<title>Triptych</title>
<style>{own}</style>
{held}
</head>
<body>
<main id="file"><p id="wait" data-old="{too_old}">{escape(t("file.unpacking"))}</p></main>
<noscript>{escape(t("file.no-script"))}</noscript>
<script type="text/plain" id="told" data-form="{form}">{b64encode(packed).decode()}</script>
<script>{code}</script>
</body>
</html>
""".encode()


def _code() -> str:
    """The pages' own scripts, each in a room of its own, and what opens the file."""
    rooms = []
    for name in COMPONENTS:
        text = script(name)
        if text.count(_EXPORT) != 1:
            raise ValueError(f"{name}.js does not export one function by default")
        mount = text.replace(_EXPORT, "const mount = function")
        given = "{ mount, difference }" if name == "player" else "{ mount }"
        rooms.append(f"const {name}Room = (() => {{\n{mount}\nreturn {given}\n}})()")
    rooms += [plain_script(name) for name in (*FILE_SCRIPTS, "shared")]
    joined = "\n".join(rooms)
    code = f'(() => {{\n"use strict"\nglobalThis.triptychFile = true\n{joined}\nopenFile()\n}})()'
    # the one sequence that would end the element; in a string or a comment it means the same
    return code.replace("</script", "<\\/script")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _theme() -> str:
    """The pages' theme, which components know as `--st-…`."""
    theme = tomllib.loads(_CONFIG.read_text(encoding="utf-8"))["theme"]
    fonts = f"--st-font: {theme['font']}; --st-code-font: {theme['codeFont']};"
    return (
        f":root {{ color-scheme: light dark; {fonts} {_tones(theme['light'])} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {_tones(theme['dark'])} }} }}"
    )


def _tones(theme: dict[str, str]) -> str:
    names = {
        "primary-color": "primaryColor",
        "background-color": "backgroundColor",
        "secondary-background-color": "secondaryBackgroundColor",
        "text-color": "textColor",
        "link-color": "linkColor",
        "border-color": "borderColor",
    }
    return " ".join(f"--st-{name}: {theme[key]};" for name, key in names.items())
