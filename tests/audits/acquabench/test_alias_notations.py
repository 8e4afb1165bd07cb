"""Numbers and dates in another notation say the same: they are read back by an own reader."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.audits.acquabench.authors.alias.checks import same_referent
from earned.audits.acquabench.authors.alias.dates import date_forms, read_date
from earned.audits.acquabench.authors.alias.numbers import (
    read_number,
    read_ordinal,
    read_roman,
    spell_year,
)
from earned.audits.acquabench.authors.alias.rule import number_forms
from earned.words.dates import Date
from earned.words.numbers import LARGEST, spell, spell_ordinal

MONTHS = "January February March April May June July August September October November December"
DATES = st.dates(min_value=date(1000, 1, 1))


def words(text: str) -> list[str]:
    return text.replace("-", " ").split()


def written(day: date, day_first: bool) -> str:
    month = MONTHS.split()[day.month - 1]
    return f"{day.day} {month} {day.year}" if day_first else f"{month} {day.day}, {day.year}"


@pytest.mark.parametrize(
    ("number", "spelt"),
    [
        (0, "zero"), (12, "twelve"), (20, "twenty"), (85, "eighty-five"), (100, "one hundred"),
        (853, "eight hundred fifty-three"), (1240, "one thousand two hundred forty"),
        (6060, "six thousand sixty"), (2_000_001, "two million one"),
    ],
)  # fmt: skip
def test_numbers_are_spelt(number: int, spelt: str) -> None:
    assert spell(number) == spelt


@pytest.mark.parametrize(
    ("year", "spelt"),
    [(1903, "nineteen oh three"), (1900, "nineteen hundred"), (1968, "nineteen sixty-eight"),
     (2000, "two thousand"), (2004, "two thousand four"), (2010, "twenty ten"),
     (1100, "eleven hundred")],
)  # fmt: skip
def test_years_are_spelt_as_they_are_read_out(year: int, spelt: str) -> None:
    assert spell_year(year) == spelt


@given(st.integers(0, LARGEST))
def test_a_spelt_number_is_read_back(number: int) -> None:
    assert read_number(words(spell(number))) == number


@given(st.integers(0, LARGEST))
def test_digits_with_separators_are_read_back(number: int) -> None:
    assert read_number([f"{number:,}"]) == number


@given(st.integers(1100, 2099))
def test_a_spelt_year_is_read_back_and_is_no_other_number(year: int) -> None:
    assert read_number(words(spell_year(year))) == year


@given(st.integers(1, 99))
def test_an_ordinal_is_read_back(number: int) -> None:
    assert read_ordinal(words(spell_ordinal(number))) == number
    assert read_ordinal([f"{number}th"]) == number


@pytest.mark.parametrize(
    "text",
    ["", "five ten", "twenty eleven hundred", "thousand", "hundred", "six and ten",
     "twenty and ten", "ten six", "one,000", "1,00", "eleven ty"],
)  # fmt: skip
def test_what_is_no_number_is_not_read(text: str) -> None:
    assert read_number(text.split()) is None


def test_an_and_after_hundred_is_read_over() -> None:
    assert read_number(["one", "hundred", "and", "five"]) == 105
    assert read_number(["5", "million"]) == 5_000_000


@pytest.mark.parametrize(
    ("word", "value"),
    [("II", 2), ("IV", 4), ("VIII", 8), ("IX", 9), ("XIX", 19), ("I", None), ("X", None),
     ("IIII", None), ("MI", None), ("xx", None), ("VV", None)],
)  # fmt: skip
def test_roman_numerals_of_two_letters_or_more_are_read(word: str, value: int | None) -> None:
    assert read_roman(word) == value


@pytest.mark.parametrize(
    ("value", "forms"),
    [
        ("1,240", [("number-words", "one thousand two hundred forty")]),
        ("twelve", [("number-digits", "12")]),
        ("one thousand two hundred", [("number-digits", "1,200")]),
        ("1968", [("year-words", "nineteen sixty-eight"),
                  ("number-words", "one thousand nine hundred sixty-eight")]),
        ("853", [("number-words", "eight hundred fifty-three")]),
        ("234,567", []),
        ("director", []),
    ],
)  # fmt: skip
def test_a_number_is_rewritten(value: str, forms: list[tuple[str, str]]) -> None:
    assert number_forms(value) == forms


@given(st.integers(0, LARGEST), st.booleans())
def test_every_form_of_a_number_means_that_number(number: int, separated: bool) -> None:
    value = f"{number:,}" if separated else str(number)
    for _, form in number_forms(value):
        assert same_referent(form, value)
        assert not same_referent(form, str(number + 1))


@pytest.mark.parametrize(
    ("value", "forms"),
    [
        ("14 March 1903", [("date-short-month", "14 Mar. 1903"), ("date-iso", "1903-03-14"),
                           ("date-order", "March 14, 1903")]),
        ("March 14, 1903", [("date-short-month", "Mar. 14, 1903"), ("date-iso", "1903-03-14"),
                            ("date-order", "14 March 1903")]),
        ("5 May 843", [("date-order", "May 5, 843")]),
        ("22 November", [("date-short-month", "22 Nov."), ("date-order", "November 22")]),
        ("September 1834", [("date-short-month", "Sept. 1834")]),
        ("May 1834", []),
        ("31 June 1834", []),
        ("3/4/1903", []),
        ("Mars 1903", []),
    ],
)  # fmt: skip
def test_a_date_is_rewritten(value: str, forms: list[tuple[str, str]]) -> None:
    assert date_forms(value) == forms


@given(DATES, st.booleans())
def test_every_form_of_a_date_is_read_back_to_that_day(day: date, day_first: bool) -> None:
    forms = date_forms(written(day, day_first))
    assert forms
    for _, form in forms:
        assert read_date(form) == Date(day.year, day.month, day.day)


@given(DATES, DATES)
def test_a_form_of_one_date_is_no_form_of_another(one: date, other: date) -> None:
    for _, form in date_forms(written(one, True)):
        assert same_referent(form, written(other, False)) == (one == other)
