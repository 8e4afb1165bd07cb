"""Dates in several notations, for aliases (regime D1)."""

from __future__ import annotations

import re

from earned.words.dates import MONTHS, Date, date_of

_SHORTEST = 3
_MONTH = r"(?P<month>[A-Z][a-z]+)\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{3,4})"
_NOTATIONS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_DAY} {_MONTH}(?:,? {_YEAR})?",
        rf"{_MONTH} {_DAY}(?:,? {_YEAR})?",
        rf"{_MONTH},? {_YEAR}",
        r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})",
    )
)


def read_date(text: str) -> Date | None:
    """Read a date with its month in letters, or as YYYY-MM-DD; None if a text is none.

    Notations that leave open which figure is the month (3/4/1903) are not read.
    """
    for notation in _NOTATIONS:
        if found := notation.fullmatch(text.strip()):
            return _checked(found.groupdict())
    return None


def _checked(parts: dict[str, str | None]) -> Date | None:
    month = _month(parts["month"] or "")
    year, day = parts.get("year"), parts.get("day")
    if month is None:
        return None
    return date_of(int(year) if year else None, month, int(day) if day else None)


def _month(text: str) -> int | None:
    if text.isdecimal():
        return int(text) if 1 <= int(text) <= len(MONTHS) else None
    if len(text) < _SHORTEST:
        return None
    return next((n for n, name in enumerate(MONTHS, 1) if name.startswith(text)), None)


def date_forms(text: str) -> list[tuple[str, str]]:
    """List (kind, form) of a date in other notations, best first; empty if a text is none.

    Kinds: `date-short-month` keeps the order and shortens the month; `date-iso` is YYYY-MM-DD;
    `date-order` puts day and month the other way round.
    """
    date = read_date(text)
    name = next((name for name in MONTHS if name in text), None)
    if date is None or name is None:
        return []
    short = "Sept." if name == "September" else f"{name[:_SHORTEST]}."
    forms = [("date-short-month", text.replace(name, short))] if len(name) > _SHORTEST else []
    if date.year and date.year > 999 and date.day:
        forms.append(("date-iso", f"{date.year}-{date.month:02d}-{date.day:02d}"))
    if date.day:
        forms.append(("date-order", _other_order(date, name, text[:1].isdecimal())))
    return forms


def _other_order(date: Date, name: str, day_first: bool) -> str:
    if day_first:
        return f"{name} {date.day}" + (f", {date.year}" if date.year else "")
    return f"{date.day} {name}" + (f" {date.year}" if date.year else "")
