"""Figures with thousand, million, billion or trillion are written out."""

from __future__ import annotations

import re
from decimal import Decimal

from earned.scorers.rewrites.context import beside_a_month, beside_a_number, ends_a_range
from earned.scorers.rewrites.dashes import DASHES
from earned.scorers.rule import Rule
from earned.words.numbers import SCALES

RULE = Rule(
    "magnitudes",
    "Figures with thousand, million, billion, trillion or bn are written out if whole; so are M "
    "and B after a decimal fraction, and k, m and b after an amount of money (not 3M, 4K, 5m).",
    ("1.5M", "1,500,000"),
)
_SIZES = {**SCALES, "trillion": 10**12, "bn": 10**9, "k": 10**3, "m": 10**6, "b": 10**9}
_MONEY = "$£€¥"
_NUMBER = r"(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
_UNIT = r"(?:\s*(?P<word>thousand|million|billion|trillion|bn)|(?P<letter>[kmb]))"
_AMOUNT = re.compile(
    # a hyphen right before the figures is a sign unless something ends at it
    rf"(?<![\w.,/:'’])(?<![\w.,)%][{DASHES}]){_NUMBER}{_UNIT}(?![\w'’/]|[{DASHES}]\d)",
    re.IGNORECASE | re.ASCII,
)
_MOST_DIGITS = 18


def rewrite(text: str) -> str:
    """Write out each magnitude that can be read in one way only."""
    return _AMOUNT.sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    text, span, whole = found.string, found.span(), found[0]
    number = found["number"].replace(",", "")
    unit = found["word"] or found["letter"]
    padded = number.startswith("0") and not number.startswith("0.")
    if padded or (found["letter"] and not _is_scale(unit, number, text[: span[0]])):
        return whole
    if any(beside(text, *span) for beside in (beside_a_number, beside_a_month)):
        return whole
    if ends_a_range(text, span[0]):
        return whole
    value = Decimal(number) * _SIZES[unit.lower()]
    is_shown = value == value.to_integral_value() and len(number) <= _MOST_DIGITS
    return str(int(value)) if is_shown else whole


def _is_scale(letter: str, number: str, before: str) -> bool:
    """Tell whether a letter can only be a scale: 5m may be metres, and 3M is a company."""
    return before.endswith(tuple(_MONEY)) or (letter in "MB" and "." in number)
