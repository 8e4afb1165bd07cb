"""Ordinals in words are written in figures."""

from __future__ import annotations

import re

from earned.scorers.rewrites.context import (
    beside_a_month,
    beside_a_number,
    ends_a_range,
    word_before,
)
from earned.scorers.rule import Rule
from earned.words.numbers import ORDINAL_WORDS

RULE = Rule(
    "ordinals",
    "An ordinal spelt in words, first to ninety-ninth, is its figures; what may be a fraction or "
    "a time (one third, a third, per second), and one beside a number or a month, stays.",
    ("third", "3rd"),
)
_WORD = re.compile(
    rf"(?<![\w'’.,/-])(?:{'|'.join(sorted(ORDINAL_WORDS, key=len, reverse=True))})(?![\w'’/]|-\d)",
    re.IGNORECASE,
)
_OF_A_MEASURE = frozenset({"a", "an", "per", "each", "every", "half", "quarter"})
_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}


def rewrite(text: str) -> str:
    """Write each ordinal in words that can be read in one way only in figures."""
    return _WORD.sub(_figures, text)


def _figures(found: re.Match[str]) -> str:
    text, span, whole = found.string, found.span(), found[0]
    number = ORDINAL_WORDS.get(whole.lower())
    is_part = word_before(text, span[0]) in _OF_A_MEASURE or ends_a_range(text, span[0])
    if number is None or is_part:
        return whole
    if beside_a_number(text, *span) or beside_a_month(text, *span):
        return whole
    return _written(number)


def _written(number: int) -> str:
    suffix = "th" if number in (11, 12, 13) else _SUFFIXES.get(number % 10, "th")
    return f"{number}{suffix}"
