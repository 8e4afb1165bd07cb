"""Rates against the counts that stand beside them: no share is impossible for its denominator."""

from __future__ import annotations

from typing import Any

from earned.render.pointer import lookup
from earned.render.table import Format


def impossible_rate(source: Any, locator: str, form: Format) -> str:  # noqa: ANN401 - a JSON document
    """Say what is wrong with a rate; empty where it is the quotient of its counts, or no rate.

    Args:
        source: the canonical results.
        locator: JSON pointer to a value; that of a rate, or of a difference of two over the same
            units, has its numerator and denominator beside it.
        form: how it is shown; only a difference, in points, may be negative.
    """
    parent, name = locator.rsplit("/", 1)
    beside = lookup(source, parent)
    if name != "value" or not isinstance(beside, dict) or "denominator" not in beside:
        return ""
    value, numerator, denominator = (beside[k] for k in ("value", "numerator", "denominator"))
    if not all(type(count) is int for count in (numerator, denominator)):
        return f"{numerator} of {denominator} are no counts"
    expected = numerator / denominator if denominator else None
    lowest = -denominator if form == "points" else 0
    possible = lowest <= numerator <= denominator and value == expected
    return "" if possible else f"{value} is not {numerator} of {denominator}"
