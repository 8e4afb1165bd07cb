"""What artifacts are built with equals what scores are made with, until a scorer is corrected."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from earned.population import normal_form
from earned.population.function_words import FUNCTION_WORDS
from earned.scores import hotpot
from earned.scores.stopwords import STOPWORDS

WORDS = st.lists(st.sampled_from(["the", "a", "Yes", "no", "U.S.", "Jay-Z", "é", "4"]), max_size=5)


def test_the_function_words_are_the_scorers() -> None:
    assert FUNCTION_WORDS == STOPWORDS


@given(st.text() | WORDS.map(" ".join))
def test_the_normal_form_is_the_scorers(text: str) -> None:
    assert normal_form.normalize_answer(text) == hotpot.normalize_answer(text)


@given(WORDS.map(" ".join), WORDS.map(" ".join))
def test_f1_is_the_scorers(one: str, other: str) -> None:
    ours, theirs = hotpot.normalize_answer(one), hotpot.normalize_answer(other)
    parts = hotpot.parts_of_normalized(ours, theirs)
    tokens = parts.predicted + parts.reference
    expected = Fraction(2 * parts.common, tokens) if parts.common else Fraction(0)
    assert normal_form.token_f1(ours, theirs) == expected
