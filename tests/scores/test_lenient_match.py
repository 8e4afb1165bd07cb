"""The lenient variant beside the official exact match."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.scores.hotpot import exact_match
from earned.scores.lenient import lenient_match


@pytest.mark.parametrize(
    ("prediction", "reference"),
    [
        ("1986–2013", "1986-2013"),
        ("1986—2013", "1986-2013"),
        ("\u22125", "-5"),
        ("Beyoncé", "Beyonce"),
        ("“Sam Phillips”", "Sam Phillips"),
        ("O’Brien", "O'Brien"),
        ("Straße", "STRASSE"),
        ("ﬁlm", "film"),
    ],
)
def test_typography_and_accents_do_not_count(prediction: str, reference: str) -> None:
    """Field case 33."""
    assert not exact_match(prediction, reference)
    assert lenient_match(prediction, reference)


@pytest.mark.parametrize(("one", "other"), [("Paris", "Rome"), ("1986–2013", "1986–2014")])
def test_other_answers_stay_other(one: str, other: str) -> None:
    assert not lenient_match(one, other)


@given(st.text(alphabet="aé–-' TheÉ.1", max_size=12), st.text(alphabet="ae-' the.1", max_size=12))
def test_what_matches_officially_matches_leniently(one: str, other: str) -> None:
    assert lenient_match(one, one)
    assert lenient_match(one, other) or not exact_match(one, other)
