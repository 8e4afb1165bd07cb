"""Cardinals in words are written in figures."""

from __future__ import annotations

import re

from earned.scorers.rewrites.context import beside_a_month, beside_a_number, ends_a_range
from earned.scorers.rule import Rule
from earned.words.numbers import NUMBER_WORDS, SCALES, read_cardinal

RULE = Rule(
    "number-words",
    "A whole number spelt in full is its figures, 0 and 1 only as the whole answer; a year as it "
    "is read out (nineteen eighty), and a number beside another number or a month, stay.",
    ("twelve", "12"),
)
_WORD = f"(?:{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})"
_RUN = re.compile(
    rf"(?<![\w'’.,/-]){_WORD}(?:(?:-|\s+and\s+|\s+){_WORD})*(?![\w'’/]|-\d)", re.IGNORECASE
)
# "The Chosen One", "No one": here the word counts nothing
_NEVER_IN_A_PHRASE = (0, 1)
_AROUND = " \t\n.,;:!?'\"()[]{}"


def rewrite(text: str) -> str:
    """Write each number in words that can be read in one way only in figures."""
    return _RUN.sub(_figures, text)


def _figures(found: re.Match[str]) -> str:
    text, whole = found.string, found[0]
    words = whole.lower().replace("-", " ").split()
    value = read_cardinal(words)
    in_a_phrase = text.strip(_AROUND) != whole
    if value is None or (value in _NEVER_IN_A_PHRASE and in_a_phrase):
        return whole
    open_scale = not SCALES.keys().isdisjoint(words) and ends_a_range(text, found.start())
    if open_scale or any(
        beside(text, *found.span()) for beside in (beside_a_number, beside_a_month)
    ):
        return whole
    return str(value)
