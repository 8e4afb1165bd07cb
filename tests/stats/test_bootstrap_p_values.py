"""Bootstrap p-values: counts by hand, and their agreement with the percentile interval."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.stats.intervals import percentile_interval
from earned.stats.p_values import bootstrap_p_value

NAN = float("nan")
VALUES = st.lists(st.integers(-6, 6).map(lambda n: n / 6), min_size=1, max_size=120)


@pytest.mark.parametrize(
    ("values", "bound", "p_value"),
    [
        ([1.0, 2.0, 3.0], 0.0, 2 * 1 / 4),
        ([1.0, 2.0, 3.0], 1.0, 2 * 2 / 4),
        ([-1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0], 0.0, 2 * 2 / 10),
        ([0.0, 0.0, 0.0], 0.0, 1.0),
        ([-1.0, 1.0], 0.0, 1.0),
        ([NAN, 1.0, 2.0, NAN, 3.0], 0.0, 2 * 1 / 4),
    ],
)
def test_tails_counted_by_hand(values: list[float], bound: float, p_value: float) -> None:
    assert bootstrap_p_value(np.array(values), bound) == p_value


def test_without_a_defined_replicate_there_is_none() -> None:
    """Field case 36."""
    assert bootstrap_p_value(np.array([NAN, NAN]), 0.0) is None
    assert bootstrap_p_value(np.array([]), 0.0) is None


@given(VALUES, st.integers(-6, 6).map(lambda n: n / 6), st.sampled_from([0.8, 0.9, 0.95]))
def test_it_rejects_what_the_interval_excludes(
    values: list[float], bound: float, level: float
) -> None:
    replicates = np.array(values)
    interval = percentile_interval(replicates, 0.0, level)
    p_value = bootstrap_p_value(replicates, bound)
    assert p_value is not None
    assert interval.low is not None
    assert interval.high is not None
    excluded = bound < interval.low or bound > interval.high
    slack = 1e-12
    if p_value < 1 - level - slack:
        assert excluded
    if excluded:
        assert p_value < 1 - level + 4 / (len(values) + 1) + slack


@given(VALUES, st.integers(-6, 6).map(lambda n: n / 6))
def test_turning_the_sign_changes_nothing(values: list[float], bound: float) -> None:
    replicates = np.array(values)
    assert bootstrap_p_value(-replicates, -bound) == bootstrap_p_value(replicates, bound)
