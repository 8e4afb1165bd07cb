"""Days of the calendar, and the English names of the months."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass

MONTHS = tuple(
    """January February March April May June July August September October November
    December""".split()  # noqa: SIM905 - easier to review
)
_LEAP_YEAR = 2000


@dataclass(frozen=True)
class Date:
    """A day, or a month of a year; what a text does not say is None."""

    year: int | None
    month: int
    day: int | None


def date_of(year: int | None, month: int, day: int | None) -> Date | None:
    """Make a date; None if the calendar has none such.

    Args:
        year: None where it is not said; 29 February is then a day.
        month: counted from 1.
        day: None where only the month is said.
    """
    if not 1 <= month <= len(MONTHS):
        return None
    if day is not None and not 1 <= day <= monthrange(year or _LEAP_YEAR, month)[1]:
        return None
    return Date(year, month, day)
