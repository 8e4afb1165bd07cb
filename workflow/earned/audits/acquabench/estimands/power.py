"""The smallest effect that a population of this size and variance would detect."""

from __future__ import annotations

import math

from scipy.stats import norm

from earned.audits.acquabench.estimands.ratios import Sums, ratios, sums_by_qid
from earned.audits.acquabench.estimands.units import Units
from earned.audits.acquabench.frozen import Power
from earned.stats.draws import FEWEST_CLUSTERS, TOO_FEW_CLUSTERS

POWER, LEVEL = 0.8, 0.05
NO_VARIANCE = "the contrast does not vary between questions"


def power(complete: Units) -> Power:
    """Give the smallest detectable contrast of GOLD and SHAM, at the variance observed.

    A true Δ_GS of (z(1 − level/2) + z(power)) standard errors is found different from 0 with the
    given power, in the normal approximation of its estimate.
    """
    clusters = len(complete.clusters[0])
    sums = sums_by_qid(complete, ratios(complete)["delta_gs"])
    error = standard_error(sums) if clusters >= FEWEST_CLUSTERS else None
    z = float(norm.ppf(1 - LEVEL / 2) + norm.ppf(POWER))
    known = error or None
    return Power(
        clusters=clusters,
        standard_error=known,
        smallest=None if known is None else z * known,
        power=POWER,
        level=LEVEL,
        reason=TOO_FEW_CLUSTERS if error is None else "" if error else NO_VARIANCE,
    )


def standard_error(sums: Sums) -> float:
    """Estimate a ratio's cluster-robust standard error by linearization.

    SE² = n/(n − 1) · Σ (y_c − R·m_c)² / (Σ m_c)² with R = Σ y_c / Σ m_c over n clusters, y and m
    the numerator and denominator of a cluster (Cochran, Sampling Techniques, chapter 6:
    the ratio estimate, clusters as units, no finite-population correction).

    Args:
        sums: numerator and denominator by cluster, two clusters or more.
    """
    numerator, denominator = sums
    n, total = len(numerator), float(denominator.sum())
    # Σ(y·M − Y·m)² / M⁴ · n/(n − 1): sums of integers, so that no variance is exactly 0.
    residuals = numerator * total - float(numerator.sum()) * denominator
    return math.sqrt(n / (n - 1) * float((residuals**2).sum())) / total**2
