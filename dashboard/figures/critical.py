"""A run's work on a time axis, with the chain that its length is made of."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboard.figures.common import base, empty
from dashboard.figures.text import hover, inert
from dashboard.formats import duration, short
from dashboard.palette import ROLE_OF_ACTOR, palette
from dashboard.words import t
from data.critical_path import Path, Work

ROW = 34


def critical(work: Sequence[Work], path: Path, dark: bool) -> go.Figure:
    """A row for each call, in the order in which they began. Those of the longest chain are full
    and marked with ◆; the others are hatched: they could take longer and nothing would change."""
    if not work:
        return empty(t("critical.none"), dark)
    colours = palette(dark)
    begun = min(one.started_at for one in work)
    end = max(one.ended_at for one in work) - begun
    figure = base((), dark, name="critical", height=90 + ROW * len(work), legend=False)
    on = set(path.steps)
    for row, one in enumerate(work):
        role = "tool" if one.kind == "tool" else ROLE_OF_ACTOR.get(one.name, "model")
        colour = colours.roles[role]
        chain = one.seq in on
        figure.add_bar(
            orientation="h",
            x=[max(one.seconds, end / 250)],
            base=[one.started_at - begun],
            y=[row],
            width=0.62,
            marker={
                "color": colour if chain else colours.page,
                "line": {"color": colour, "width": 1.6},
                "pattern": {"shape": "" if chain else "/", "fgcolor": colour, "size": 6},
            },
            hovertext=[
                hover(
                    f"{one.name} {one.label}".strip(),
                    duration(one.seconds * 1000),
                    t("critical.on" if chain else "critical.beside"),
                )
            ],
            hoverinfo="text",
        )
    names = [
        f"{'◆ ' if one.seq in on else ''}{inert(short(f'{one.name} {one.label}'.strip(), 44))}"
        for one in work
    ]
    figure.update_yaxes(
        tickvals=list(range(len(work))), ticktext=names, range=[len(work) - 0.4, -0.6],
        showgrid=False, fixedrange=True,
    )  # fmt: skip
    figure.update_xaxes(range=[0, end * 1.03], ticksuffix=" s", tickformat=",~g", nticks=8)
    figure.update_layout(margin={"t": 12}, barmode="overlay")
    return figure
