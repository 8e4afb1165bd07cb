"""The smallest effect that a population would detect."""

from __future__ import annotations

import math

import numpy as np
import pytest

from earned.audits.acquabench.estimands.power import NO_VARIANCE, power, standard_error
from earned.audits.acquabench.estimands.units import Units
from earned.audits.acquabench.frozen import Power
from earned.audits.acquabench.score_row import ScoreRow
from earned.audits.acquabench.simulation import RATES, simulated_units
from score_tables import analysed, table, unit


def of(*units: list[ScoreRow]) -> Power:
    return analysed(table(*units)).power


def test_the_standard_error_worked_by_hand() -> None:
    # Δ_GS is 3/4. Residuals of the qids: 2 − 3/4 · 2 = 1/2, 1 − 3/4 = 1/4, 0 − 3/4 = −3/4.
    found = of(unit("a", "010"), unit("a", "010", "tool"), unit("b", "110"), unit("c", "011"))
    squares = (1 / 2) ** 2 + (1 / 4) ** 2 + (3 / 4) ** 2
    expected = math.sqrt(3 / 2 * squares) / 4
    assert found.clusters == 3
    assert found.standard_error == pytest.approx(expected, abs=1e-15)
    assert found.smallest == pytest.approx((1.959963985 + 0.841621234) * expected, abs=1e-9)
    assert (found.power, found.level, found.reason) == (0.8, 0.05, "")


def test_of_equal_questions_it_is_that_of_a_mean() -> None:
    rng = np.random.default_rng(2)
    values = rng.integers(-4, 5, 30).astype(float)
    expected = values.std(ddof=1) / 4 / math.sqrt(30)
    assert standard_error((values, np.full(30, 4.0))) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize(
    ("units", "reason"),
    [
        ([unit("a", "010"), unit("a", "000", "tool")], "fewer than two clusters"),
        ([unit("a", "010"), unit("b", "010")], NO_VARIANCE),
        ([unit("a", "e10")], "fewer than two clusters"),
    ],
)
def test_without_clusters_or_variance_there_is_a_reason(
    units: list[list[ScoreRow]], reason: str
) -> None:
    """Field case 36."""
    found = of(*units)
    assert (found.standard_error, found.smallest, found.reason) == (None, None, reason)


def test_every_question_thrice_has_the_same_variance_between_questions() -> None:
    units = Units.of(table(unit("a", "010"), unit("b", "011"), unit("c", "001")))
    thrice = Units.of(
        table(*(unit(q, h, s) for q, h in (("a", "010"), ("b", "011"), ("c", "001"))
                for s in ("retrieval", "tool", "memory")))
    )  # fmt: skip
    assert power(thrice).standard_error == pytest.approx(power(units).standard_error)


def test_it_is_the_spread_of_the_estimate_over_populations() -> None:
    rng = np.random.default_rng(3)
    populations = [simulated_units(60, rng) for _ in range(300)]
    estimates = [
        u.flag("GOLD", "success").mean() - u.flag("SHAM", "success").mean() for u in populations
    ]
    errors = [power(u).standard_error or 0.0 for u in populations]
    assert np.mean(estimates) == pytest.approx(RATES["GOLD"] - RATES["SHAM"], abs=0.01)
    assert np.mean(errors) == pytest.approx(np.std(estimates), rel=0.12)
