"""Wilson's score interval of a binomial share."""

from __future__ import annotations

from scipy.stats import binomtest

from earned.errors import UserError
from earned.stats.intervals import EMPTY_DENOMINATOR, LEVEL, Interval, no_interval


def wilson_interval(successes: int, total: int, level: float = LEVEL) -> Interval:
    """Take Wilson's interval of successes / total, for units that are independent.

    Args:
        successes: number of successes.
        total: number of units; 0 gives no interval, with the reason.
        level: two-sided coverage in (0, 1).

    Raises:
        UserError: the successes are negative or more than the units.
    """
    if not 0 <= successes <= total:
        raise UserError(f"{successes} successes of {total} units are impossible")
    if not total:
        return no_interval(None, EMPTY_DENOMINATOR, level)
    bounds = binomtest(successes, total).proportion_ci(confidence_level=level, method="wilson")
    return Interval(
        point=successes / total,
        low=float(bounds.low),
        high=float(bounds.high),
        level=level,
        replicates=0,
        undefined=0,
        status="ok",
    )
