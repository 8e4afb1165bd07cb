"""No rate or contrast is stored that its counts do not give."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from earned.audits.acquabench.frozen import Rate
from earned.verify.rates import impossible_rate
from score_tables import analysed, table, unit


@pytest.mark.parametrize(
    ("numerator", "denominator", "value"),
    [(28, 124, 28 / 125), (5, 4, 1.25), (0, 0, 0.0), (1, 2, None), (1, 3, 0.333)],
)
def test_a_rate_is_the_quotient_of_its_counts(
    numerator: int, denominator: int, value: float | None
) -> None:
    """Field case 41."""
    with pytest.raises(ValidationError, match="is not"):
        Rate(numerator=numerator, denominator=denominator, value=value)


def test_contrasts_hold_the_counts_that_they_are_made_of() -> None:
    """Field case 41: net rescue is over CLEAN failures, not over all units."""
    found = analysed(table(unit("a", "011"), unit("b", "101"), unit("c", "010"), unit("d", "000")))
    effects = {**found.effects, "net_rescue": found.residual.net_rescue}
    assert {name: (e.numerator, e.denominator, e.units) for name, e in effects.items()} == {
        "delta_gc": (1, 4, 4),
        "delta_gs": (0, 4, 4),
        "delta_sc": (1, 4, 4),
        "net_rescue": (1, 3, 4),
    }
    assert all(e.value == e.numerator / e.denominator for e in effects.values())


@pytest.mark.parametrize(
    ("form", "numerator", "value", "wrong"),
    [
        ("points", -1, -0.25, False),
        ("percent", -1, -0.25, True),
        ("points", -1, -0.24, True),
        ("points", -5, -1.25, True),
        ("points", 5, 1.25, True),
    ],
)
def test_only_a_difference_may_be_negative(
    form: str, numerator: int, value: float, wrong: bool
) -> None:
    """Field case 41."""
    source = {"x": {"value": value, "numerator": numerator, "denominator": 4}}
    said = impossible_rate(source, "/x/value", form)  # type: ignore[arg-type]
    assert bool(said) is wrong
