"""Percentile intervals that say why they are missing instead of printing NaN."""

from __future__ import annotations

from typing import Literal

import numpy as np
from pydantic import Field

from earned.errors import UserError
from earned.records.base import Record
from earned.stats.draws import Floats

LEVEL = 0.95
UNDEFINED_LIMIT = 0.05
EMPTY_DENOMINATOR = "undefined: empty denominator"

Status = Literal["ok", "conditional", "undefined"]


class Interval(Record):
    """A point estimate with its two-sided interval, or the reason why there is none."""

    point: float | None
    low: float | None
    high: float | None
    level: float = Field(gt=0, lt=1)
    replicates: int = Field(ge=0, description="bootstrap replicates drawn; 0 for a closed form")
    undefined: int = Field(ge=0, description="replicates in which the estimand has no value")
    status: Status = Field(
        description="ok: defined in every replicate; conditional: the interval leaves out a few "
        "undefined ones; undefined: no interval, see the reason"
    )
    reason: str = Field(default="", description="why the status is not ok")
    zero_width: bool = Field(default=False, description="low equals high")
    conditional_low: float | None = Field(
        default=None, description="diagnostic only: bounds over the defined replicates"
    )
    conditional_high: float | None = None


def percentile_interval(
    replicate_values: Floats,
    point: float | None,
    level: float = LEVEL,
    undefined_limit: float = UNDEFINED_LIMIT,
    undefined_reason: str = EMPTY_DENOMINATOR,
) -> Interval:
    """Take the two-sided percentile interval, quantiles by linear interpolation.

    Args:
        replicate_values: shape (replicates,); NaN where the estimand is undefined.
        point: the estimate on the whole sample, None where it is undefined.
        level: two-sided coverage in (0, 1).
        undefined_limit: largest share of undefined replicates at which the interval stands.
        undefined_reason: what makes the estimand undefined.

    Raises:
        UserError: there is no replicate, or the level is not in (0, 1).
    """
    total = len(replicate_values)
    if not total or not 0 < level < 1:
        raise UserError(f"no {level:g} interval follows from {total} replicates")
    defined = replicate_values[np.isfinite(replicate_values)]
    missing = total - len(defined)
    if point is None or not len(defined):
        return no_interval(point, undefined_reason, level, total, missing)
    bounds = _bounds(defined, level)
    if missing > undefined_limit * total:
        reason = f"{undefined_reason} in {missing} of {total} replicates"
        return _diagnostic(no_interval(point, reason, level, total, missing), bounds)
    return Interval(
        point=point,
        low=bounds[0],
        high=bounds[1],
        level=level,
        replicates=total,
        undefined=missing,
        status="conditional" if missing else "ok",
        reason=f"{undefined_reason} in {missing} of {total} replicates" if missing else "",
        zero_width=bounds[0] == bounds[1],
    )


def no_interval(
    point: float | None,
    reason: str,
    level: float = LEVEL,
    replicates: int = 0,
    undefined: int = 0,
) -> Interval:
    """State why a point estimate has no interval, e.g. fewer than two clusters."""
    return Interval(
        point=point,
        low=None,
        high=None,
        level=level,
        replicates=replicates,
        undefined=undefined,
        status="undefined",
        reason=reason,
    )


def _bounds(defined: Floats, level: float) -> tuple[float, float]:
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2], method="linear")
    return float(low), float(high)


def _diagnostic(interval: Interval, bounds: tuple[float, float]) -> Interval:
    update = {"conditional_low": bounds[0], "conditional_high": bounds[1]}
    return interval.model_copy(update=update)
