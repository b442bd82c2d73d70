"""Long runs are drawn in groups: fewer bars that say so, with totals and doors unchanged."""

from __future__ import annotations

import itertools

import pytest
from lanes_by_hand import lane, model, tool

from dashboard.figures.composition import composition
from dashboard.figures.cost import cost, cost_growth
from dashboard.figures.groups import ALONE, MOST, grouped, size_for
from dashboard.figures.timeline import timeline
from dashboard.figures.tokens import VIEWS, tokens
from dashboard.repricing import as_if_prices


def long_lane(calls: int, **changes):
    steps = []
    for n in range(calls):
        read = None if n == 7 else 100 + n % 50
        steps.append(model(2 * n + 1, n, 0.6, input_tokens=read, cost_usd=0.001, **changes))
        failed = "error" if n == 30 else "ok"
        steps.append(tool(2 * n + 2, n + 0.6, 0.2, status=failed))
    return lane(steps)


def bars(figure, meta):
    return [trace for trace in figure.data if trace.meta == meta]


def words(figure) -> str:
    titles = [axis.title.text or "" for axis in figure.select_xaxes()]
    return " ".join([*(note.text for note in figure.layout.annotations), *titles])


@pytest.mark.parametrize(
    ("longest", "size"),
    [(1, 1), (ALONE, 1), (ALONE + 1, 5), (1_000, 5), (5_000, 20), (5_001, 25), (10**6, 5_000)],
)
def test_a_group_is_a_round_number_of_steps(longest: int, size: int) -> None:
    assert size_for(longest) == size
    assert -(-longest // size) <= max(ALONE, MOST)


def test_groups_hold_every_step_once_and_open_their_first() -> None:
    calls = long_lane(1_003).model_calls
    found = grouped(calls, 20)
    assert list(itertools.chain.from_iterable(g.steps for g in found)) == calls
    assert [g.door for g in found] == [[c.run_id, c.seq] for c in calls[::20]]


def test_the_composition_of_a_long_run_says_its_groups_and_keeps_its_totals() -> None:
    one = long_lane(1_000)
    figure = composition([one], False)
    assert "each bar is 10 calls" in words(figure)
    for trace in bars(figure, "parts"):
        part = next(p for p in ("tools", "system", "question", "observation")
                    if p == trace.legendgroup)  # fmt: skip
        assert len(trace.y) == 100
        assert sum(trace.y) * 10 == sum(step.parts[part] for step in one.model_calls)
    assert list(trace.customdata[3]) == ["r", one.model_calls[30].seq]


def test_the_cost_of_a_long_run_is_the_same_to_the_cent() -> None:
    one = long_lane(1_000)
    prices = as_if_prices([one], "openai:gpt-4.1")
    figure = cost([one], False, as_if=prices, as_if_name="openai:gpt-4.1")
    (real,), (guess,) = bars(figure, "calls"), bars(figure, "as if")
    assert len(real.x) == 50 and "each piece is 20 calls" in words(figure)
    assert sum(real.x) == pytest.approx(1.0)
    assert sum(guess.x) == pytest.approx(sum(usd for usd in prices.values() if usd is not None))
    growth = bars(cost_growth([one], False), "lane")[0]
    assert growth.y[-1] == pytest.approx(1.0)


@pytest.mark.parametrize("view", VIEWS)
def test_the_tokens_of_a_long_run_say_how_they_are_joined(view) -> None:
    one = long_lane(1_000, cached_tokens=50)
    figure = tokens([one], False, view=view)
    (line,) = bars(figure, "lane")
    assert len(line.x) == 200 and line.x[-1] == 1_000
    assert "each point is 5 calls" in words(figure) and "? unknown" in words(figure)
    read = [s.input_tokens for s in one.model_calls if s.input_tokens is not None]
    last = {"cumulative": sum(read), "peak": max(read)}
    if view in last:
        assert line.y[-1] == last[view]
    elif view == "per call":
        assert line.y[0] == 102 and "102 tokens a call" in line.hovertext[0]
        assert "≥" in line.hovertext[1]


def test_the_timeline_of_a_long_run_divides_each_block_by_the_time_of_the_roles() -> None:
    one = long_lane(1_000)
    figure = timeline([one], False)
    assert "each block is 10 steps" in words(figure)
    model_bars, tool_bars = bars(figure, "steps")
    assert len(model_bars.x) == len(tool_bars.x) == 200
    assert model_bars.width[0] / tool_bars.width[0] == pytest.approx(3.0)
    assert list(model_bars.customdata[1]) == ["r", 11]
    (crosses,) = bars(figure, "errors")
    assert len(crosses.x) == 1
    assert "1 of them failed, first step 62" in crosses.hovertext[0]


def test_a_run_of_five_hundred_calls_still_has_a_bar_each() -> None:
    figure = composition([long_lane(ALONE)], False)
    assert len(bars(figure, "parts")[0].y) == ALONE
    assert "each bar" not in words(figure)


def test_prices_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from dashboard import repricing

    one, asked = long_lane(40), []
    repricing._usd.cache_clear()
    whole = repricing.as_if
    monkeypatch.setattr(repricing, "as_if", lambda *a: asked.append(a) or whole(*a))
    first = as_if_prices([one], "openai:gpt-4.1")
    assert as_if_prices([one], "openai:gpt-4.1") == first
    assert len(asked) == len({step.input_tokens for step in one.model_calls})
