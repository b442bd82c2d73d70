"""Text of a trace is inert in figures, and every colour can be told from the others."""

from __future__ import annotations

import ast
import html
import re
import tomllib
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lanes_by_hand import lane, model, tool

from dashboard import palette as colours
from dashboard.figures.composition import composition
from dashboard.figures.cost import cost, cost_growth
from dashboard.figures.text import hover, inert
from dashboard.figures.timeline import timeline
from dashboard.figures.tokens import tokens

ROOT = Path(__file__).parent.parent
HOSTILE = "<b>bold</b><a href='https://evil.example'>x</a><script>1</script>%{x}$a$&lt;\u202e\x00"
OURS = re.compile(r"</?b>|<br>|<span style=\"[^\"<>]*\">|</span>")


def strings(value) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for key, one in value.items() if key != "template" for text in strings(one)]
    if isinstance(value, (list, tuple)):
        return [text for one in value for text in strings(one)]
    return []


@pytest.mark.parametrize("figure", [timeline, tokens, composition, cost, cost_growth])
def test_hostile_text_is_shown_and_does_nothing(figure):
    steps = [
        model(1, 0, 1, name=HOSTILE, actor=HOSTILE, summary=HOSTILE, fault=HOSTILE, cost_usd=0.01,
              cost_why=HOSTILE, status=HOSTILE, parts={HOSTILE: 4}),
        tool(2, 1, 1, name=HOSTILE, summary=HOSTILE, status=HOSTILE),
    ]  # fmt: skip
    lanes = [lane(steps, run_id=n, paradigm=HOSTILE, model=HOSTILE) for n in "ab"]
    drawn = figure(lanes, False).to_plotly_json()
    texts = [text for text in strings(drawn) if "bold" in text]
    assert texts
    for text in texts:
        assert "<" not in OURS.sub("", text)
        assert "%{" not in text and "$" not in text
        assert "\u202e" not in text and "\x00" not in text


@given(st.text(alphabet=st.characters(exclude_categories=["C"])))
def test_inert_text_reads_letter_for_letter(text):
    assert html.unescape(inert(text)) == text


@given(st.text(st.characters()))
def test_inert_text_can_always_be_sent(text):
    inert(text).encode()


def test_what_cannot_be_seen_is_named():
    assert inert("a\u202eb\x00\ud800") == "a\\u202eb\\u0000\\ud800"


def test_a_long_text_says_how_much_is_left_out():
    said = hover("word " * 2_000)
    assert "9,400 more characters: click to open" in said
    assert max(map(len, said.split("<br>"))) < 90


@pytest.mark.parametrize("p", [colours.LIGHT, colours.DARK], ids=["light", "dark"])
def test_every_colour_stands_out_from_its_page(p):
    for colour in (*p.roles.values(), *p.lanes, *p.parts.values(), p.error, p.waiting):
        assert contrast(colour, p.page) >= 3, colour
    for text in (p.text, p.muted):
        assert min(contrast(text, p.page), contrast(text, p.panel)) >= 4.5
    for role, colour in p.roles.items():
        assert contrast(p.on_roles[role], colour) >= 4.5, role


@pytest.mark.parametrize("sight", ["normal", "protan", "deutan", "tritan"])
@pytest.mark.parametrize("p", [colours.LIGHT, colours.DARK], ids=["light", "dark"])
def test_lanes_and_actors_stay_apart_for_colour_blind_readers(p, sight):
    for kind in (p.lanes, tuple(p.roles.values())):
        for one, other in combinations(kind, 2):
            assert difference(one, other, sight) > 7.5, (one, other)


def test_actors_can_be_told_apart_without_any_colour():
    hatched = [shape for shape in colours.ROLE_PATTERNS.values() if shape]
    assert len(set(hatched)) == len(hatched) == len(colours.ROLE_PATTERNS) - 2
    assert len(set(colours.LANE_SYMBOLS)) == len(colours.LIGHT.lanes)


def test_the_theme_has_the_colours_of_the_palette():
    theme = tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["theme"]
    for name, p in (("light", colours.LIGHT), ("dark", colours.DARK)):
        assert theme[name]["backgroundColor"] == p.page
        assert theme[name]["secondaryBackgroundColor"] == p.panel
        assert theme[name]["textColor"] == p.text
        assert tuple(theme[name]["chartCategoricalColors"]) == p.lanes


def test_streamlit_knows_every_option_of_the_configuration():
    from streamlit import config

    def flat(table, path=""):
        for key, value in table.items():
            if isinstance(value, dict):
                yield from flat(value, f"{path}{key}.")
            else:
                yield f"{path}{key}"

    known = set(config._config_options_template)
    written = set(flat(tomllib.loads((ROOT / ".streamlit/config.toml").read_text())))
    assert written <= known, written - known


def test_figures_formats_and_alerts_do_not_know_streamlit():
    names = ["formats", "lanes", "palette", "alerts", "summary"]
    files = [ROOT / f"dashboard/{name}.py" for name in names]
    files += sorted((ROOT / "dashboard/figures").glob("*.py"))
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            modules = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            assert not any(name.split(".")[0] == "streamlit" for name in modules), file


# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str) -> list[float]:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def contrast(one: str, other: str) -> float:
    """WCAG's ratio."""

    def light(colour: str) -> float:
        return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def difference(one: str, other: str, sight: str) -> float:
    """Distance in Oklab, times 100."""
    pairs = zip(oklab(one, sight), oklab(other, sight), strict=True)
    return 100 * sum((a - b) ** 2 for a, b in pairs) ** 0.5


def oklab(colour: str, sight: str) -> tuple[float, float, float]:
    rgb = linear(colour)
    r, g, b = (
        min(1.0, max(0.0, sum(w * c for w, c in zip(row, rgb, strict=True))))
        for row in SIGHT[sight]
    )
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    mid = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    low = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * mid - 0.0040720468 * low,
        1.9779984951 * long - 2.4285922050 * mid + 0.4505937099 * low,
        0.0259040371 * long + 0.7827717662 * mid - 0.8086757660 * low,
    )
