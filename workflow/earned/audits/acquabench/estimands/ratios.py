"""Every rate and contrast as one ratio of sums over units: who counts, and for how much."""

from __future__ import annotations

import numpy as np

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.estimands.units import Bools, Units
from earned.audits.acquabench.names import CONTRASTS
from earned.stats.draws import Floats, Indices, cluster_sums

Parts = tuple[Indices, Bools]
"""Numerator in −1, 0, 1 and denominator of each unit, shape (units,) both."""

Sums = tuple[Floats, Floats]
"""Numerator and denominator of each qid, shape (qids,) both."""

HEADLINE = ("delta_gc", "delta_gs", "net_rescue")


def ratios(units: Units, residual: Bools | None = None) -> dict[str, Parts]:
    """Write success rates, contrasts and net rescue as ratios (AcquaBench, estimands).

    Args:
        units: complete units.
        residual: the units that net rescue is a mean over; by default the CLEAN failures.

    Returns:
        clean, gold, sham, delta_gc, delta_gs, delta_sc and net_rescue.
    """
    ones = np.ones(len(units), dtype=bool)
    failed = ~units.flag("CLEAN", "success") if residual is None else residual
    differences = {name: difference(units, *arms) for name, arms in CONTRASTS.items()}
    return {
        **{c.lower(): (units.flag(c, "success").astype(np.int64), ones) for c in CONDITIONS},
        **{name: (values, ones) for name, values in differences.items()},
        "net_rescue": (differences["delta_gs"] * failed, failed),
    }


def difference(units: Units, one: str, other: str) -> Indices:
    """Success under one condition less success under another, unit by unit."""
    first = units.flag(one, "success").astype(np.int64)
    return first - units.flag(other, "success").astype(np.int64)


def sums_by_qid(units: Units, parts: Parts) -> Sums:
    """Sum numerator and denominator over the units of each qid."""
    names, cluster = units.clusters
    numerator, denominator = (cluster_sums(cluster, part, len(names)) for part in parts)
    return numerator, denominator
