"""Seed 003's control flow as a drawing: Plan, Execute with ReAct inside a step, Reflection."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from dashboard.palette import palette

FONT = "font-family='system-ui, sans-serif'"


def control_flow(dark: bool, t: Callable[[str], str]) -> str:
    """An SVG with its colours written in: as a picture it cannot see the page's."""
    p = palette(dark)

    def box(x: int, y: int, w: int, h: int, colour: str, name: str, under: str) -> str:
        middle = x + w // 2
        return (
            f"<rect x='{x}' y='{y}' width='{w}' height='{h}' rx='8' fill='{p.panel}' "
            f"stroke='{colour}' stroke-width='2'/>"
            f"<text x='{middle}' y='{y + 24}' text-anchor='middle' font-size='16' "
            f"font-weight='650' fill='{p.text}' {FONT}>{escape(name)}</text>"
            f"<text x='{middle}' y='{y + 43}' text-anchor='middle' font-size='12.5' "
            f"fill='{p.muted}' {FONT}>{escape(under)}</text>"
        )

    def arrow(path: str, dashed: bool = False) -> str:
        dash = " stroke-dasharray='5 4'" if dashed else ""
        return (
            f"<path d='{path}' fill='none' stroke='{p.muted}' stroke-width='1.8'{dash} "
            "marker-end='url(#head)'/>"
        )

    planner, model = p.roles["planner"], p.roles["model"]
    tool, judge = p.roles["tool"], p.roles["evaluator"]
    parts = [
        f"<defs><marker id='head' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='7' "
        f"markerHeight='7' orient='auto'>"
        f"<path d='M0 0L8 4L0 8z' fill='{p.muted}'/></marker></defs>",
        box(10, 62, 168, 58, planner, t("shape.plan"), t("shape.plan.when")),
        f"<rect x='222' y='12' width='300' height='158' rx='10' fill='none' stroke='{tool}' "
        "stroke-width='2'/>",
        f"<text x='238' y='36' font-size='16' font-weight='650' fill='{p.text}' {FONT}>"
        f"{escape(t('shape.execute'))}</text>",
        f"<text x='506' y='36' text-anchor='end' font-size='12.5' fill='{p.muted}' {FONT}>"
        f"{escape(t('shape.execute.loop'))}</text>",
        box(272, 62, 200, 58, model, t("shape.react"), t("shape.react.loop")),
        box(566, 62, 204, 58, judge, t("shape.reflection"), t("shape.reflection.when")),
        arrow("M178 91H220"),
        arrow("M522 91H564"),
        arrow("M432 120C432 156 312 156 312 122"),
        arrow("M668 120V196H94V122", dashed=True),
    ]
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 780 206' width='780' height='206'>"
        + "".join(parts)
        + "</svg>"
    )
