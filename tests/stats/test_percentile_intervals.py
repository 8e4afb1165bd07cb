"""Percentile and Wilson intervals, and the reasons that stand in for them."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.errors import UserError
from earned.records.base import record_json
from earned.stats.draws import TOO_FEW_CLUSTERS, draw_counts
from earned.stats.intervals import Interval, no_interval, percentile_interval
from earned.stats.ratio import ratio, ratio_replicates
from earned.stats.wilson import wilson_interval

NAN = float("nan")
# Checked once in exact fractions over the same draws.
GOLDEN_RATE = (0.25, 0.6341463414634146)


def test_the_seeded_interval_of_a_rate_is_this_one() -> None:
    """Field case 38."""
    top, bottom = np.array([3, 0, 4, 1, 2, 4, 0, 2]), np.array([4, 3, 7, 4, 5, 4, 3, 6])
    counts = draw_counts(8, 5000, 13)
    interval = percentile_interval(ratio_replicates(counts, top, bottom), ratio(top, bottom))
    assert interval.point == pytest.approx(16 / 36, abs=1e-12)
    assert (interval.low, interval.high) == pytest.approx(GOLDEN_RATE, abs=1e-12)
    assert (interval.status, interval.replicates, interval.undefined) == ("ok", 5000, 0)


def test_quantiles_are_interpolated_linearly() -> None:
    interval = percentile_interval(np.array([4.0, 0.0, 3.0, 1.0, 2.0]), 2.0, level=0.9)
    # Ranks 0.05 · 4 = 0.2 and 0.95 · 4 = 3.8 of the sorted values 0…4.
    assert (interval.low, interval.high) == pytest.approx((0.2, 3.8))


def test_up_to_the_limit_undefined_replicates_leave_a_conditional_interval() -> None:
    """Field case 36."""
    values = np.array([NAN] + [0.25, 0.75] * 9 + [0.5])
    interval = percentile_interval(values, 0.5)
    assert (interval.status, interval.undefined) == ("conditional", 1)
    assert (interval.low, interval.high) == pytest.approx((0.25, 0.75))
    assert interval.reason == "undefined: empty denominator in 1 of 20 replicates"


def test_beyond_the_limit_the_interval_is_null_and_the_conditional_one_a_diagnostic() -> None:
    """Field case 36."""
    values = np.array([NAN, NAN] + [0.25, 0.75] * 9)
    interval = percentile_interval(values, 0.5, undefined_reason="undefined: one class")
    assert (interval.status, interval.low, interval.high) == ("undefined", None, None)
    assert interval.reason == "undefined: one class in 2 of 20 replicates"
    assert (interval.conditional_low, interval.conditional_high) == (0.25, 0.75)
    assert percentile_interval(values, 0.5, undefined_limit=0.1).status == "conditional"


def test_a_zero_width_interval_is_named() -> None:
    assert percentile_interval(np.ones(10), 1.0).zero_width
    assert not percentile_interval(np.arange(10.0), 4.5).zero_width
    assert not percentile_interval(np.full(10, NAN), 1.0).zero_width


def test_an_undefined_point_has_no_interval() -> None:
    """Field case 36."""
    interval = percentile_interval(np.array([0.5, 0.5]), None)
    assert (interval.point, interval.low, interval.reason) == (
        None,
        None,
        "undefined: empty denominator",
    )


@pytest.mark.parametrize(
    "interval",
    [
        percentile_interval(np.array([NAN, NAN]), None),
        percentile_interval(np.array([NAN, NAN]), 0.3),
        percentile_interval(np.array([NAN, np.inf, 1.0]), 0.3),
        no_interval(0.4, TOO_FEW_CLUSTERS),
        wilson_interval(0, 0),
    ],
)
def test_no_nan_reaches_the_output(interval: Interval) -> None:
    """Field case 36."""
    text = record_json(interval)
    assert "NaN" not in text
    assert "Infinity" not in text
    back = json.loads(text)
    assert back["low"] is None
    assert back["reason"]


@pytest.mark.parametrize(("size", "level"), [(0, 0.95), (5, 1.0), (5, 0.0)])
def test_an_interval_from_nothing_is_refused(size: int, level: float) -> None:
    with pytest.raises(UserError, match="interval"):
        percentile_interval(np.zeros(size), 0.0, level=level)


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=40), st.randoms(use_true_random=False))
def test_bounds_ignore_the_order_of_replicates_and_lie_within_them(
    values: list[float], rng: object
) -> None:
    interval = percentile_interval(np.array(values), 0.0)
    shuffled = list(values)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert percentile_interval(np.array(shuffled), 0.0) == interval
    assert interval.low is not None
    assert interval.high is not None
    assert min(values) <= interval.low <= interval.high <= max(values)


def test_wilson_of_ten_in_twenty_is_this() -> None:
    interval = wilson_interval(10, 20)
    # (p + z²/2n ± z·sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n), z = 1.959964.
    assert (interval.low, interval.high) == pytest.approx((0.2992980, 0.7007020), abs=1e-6)


def test_wilson_stays_inside_at_the_edges_and_states_an_empty_sample() -> None:
    assert wilson_interval(0, 5).low == 0.0
    assert wilson_interval(5, 5).high == 1.0
    assert wilson_interval(0, 0).reason == "undefined: empty denominator"


@pytest.mark.parametrize(("successes", "total"), [(28, 27), (-1, 5)])
def test_impossible_counts_are_refused(successes: int, total: int) -> None:
    """Field case 41."""
    with pytest.raises(UserError, match="impossible"):
        wilson_interval(successes, total)
