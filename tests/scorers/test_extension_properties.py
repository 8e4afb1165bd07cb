"""The extension accepts whatever the official scorer does, both ways, and its forms are stable."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from earned.scorers import extended, official
from earned.scorers.extended import rewritten
from earned.scorers.rule import Rule
from earned.scorers.strict_form import strict_form
from earned.scores.hotpot import exact_match
from earned.words.dates import MONTHS
from earned.words.numbers import LARGEST, spell

PIECES = (
    "twelve", "one", "twenty", "first", "third", "second", "hundred", "million", "thousand", "and",
    "to", "of", "the", "a", "May", "Mar.", "march", "Sept", "5", "05", "1986", "2013", "1.5", "0.5",
    "1,500", "-", "–", "−5", "1.5M", "$5m", "5bn", "3rd", "21st", "25/12/1986", "03/04/1986",
    "1986-03-05", "é", "e\u0301", "Beyoncé", "yes", "no", ",", ".", "point", "K", "\u00a0",
)  # fmt: skip
ANSWERS = st.lists(st.sampled_from(PIECES), max_size=7).map(" ".join) | st.text(max_size=15)
GLUED = st.lists(st.sampled_from([*PIECES, " "]), max_size=7).map("".join)
ANY = ANSWERS | GLUED
THRESHOLDS = st.fractions(min_value=Fraction(1, 20), max_value=1, max_denominator=20)


@given(ANY, ANY, THRESHOLDS)
def test_what_the_official_scorer_accepts_the_extension_accepts(
    one: str, other: str, threshold: Fraction
) -> None:
    assert extended.success(one, other, threshold) or not official.success(one, other, threshold)


@given(ANY, ANY)
def test_the_scorer_is_symmetric_and_so_are_its_reasons(one: str, other: str) -> None:
    assert extended.success(one, other) == extended.success(other, one)
    assert extended.why(one, other) == extended.why(other, one)


@given(ANY)
def test_every_answer_is_right_for_itself_in_every_notation_that_rewriting_makes(text: str) -> None:
    assert extended.success(text, text)
    assert extended.success(text, rewritten(text))


@settings(max_examples=400)
@given(ANY)
@example("3 million million")
@example("Mar 2 thousand")
@example("second March 1986")
@example("5 March 1986 – 7 April 1990")
def test_rewriting_twice_is_rewriting_once(text: str) -> None:
    once = rewritten(text)
    assert rewritten(once) == once


@pytest.mark.parametrize("rule", extended.RULES, ids=lambda rule: rule.name)
@given(text=ANY)
def test_each_rewrite_alone_is_idempotent(rule: Rule, text: str) -> None:
    once = rewritten(text, [rule])
    assert rewritten(once, [rule]) == once


@given(ANY, ANY)
def test_equal_strict_forms_are_an_official_exact_match(one: str, other: str) -> None:
    assert strict_form(one) != strict_form(other) or exact_match(one, other)


@given(ANY, ANY)
def test_reasons_are_given_exactly_for_what_is_newly_accepted(one: str, other: str) -> None:
    newly = extended.success(one, other) and not official.success(one, other)
    why = extended.why(one, other)
    assert bool(why) == newly
    rules = [rule for rule in extended.RULES if rule.name in why]
    assert [rule.name for rule in rules] == list(why)
    for left_out in rules if newly else ():
        fewer = [rule for rule in rules if rule != left_out]
        assert strict_form(rewritten(one, fewer)) != strict_form(rewritten(other, fewer))


@given(st.integers(2, LARGEST), st.integers(2, LARGEST))
def test_numbers_in_words_are_their_own_figures_and_no_others(one: int, other: int) -> None:
    for figures in (str(one), f"{one:,}"):
        assert extended.success(spell(one), figures)
    assert extended.success(spell(one), str(other)) == (one == other)


@given(st.integers(1, 9999), st.sampled_from([("thousand", 3), ("million", 6), ("billion", 9)]),
       st.integers(0, 3))  # fmt: skip
def test_a_magnitude_is_its_figures_and_ten_times_as_much_is_not(
    digits: int, scale: tuple[str, int], places: int
) -> None:
    word, zeros = scale
    shown = f"{digits // 10**places}.{digits % 10**places:0{places}d}" if places else str(digits)
    value = digits * 10 ** (zeros - places)
    assert extended.success(f"{shown} {word}", f"{value:,}")
    assert not extended.success(f"{shown} {word}", f"{10 * value:,}")


@given(st.dates(min_value=date(1000, 1, 1)), st.dates(min_value=date(1000, 1, 1)))
def test_a_date_in_any_notation_is_that_day_and_no_other(one: date, other: date) -> None:
    month = MONTHS[one.month - 1]
    notations = (
        f"{one.day} {month} {one.year}",
        f"{month} {one.day}, {one.year}",
        f"{month[:3]}. {one.day}, {one.year}",
        f"the {one.day}th of {month}, {one.year}",
    )
    for notation in notations:
        assert extended.success(notation, one.isoformat())
        assert extended.success(notation, other.isoformat()) == (one == other)
