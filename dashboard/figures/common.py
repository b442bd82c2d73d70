"""What every figure shares: the layout, axes that stay, the doors to the steps.

Every bar and point carries `customdata` [run_id, seq] of the step that a click on it opens.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import plotly.graph_objects as go

from dashboard.figures.text import inert
from dashboard.lanes import Lane
from dashboard.palette import palette

FONT = "Inter, -apple-system, 'Segoe UI', 'Source Sans', 'Liberation Sans', sans-serif"
CONFIG = {"displayModeBar": False, "displaylogo": False, "scrollZoom": False, "responsive": True}
"""For `st.plotly_chart(config=...)`."""


def base(
    lanes: Sequence[Lane], dark: bool, *, name: str, height: int, legend: bool = True
) -> go.Figure:
    """An empty figure in the house's look. A reader's zoom survives as long as the runs do."""
    figure = go.Figure()
    figure.update_layout(
        template=_template(dark),
        height=height,
        uirevision=name + ":" + ",".join(lane.run.run_id for lane in lanes),
        showlegend=legend,
    )
    return figure


def empty(sentence: str, dark: bool, height: int = 160) -> go.Figure:
    """No data yet: one sentence says why."""
    figure = base((), dark, name="empty", height=height, legend=False)
    figure.update_xaxes(visible=False, fixedrange=True)
    figure.update_yaxes(visible=False, fixedrange=True)
    figure.add_annotation(
        text=inert(sentence), x=0.5, y=0.5, xref="paper", yref="paper", showarrow=False
    )
    return figure


def ceiling(value: float, live: bool) -> float:
    """The end of an axis for data up to `value`. While a run is live it moves in rare, round
    steps, so that the figure stands still between them."""
    if value <= 0:
        return 1.0
    if not live:
        return value * 1.04
    scale = 10.0 ** math.floor(math.log10(value))
    return next(top * scale for top in (1.5, 2, 3, 4, 6, 8, 10, 15) if value <= top * scale)


def is_live(lanes: Sequence[Lane]) -> bool:
    return any(lane.run.status == "running" for lane in lanes)


def note(figure: go.Figure, text: str, dark: bool) -> None:
    """One muted line under the figure; `text` is ours, not a trace's."""
    figure.update_layout(margin={"b": 66})
    figure.add_annotation(
        text=text,
        x=0,
        y=0,
        xref="paper",
        yref="paper",
        xanchor="left",
        yanchor="top",
        yshift=-40,
        showarrow=False,
        font={"size": 11, "color": palette(dark).muted},
    )


@cache
def _template(dark: bool) -> go.layout.Template:
    colours = palette(dark)
    clear = "rgba(0,0,0,0)"
    axis: dict[str, Any] = {
        "gridcolor": colours.grid,
        "linecolor": colours.line,
        "zerolinecolor": colours.line,
        "tickcolor": colours.line,
        "tickfont": {"size": 11, "color": colours.muted},
        "title": {"font": {"size": 11, "color": colours.muted}, "standoff": 8},
        "automargin": True,
        "zeroline": False,
    }
    return go.layout.Template(
        layout={
            "paper_bgcolor": clear,
            "plot_bgcolor": clear,
            "font": {"family": FONT, "size": 12, "color": colours.text},
            "margin": {"l": 8, "r": 8, "t": 36, "b": 48},
            "colorway": list(colours.lanes),
            "hovermode": "closest",
            "hoverlabel": {
                "bgcolor": colours.panel,
                "bordercolor": colours.line,
                "align": "left",
                "font": {"family": FONT, "size": 12, "color": colours.text},
            },
            "legend": {
                "orientation": "h",
                "x": 0,
                "xanchor": "left",
                "y": 1,
                "yanchor": "bottom",
                "yref": "paper",
                "font": {"size": 11, "color": colours.text},
                "bgcolor": clear,
                "itemsizing": "trace",
                "traceorder": "normal",
            },
            "bargap": 0.25,
            "xaxis": axis,
            "yaxis": axis,
        },
        # a selected step must not make its neighbours fade
        data={kind: [{"unselected": {"marker": {"opacity": 1}}}] for kind in ("bar", "scatter")},
    )
