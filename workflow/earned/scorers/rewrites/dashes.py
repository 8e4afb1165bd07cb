"""Dashes of every length are written as a hyphen."""

from __future__ import annotations

import re

from earned.scorers.rule import Rule

RULE = Rule(
    "dashes",
    "Unicode hyphens, dashes and the minus sign are a hyphen; spaces around the one of a range of "
    "two years that is the whole answer go.",
    ("1986–2013", "1986-2013"),
)
# hyphens, figure to em dash, horizontal bar, minus, small and full-width forms
_UNICODE = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_TO_HYPHEN = str.maketrans(dict.fromkeys(_UNICODE, "-"))
_YEARS = re.compile(r"\s*(\d{4})\s*-\s*(\d{4})\s*", re.ASCII)

DASHES = "\\-" + _UNICODE
"""All of them and the hyphen, for a character class of a regular expression."""


def rewrite(text: str) -> str:
    """Write every dash as a hyphen."""
    plain = text.translate(_TO_HYPHEN)
    years = _YEARS.fullmatch(plain)
    return f"{years[1]}-{years[2]}" if years else plain
