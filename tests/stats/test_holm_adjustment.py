"""Holm's adjustment: a worked family, and what holds of every family."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.stats.holm import holm

PROBABILITIES = st.one_of(st.none(), st.floats(0, 1))
FAMILIES = st.dictionaries(st.text(max_size=3), PROBABILITIES)


def test_a_family_worked_by_hand() -> None:
    found = holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005})
    assert found == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06, "d": 0.02})
    assert list(found) == ["a", "b", "c", "d"]


def test_no_adjusted_value_exceeds_one() -> None:
    assert holm({"a": 0.6, "b": 0.9, "c": 0.4}) == {"a": 1.0, "b": 1.0, "c": 1.0}


def test_equal_p_values_stay_equal() -> None:
    assert holm({"a": 0.01, "b": 0.01, "c": 0.02}) == {"a": 0.03, "b": 0.03, "c": 0.03}


def test_an_untested_claim_stays_untested_and_does_not_count() -> None:
    assert holm({"a": 0.02, "b": None, "c": 0.01}) == {"a": 0.02, "b": None, "c": 0.02}
    assert holm({"a": None}) == {"a": None}
    assert holm({}) == {}


@given(FAMILIES)
def test_adjusting_raises_and_keeps_the_order(family: dict[str, float | None]) -> None:
    found = holm(family)
    raw = [(p, found[key]) for key, p in family.items() if p is not None]
    assert all(q is not None and p <= q <= 1 for p, q in raw)
    ordered = [q for _, q in sorted(raw)]
    assert ordered == sorted(ordered)
    assert {k for k, q in found.items() if q is None} == {k for k, p in family.items() if p is None}


@given(FAMILIES, st.floats(0, 1))
def test_a_larger_family_adjusts_no_less(family: dict[str, float | None], more: float) -> None:
    before, after = holm(family), holm({**family, "another one": more})
    assert all(p is None or p <= after[key] for key, p in before.items())


@given(FAMILIES)
def test_what_is_rejected_is_what_the_steps_reject(family: dict[str, float | None]) -> None:
    """Step down from the smallest while p ≤ level / (claims left); a rule of its own."""
    level, rejected = 0.05, set()
    tested = sorted((p, key) for key, p in family.items() if p is not None)
    for place, (p, key) in enumerate(tested):
        if p * (len(tested) - place) > level:
            break
        rejected.add(key)
    found = holm(family)
    assert {key for key, q in found.items() if q is not None and q <= level} == rejected
