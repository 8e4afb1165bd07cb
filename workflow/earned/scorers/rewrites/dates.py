"""Dates in English notations are written in one."""

from __future__ import annotations

import re

from earned.scorers.rule import Rule
from earned.words.dates import MONTHS, date_of

RULE = Rule(
    "dates",
    "A day of a year is written YYYY-MM-DD, a month or its abbreviation before a year in full, and "
    "a day without a year, if it is the whole answer, as month and day; 03/04/1986 and two-figure "
    "years stay.",
    ("March 5, 1986", "1986-03-05"),
)
_ABBREVIATIONS = {name[:3].lower(): n for n, name in enumerate(MONTHS, 1)} | {"sept": 9}
_NUMBERS = {name.lower(): n for n, name in enumerate(MONTHS, 1)} | _ABBREVIATIONS
_NAMES = f"(?:{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_MONTH = rf"(?P<month>{_NAMES})\b\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})"
_OPENING, _CLOSING = r"""\s"'“‘(\[{""", r"""\s"'”’)\]},;:.!?"""
# a date stands alone: nothing may be glued to it but what opens or closes a phrase
_START = f"(?<![^{_OPENING}])"
_END = rf"(?![^{_CLOSING}]|[.,:]\d)"
_FLAGS = re.IGNORECASE | re.ASCII
_IN_A_PHRASE = tuple(
    re.compile(f"{_START}{notation}{_END}", _FLAGS)
    for notation in (
        rf"{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}",
        rf"{_MONTH}\s+{_DAY},?\s+{_YEAR}",
        rf"{_MONTH},?\s+{_YEAR}",
    )
)
_WITH_SLASHES = re.compile(rf"{_START}(\d{{1,2}})/(\d{{1,2}})/(\d{{4}}){_END}", re.ASCII)
_WHOLE = tuple(
    re.compile(rf"[{_OPENING}]*(?:the\s+)?(?:{notation})[{_CLOSING}]*", _FLAGS)
    for notation in (rf"{_DAY}\s+(?:of\s+)?{_MONTH}", rf"{_MONTH}\s+{_DAY}")
)


def rewrite(text: str) -> str:
    """Write each date that can be read in one way only in one notation."""
    for notation in _WHOLE:
        if found := notation.fullmatch(text):
            return _day_of_a_month(found)
    for notation in _IN_A_PHRASE:
        text = notation.sub(_with_year, text)
    return _WITH_SLASHES.sub(_from_slashes, text)


def _day_of_a_month(found: re.Match[str]) -> str:
    """Write month and day; in lower case the month may be a verb."""
    month = _NUMBERS[found["month"].lower()]
    is_name = found["month"][0].isupper()
    date = date_of(None, month, int(found["day"])) if is_name else None
    return f"{MONTHS[month - 1]} {date.day}" if date else found[0]


def _with_year(found: re.Match[str]) -> str:
    parts, month = found.groupdict(), _NUMBERS[found["month"].lower()]
    if "day" not in parts:
        return f"{MONTHS[month - 1]} {parts['year']}"
    return _iso(int(parts["year"]), month, int(parts["day"])) or found[0]


def _from_slashes(found: re.Match[str]) -> str:
    """Read a date of which one order alone is a day of the calendar, or both are the same."""
    one, other, year = map(int, found.groups())
    read = {made for made in (_iso(year, one, other), _iso(year, other, one)) if made}
    return read.pop() if len(read) == 1 else found[0]


def _iso(year: int, month: int, day: int) -> str | None:
    return f"{year:04d}-{month:02d}-{day:02d}" if date_of(year, month, day) else None
