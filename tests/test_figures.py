"""Figures lose nothing, invent nothing, stand still, and are doors to the steps."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from itertools import pairwise

import plotly.graph_objects as go
import pytest
from lanes_by_hand import AT, lane, model, three, tool

from dashboard.figures.composition import composition
from dashboard.figures.cost import cost, cost_growth
from dashboard.figures.heights import composition_height
from dashboard.figures.timeline import timeline
from dashboard.figures.tokens import VIEWS, tokens
from dashboard.lanes import Lane

ALL = [timeline, *(lambda lanes, dark, v=v: tokens(lanes, dark, view=v) for v in VIEWS)]
ALL += [composition, cost, cost_growth]


def traces(figure: go.Figure, meta: str) -> list:
    return [trace for trace in figure.data if trace.meta == meta]


def doors(found) -> list[tuple[str, int]]:
    return sorted((run, seq) for trace in found for run, seq in trace.customdata)


def steps_of(lanes, kind=None) -> list[tuple[str, int]]:
    return sorted(
        (step.run_id, step.seq) for one in lanes for step in one.steps if kind in (None, step.kind)
    )


def priced(lanes):
    return [
        lane(
            [replace(s, cost_usd=0.001 if s.kind == "model" else None) for s in one.steps],
            paradigm=one.run.paradigm,
        )
        for one in lanes
    ]


def test_every_step_is_one_bar_of_the_timeline():
    lanes = three()
    assert doors(traces(timeline(lanes, False), "steps")) == steps_of(lanes)


def test_calls_that_ran_together_stand_beside_each_other():
    bars = [
        (trace.base[n], trace.base[n] + trace.x[n], trace.y[n], trace.width[n])
        for trace in traces(timeline(three()[1:2], False), "steps")
        for n in range(len(trace.x))
    ]
    assert len(bars) == 8
    together = [b for b in bars if b[0] == pytest.approx(1.8)]
    assert len(together) == 6
    heights = sorted((y - w / 2, y + w / 2) for _, _, y, w in together)
    assert all(above[1] <= below[0] for above, below in pairwise(heights))


def test_the_time_until_the_first_token_lies_inside_its_call():
    figure = timeline([lane([model(1, 0, 3, first_token_at=AT + 1)])], True)
    (hatch,) = traces(figure, "first token")
    assert (hatch.base[0], hatch.x[0]) == (0, pytest.approx(1))


def test_time_in_which_nothing_ran_is_drawn_as_waiting():
    figure = timeline([lane([model(1, 0, 1), tool(2, 3, 1)], ended_at=AT + 6)], False)
    (waiting,) = traces(figure, "waiting")
    assert [(b, b + x) for b, x in zip(waiting.base, waiting.x, strict=True)] == [(1, 3), (4, 6)]
    assert waiting.marker.pattern.shape == "/"


def test_errors_are_outlined_and_crossed_not_only_coloured():
    figure = timeline([lane([tool(1, 0, 1), tool(2, 2, 1, status="timeout")])], False)
    (bars,) = [trace for trace in traces(figure, "steps") if len(trace.x)]
    assert bars.marker.line.width[1] > bars.marker.line.width[0]
    assert doors(traces(figure, "errors")) == [("r", 2)]
    assert "✗" in traces(figure, "words")[0].text[1]


def test_a_call_of_no_time_can_still_be_seen_and_steps_at_once_do_not_hide_each_other():
    figure = timeline([lane([tool(n, 0, 0) for n in range(3)] + [model(3, 1, 5)])], False)
    (tools,) = [t for t in traces(figure, "steps") if "tool" in t.name]
    assert min(tools.x) > 0 and len(set(tools.y)) == 3


def test_a_fork_follows_its_parents_steps_even_after_days():
    day = 86_400.0
    steps = [model(1, 0, 1), tool(2, 1, 1), model(4, day, 1), model(5, 2 * day, 1, origin="live")]
    fork = lane(steps, forked_at=5, parent_run_id="p", started_at=AT + 2 * day)
    figure = timeline([fork], False)
    assert figure.layout.xaxis.range[1] < 10
    assert "forked at step 5" in figure.layout.annotations[0].text


def test_a_running_lane_keeps_the_axes_the_height_and_the_readers_zoom():
    steps = three()[0].steps
    early, late = (
        timeline([lane(steps[:n], status="running", ended_at=None)], False, now=AT + 0.8 * n)
        for n in (8, 9)
    )
    assert early.layout.xaxis.range == late.layout.xaxis.range
    assert early.layout.height == late.layout.height
    assert early.layout.uirevision == late.layout.uirevision
    assert "may be under way" in traces(early, "waiting")[0].hovertext[-1]


def test_the_legend_knows_the_roles_of_a_paradigm_before_they_act():
    planned = {"paradigm": "plan-replan", "status": "running", "ended_at": None}
    early = timeline([lane([], **planned)], False, now=AT + 1)
    late = timeline([lane([model(1, 0, 1, actor="planner")], **planned)], False, now=AT + 2)
    entries = [
        [trace.name for trace in figure.data if trace.showlegend is not False]
        for figure in (early, late)
    ]
    assert entries[0] == entries[1]
    assert {"planner", "evaluator, reflector", "until the first token"} <= set(entries[0])


def test_a_label_that_does_not_fit_is_left_out_and_a_short_call_can_still_be_hit():
    figure = timeline([lane([tool(1, 0, 0.001), model(2, 0.01, 60)])], False)
    assert [bool(text) for text in traces(figure, "words")[0].text] == [False, True]
    (tools,) = [t for t in traces(figure, "steps") if "tool" in t.name]
    assert tools.x[0] / figure.layout.xaxis.range[1] >= 1 / 250


def test_four_lanes_are_two_rows_of_two():
    figure = composition([three()[n % 3] for n in range(4)], False)
    assert figure.layout.xaxis.domain == figure.layout.xaxis3.domain
    assert figure.layout.height == composition_height(4)


@pytest.mark.parametrize("view", list(VIEWS))
def test_unknown_usage_is_a_gap_with_a_door_and_never_zero(view):
    steps = [
        model(1, 0, 1, input_tokens=300, cached_tokens=100),
        model(2, 1, 1, input_tokens=None, output_tokens=None, usage_source="unknown"),
        model(3, 2, 1, input_tokens=500, cached_tokens=100),
    ]
    figure = tokens([lane(steps)], False, view=view)
    (line,) = traces(figure, "lane")
    assert line.y[1] is None and line.connectgaps is False
    assert None not in (line.y[0], line.y[2]) and 0 not in line.y
    assert doors(traces(figure, "unknown")) == [("r", 2)]


@pytest.mark.parametrize("view", list(VIEWS))
def test_where_nothing_is_known_a_sentence_stands_in_place_of_an_axis(view):
    steps = [model(1, 0, 1, input_tokens=None, output_tokens=None, usage_source="unknown")]
    figure = tokens([lane(steps)], False, view=view)
    assert not figure.data and "reported" in figure.layout.annotations[0].text


def test_the_four_views_show_the_four_numbers():
    steps = [
        model(1, 0, 1, input_tokens=400, cached_tokens=0),
        model(2, 1, 1, input_tokens=300, cached_tokens=150),
    ]
    shown = {v: list(traces(tokens([lane(steps)], False, view=v), "lane")[0].y) for v in VIEWS}
    assert shown == {
        "per call": [400, 300],
        "peak": [400, 400],
        "cumulative": [400, 700],
        "cached": [0, 50],
    }


def test_after_an_unknown_call_a_sum_is_said_to_be_a_minimum():
    steps = [model(1, 0, 1, input_tokens=None), model(2, 1, 1, input_tokens=500)]
    (line,) = traces(tokens([lane(steps)], False, view="cumulative"), "lane")
    assert "≥ 500" in line.hovertext[1] and "≥ 500" in line.name


def test_counted_and_reported_tokens_have_different_marks_and_a_key():
    steps = [model(1, 0, 1), model(2, 1, 1, usage_source="reported")]
    figure = tokens([lane(steps)], False)
    (line,) = traces(figure, "lane")
    assert line.marker.color[0] != line.marker.color[1]
    assert "● reported" in figure.layout.annotations[0].text
    assert "○ counted" in figure.layout.annotations[0].text


def test_composition_adds_up_to_the_parts_of_each_request():
    lanes = three()
    bars = traces(composition(lanes, False), "parts")
    drawn = sum(y for trace in bars for y in trace.y if y is not None)
    parts = sum(sum(step.parts.values()) for one in lanes for step in one.model_calls)
    assert drawn == parts
    assert set(doors(bars)) == set(steps_of(lanes, "model"))


def test_a_request_whose_parts_are_unknown_is_a_question_mark():
    figure = composition([lane([model(1, 0, 1), model(2, 1, 1, parts={})])], False)
    assert all(trace.y[1] is None for trace in traces(figure, "parts"))
    assert doors(traces(figure, "unknown")) == [("r", 2)]
    assert 0 not in traces(figure, "unknown")[0].y


def test_each_priced_call_is_a_piece_of_its_lanes_bar():
    lanes = priced(three())
    figure = cost(lanes, False)
    assert doors(traces(figure, "calls")) == steps_of(lanes, "model")
    react = traces(figure, "calls")[0]
    assert react.base[-1] + react.x[-1] == pytest.approx(0.007)


def test_no_price_is_said_in_words_and_drawn_as_nothing():
    (figure,) = (cost(three(), False),)
    assert not figure.data
    assert "no price" in figure.layout.annotations[0].text
    mixed = [three()[0], *priced(three()[1:])]
    texts = [note.text for note in cost(mixed, False).layout.annotations]
    assert "no price" in texts[0] and "&#36;0.0020" in texts[1]
    (react, *_) = traces(cost_growth(mixed, False), "lane")
    assert set(react.y) == {None}


def test_as_if_prices_stand_beside_the_real_ones_and_may_be_unknown():
    lanes = priced(three())
    as_if = {(s.run_id, s.seq): 0.002 for s in lanes[0].model_calls}
    figure = cost(lanes, False, as_if=as_if, as_if_name="anthropic:x")
    assert doors(traces(figure, "as if")) == steps_of(lanes[:1], "model")
    assert "as if: no price" in figure.layout.annotations[1].text


@pytest.mark.parametrize("figure", ALL)
def test_every_bar_and_point_opens_a_step_of_its_run(figure):
    lanes = priced(three())
    known = set(steps_of(lanes))
    for trace in figure(lanes, True).data:
        if trace.meta != "key":
            assert len(trace.customdata) == len(trace.x)
            assert {tuple(door) for door in trace.customdata} <= known


@pytest.mark.parametrize("figure", ALL)
@pytest.mark.parametrize("dark", [False, True])
def test_figures_let_the_page_shine_through_in_light_and_dark(figure, dark):
    layout = figure(priced(three()), dark).layout.template.layout
    assert layout.paper_bgcolor == layout.plot_bgcolor == "rgba(0,0,0,0)"
    assert layout.font.color == ("#E6E9F0" if dark else "#1A2033")


@pytest.mark.parametrize("figure", ALL)
def test_without_steps_a_sentence_says_why_nothing_is_drawn(figure):
    empty = figure([lane([])], False)
    assert not empty.data
    assert empty.layout.annotations[0].text.endswith(".")


@pytest.mark.parametrize("figure", ALL)
@pytest.mark.parametrize("number", [1, 2, 6])
def test_one_to_six_lanes_of_one_step_can_be_drawn(figure, number):
    steps = [model(1, 0, 1, cost_usd=0.001, cached_tokens=100)]
    drawn = figure([lane(steps, run_id=str(n)) for n in range(number)], False)
    assert json.loads(drawn.to_json())["data"]


@pytest.mark.parametrize("figure", ALL)
def test_two_thousand_steps_are_a_few_traces_and_quick(figure):
    steps = []
    for n in range(1000):
        steps += [model(2 * n, 2 * n, 1, cost_usd=0.001), tool(2 * n + 1, 2 * n + 1, 1)]
    started = time.process_time()
    drawn = figure([lane(steps)], False)
    text = drawn.to_json()
    assert len(drawn.data) <= 12
    assert len(text) < 4_000_000
    assert time.process_time() - started < 5


def test_a_lane_is_not_lost_when_another_has_no_steps_yet():
    lanes = [three()[0], lane([], run_id="new", status="running", ended_at=None)]
    figure = timeline(lanes, False, now=AT + 3)
    assert len(figure.layout.annotations) == 2
    assert isinstance(lanes[1], Lane)
