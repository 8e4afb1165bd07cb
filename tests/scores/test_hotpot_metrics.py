"""Exact match, F1 and success against the official scorer's facts."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from earned.errors import UserError
from earned.scores.hotpot import (
    F1Parts,
    exact_match,
    f1_parts,
    f1_value,
    is_success,
    normalize_answer,
    reaches,
)

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "golden" / "answers.json").read_text(encoding="utf-8")
)["answers"]
WORDS = st.lists(
    st.sampled_from(
        ["paris", "new", "york", "The", "a", "yes", "no", "noanswer", "7", "Jay-Z", ","]
    ),
    max_size=7,
)
ANSWERS = WORDS.map(" ".join) | st.text(max_size=20)
THRESHOLDS = st.fractions(min_value=Fraction(1, 50), max_value=1, max_denominator=50)


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["prediction"][:20])
def test_the_official_scores_are_reproduced(case: dict[str, object]) -> None:
    prediction, reference = str(case["prediction"]), str(case["reference"])
    assert exact_match(prediction, reference) == bool(case["em"])
    f1 = f1_value(f1_parts(prediction, reference))
    assert f1 == pytest.approx(case["f1"], abs=1e-11)


def test_articles_go_only_as_whole_words() -> None:
    assert normalize_answer(" The  Theatre of an\tAnt ") == "theatre of ant"


def test_punctuation_goes_before_articles() -> None:
    assert normalize_answer("a.n apple") == "apple"


def test_an_answer_without_tokens_matches_exactly_and_has_no_f1() -> None:
    assert exact_match("The The", "a")
    assert f1_value(f1_parts("The The", "The The")) == 0.0
    assert is_success("The The", "The The")


def test_unicode_dashes_and_accents_fail_as_officially() -> None:
    """Field case 33."""
    assert not is_success("1986–2013", "1986-2013")
    assert not is_success("Beyoncé", "Beyonce")


@pytest.mark.parametrize("closed", ["yes", "no", "noanswer"])
def test_a_closed_answer_gets_no_partial_credit(closed: str) -> None:
    assert f1_parts(f"{closed} indeed", closed) == F1Parts(common=0, predicted=2, reference=1)
    assert f1_parts(closed, f"{closed} indeed").common == 0
    assert f1_value(f1_parts(closed, closed)) == 1.0


def test_repeating_a_token_changes_f1_as_the_formula_says() -> None:
    """Field case 32."""
    assert f1_parts("Paris Paris Paris", "Paris") == F1Parts(common=1, predicted=3, reference=1)
    assert f1_parts("New York New York", "New New York").common == 3


def test_f1_exactly_at_the_threshold_succeeds() -> None:
    assert is_success("Stone Brewing Co.", "Stone Brewing")
    assert not is_success("Stone Brewing Co.", "Stone Brewing", Fraction(81, 100))


def test_no_common_token_never_reaches_a_threshold() -> None:
    assert not reaches(F1Parts(common=0, predicted=0, reference=0), (1, 100))


@pytest.mark.parametrize("threshold", [(0, 5), (6, 5), (4, 0), Fraction(-1, 2)])
def test_an_impossible_threshold_is_refused(threshold: Fraction | tuple[int, int]) -> None:
    with pytest.raises(UserError, match="threshold"):
        is_success("a", "b", threshold)


@given(ANSWERS, ANSWERS)
def test_f1_is_symmetric(one: str, other: str) -> None:
    assert f1_value(f1_parts(one, other)) == f1_value(f1_parts(other, one))
    assert is_success(one, other) == is_success(other, one)


@given(WORDS, WORDS, st.randoms(use_true_random=False))
def test_the_order_of_tokens_does_not_matter(one: list[str], other: list[str], rng: object) -> None:
    """Field case 32."""
    shuffled = list(one)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    same = f1_parts(" ".join(one), " ".join(other))
    assert f1_parts(" ".join(shuffled), " ".join(other)) == same


@given(WORDS, WORDS)
def test_common_tokens_are_a_multiset_intersection(one: list[str], other: list[str]) -> None:
    """Field case 32."""
    ours, theirs = (Counter(normalize_answer(" ".join(w)).split()) for w in (one, other))
    parts = f1_parts(" ".join(one), " ".join(other))
    expected = sum(min(ours[t], theirs[t]) for t in ours)
    assert parts.common in ({expected} if expected == 0 else {expected, 0})
    if parts.common == 0 and expected:
        names = {normalize_answer(" ".join(w)) for w in (one, other)}
        assert len(names) == 2
        assert names & {"yes", "no", "noanswer"}


@given(ANSWERS, ANSWERS, THRESHOLDS)
@example("Stone Brewing Co.", "Stone Brewing", Fraction(4, 5))
def test_success_in_integers_is_success_in_exact_arithmetic(
    prediction: str, reference: str, threshold: Fraction
) -> None:
    parts = f1_parts(prediction, reference)
    total = parts.predicted + parts.reference
    f1 = Fraction(2 * parts.common, total) if parts.common else Fraction(0)
    expected = exact_match(prediction, reference) or f1 >= threshold
    assert is_success(prediction, reference, threshold) == expected
    assert is_success(prediction, reference, threshold.as_integer_ratio()) == expected
