"""Figure 2 of seed 002: tokens read against look-ups, measured here and as the seed prints them."""

from __future__ import annotations

import plotly.graph_objects as go

from dashboard.figures.common import base
from dashboard.figures.text import hover
from dashboard.formats import count
from dashboard.lab_words import agent_name
from dashboard.palette import LANE_SYMBOLS, palette
from dashboard.words import t
from data.lab.seed import TABLE_2
from data.lab.tables import figure_2

HEIGHT = 330


def by_lookups(dark: bool) -> go.Figure:
    """Full lines and marks are measured here; hollow marks on dotted lines are the seed's."""
    colours = palette(dark)
    figure = base((), dark, name="lookups", height=HEIGHT)
    for place, (agent, line) in enumerate(figure_2().items()):
        colour, symbol = colours.lane(place), LANE_SYMBOLS[place]
        figure.add_scatter(
            name=f"{agent_name(agent)}  <b>{count(line[-1][1])}</b>",
            x=[n for n, _ in line],
            y=[read for _, read in line],
            mode="lines+markers",
            line={"color": colour, "width": 2},
            marker={"color": colour, "symbol": symbol, "size": 8},
            hovertext=[
                hover(agent_name(agent), t("lookups.here", n=n, tokens=count(read)))
                for n, read in line
            ],
            hoverinfo="text",
        )
        printed = [(n, rows[agent].tokens) for n, rows in TABLE_2.items() if agent in rows]
        if not printed:
            continue
        figure.add_scatter(
            name=f"{t('lookups.seed', agent=agent_name(agent))}  <b>{count(printed[-1][1])}</b>",
            x=[n for n, _ in printed],
            y=[read for _, read in printed],
            mode="lines+markers",
            line={"color": colour, "width": 1.4, "dash": "dot"},
            marker={
                "color": colours.page,
                "symbol": symbol,
                "size": 8,
                "line": {"color": colour, "width": 1.6},
            },
            hovertext=[
                hover(agent_name(agent), t("lookups.there", n=n, tokens=count(read)))
                for n, read in printed
            ],
            hoverinfo="text",
        )
    figure.update_layout(margin={"t": 60})
    figure.update_xaxes(title_text=t("axis.lookups"), dtick=1, range=[0.7, 6.3], showgrid=False)
    figure.update_yaxes(
        title_text=t("axis.tokens-read"), rangemode="tozero", tickformat=",d", nticks=6
    )
    return figure
