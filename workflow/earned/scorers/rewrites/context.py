"""What stands around a number in an answer, and whether it leaves the number's value open."""

from __future__ import annotations

import re

from earned.scorers.rewrites.dashes import DASHES
from earned.words.dates import MONTHS
from earned.words.numbers import NUMBER_WORDS, ORDINAL_WORDS

_BEFORE = re.compile(r"(\w+)\W*$")
_AFTER = re.compile(r"\W*(\w+)")
_NEAR = 80
"""Characters before a place that are looked at, so that long answers take no long time."""
_OF = re.compile(r"\W*of\b", re.IGNORECASE)
_NUMBER = rf"(?:\d|\b(?:{'|'.join(NUMBER_WORDS)})\b)"
_IN_RANGE = re.compile(rf"{_NUMBER}\W*(?:[{DASHES}]|\b(?:to|and|or|through)\b)\W*$", re.IGNORECASE)
_MONTH_NAMES = frozenset(
    name.lower() for month in MONTHS for name in (month, month[:3])
) | {"sept"}  # fmt: skip
_ORDINALS = frozenset(part for word in ORDINAL_WORDS for part in word.split("-"))


def word_before(text: str, start: int) -> str:
    """Give the word before a place in lower case, whatever stands between; "" if there is none."""
    found = _BEFORE.search(_near(text, start))
    return found[1].lower() if found else ""


def word_after(text: str, end: int) -> str:
    """Give the word after a place in lower case, whatever stands between; "" if there is none."""
    found = _AFTER.match(text, end)
    return found[1].lower() if found else ""


def beside_a_number(text: str, start: int, end: int) -> bool:
    """Tell whether a number stands next to a place: its parts may then be one number, or several.

    A decimal `point` counts, and an ordinal does: twenty first graders are no twenty-first.
    """
    return any(map(_is_number, (word_before(text, start), word_after(text, end))))


def _is_number(word: str) -> bool:
    known = word in NUMBER_WORDS or word in _ORDINALS or word == "point"
    return known or any(character.isdigit() for character in word)


def beside_a_month(text: str, start: int, end: int) -> bool:
    """Tell whether a month's name stands next to a place, or after an `of`: it may be a day."""
    skipped = _OF.match(text, end)
    after = skipped.end() if skipped else end
    return not _MONTH_NAMES.isdisjoint((word_before(text, start), word_after(text, after)))


def ends_a_range(text: str, start: int) -> bool:
    """Tell whether a number leads up to a place: ten to twelve million may begin at ten million."""
    return _IN_RANGE.search(_near(text, start)) is not None


def _near(text: str, start: int) -> str:
    return text[max(0, start - _NEAR) : start]
