"""Numbers as the screens say them: short, stable, and unknown is a word."""

from __future__ import annotations

import re
from datetime import timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.formats import (
    at_least,
    count,
    duration,
    local_time,
    money,
    origin_glyph,
    paradigm_name,
    run_status,
    share,
    short,
    step_status,
    times,
    utc_time,
)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "unknown"),
        (0, "0"),
        (999, "999"),
        (1_234, "1,234"),
        (9_999, "9,999"),
        (10_000, "10.0k"),
        (12_345, "12.3k"),
        (99_960, "100k"),
        (999_499, "999k"),
        (999_950, "1.00M"),
        (1_240_000, "1.24M"),
        (-12_345, "−12.3k"),
        (float("nan"), "unknown"),
    ],
)
def test_counts_are_whole_under_ten_thousand_and_three_digits_above(value, said):
    assert count(value) == said


@pytest.mark.parametrize(
    ("usd", "said"),
    [
        (None, "no price"),
        (0.0, "$0"),
        (0.0031, "$0.0031"),
        (0.00314, "$0.0031"),
        (0.00999, "$0.010"),
        (0.000001, "$0.0000010"),
        (0.034, "$0.034"),
        (0.0996, "$0.10"),
        (0.5, "$0.50"),
        (1.239, "$1.24"),
        (1_234.5, "$1,234.50"),
        (12_345, "$12.3k"),
        (-0.0031, "−$0.0031"),
    ],
)
def test_money_keeps_two_digits_under_a_cent_and_never_shows_zero_for_unknown(usd, said):
    assert money(usd) == said


@pytest.mark.parametrize(
    ("ms", "said"),
    [
        (None, "unknown"),
        (0, "0 ms"),
        (0.04, "under 0.1 ms"),
        (0.4, "0.4 ms"),
        (240, "240 ms"),
        (999.6, "1.00 s"),
        (1_240, "1.24 s"),
        (12_345, "12.3 s"),
        (59_949, "59.9 s"),
        (59_990, "1 min 00 s"),
        (125_000, "2 min 05 s"),
        (3_720_000, "1 h 02 min"),
        (200_000_000, "2 d 07 h"),
    ],
)
def test_durations_use_the_unit_that_a_reader_would(ms, said):
    assert duration(ms) == said


@given(st.floats(min_value=0, max_value=1e15))
def test_a_count_is_within_half_a_percent_of_what_it_says(value):
    said = count(value)
    number, unit = re.fullmatch(r"([\d,.]+)([kMBT]?)", said).groups()
    told = float(number.replace(",", "")) * 1000 ** " kMBT".index(unit or " ")
    assert abs(told - value) <= max(0.5, value * 0.0051)


@given(st.floats(min_value=1e-12, max_value=1e9))
def test_a_price_is_never_shown_as_nothing_and_is_within_five_percent(usd):
    said = money(usd)
    assert "e" not in said
    number, unit = re.fullmatch(r"\$([\d,.]+)([kMB]?)", said).groups()
    told = float(number.replace(",", "")) * 1000 ** " kMB".index(unit or " ")
    assert told > 0
    assert abs(told - usd) <= usd * 0.0501


@given(st.floats(min_value=0, max_value=1e12), st.floats(min_value=0, max_value=1e12))
def test_a_longer_time_is_never_shown_as_a_shorter_one(one, other):
    units = {"ms": 1e-3, "s": 1, "min": 60, "h": 3600, "d": 86400}

    def seconds(said: str) -> float:
        if said == "under 0.1 ms":
            return 0.00005
        pairs = re.findall(r"([\d,.]+) (ms|s|min|h|d)\b", said)
        return sum(float(number.replace(",", "")) * units[unit] for number, unit in pairs)

    low, high = sorted((one, other))
    assert seconds(duration(low)) <= seconds(duration(high)) * (1 + 1e-9)


@given(st.one_of(st.none(), st.floats(), st.integers()))
def test_every_number_has_a_form(value):
    for form in (count, money, duration, local_time, utc_time):
        assert form(value)


def test_a_minimum_is_marked_and_unknown_is_not():
    assert at_least("640", True) == "≥ 640"
    assert at_least("640", False) == "640"
    assert at_least(count(None), True) == "unknown"
    assert at_least(money(None), True) == "no price"


def test_a_share_is_never_rounded_to_all_or_nothing():
    assert share(1, 1000) == "under 1 %"
    assert share(999, 1000) == "over 99 %"
    assert share(0, 1000) == "0 %"
    assert share(None, 1000) == share(3, None) == share(3, 0) == "unknown"


def test_ratios_are_said_as_times():
    assert times(1728, 640) == "2.7 times"
    assert times(20_000, 640) == "31 times"


def test_local_time_has_its_offset_beside_it_in_utc():
    zone = timezone(timedelta(hours=5, minutes=30))
    assert local_time(1_760_000_000.25, zone) == "2025-10-09 14:23:20"
    assert utc_time(1_760_000_000.25, zone) == "2025-10-09 08:53:20.250 UTC (shown at +05:30)"


def test_a_time_no_calendar_holds_is_said_in_seconds():
    assert local_time(1e18) == "1e+18 s since 1970"
    assert local_time(None) == "unknown"


def test_each_origin_has_its_own_glyph():
    origins = ["live", "replayed", "imported", "edited", "simulated"]
    assert "".join(map(origin_glyph, origins)) == "●○▽✎◇"
    assert origin_glyph("elsewhere") == "?"


def test_a_verdict_says_more_than_how_a_run_ended():
    assert run_status("success", True) == "✓ passed"
    assert run_status("success", False) == "✗ failed"
    assert run_status("success") == "✓ answered"
    assert run_status("running", True) == "● running"
    assert run_status("interrupted") == "‖ interrupted"
    assert step_status("timeout") == "✗ timed out"
    assert step_status("new one") == "? new one"


def test_paradigms_are_named_for_people_and_unknown_ones_stay_readable():
    assert paradigm_name("react") == "ReAct"
    assert paradigm_name("tree_of-thought") == "Tree of thought"
    assert paradigm_name("") == "unknown"


@given(st.text(), st.integers(min_value=3, max_value=40))
def test_a_shortened_name_shows_that_something_is_left_out(text, limit):
    said = short(text, limit)
    assert len(said) <= max(limit, len(text)) and (
        said == text or ("…" in said and len(said) <= limit)
    )
