"""Ratios of cluster sums, and differences of them, in every bootstrap replicate.

Rates, contrasts of arms and net rescue are all ratios of two sums over clusters. Sums of integers
are exact in floating point, so replicates are the same on every machine, whatever BLAS does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from earned.stats.draws import Counts, Floats, blocks


def ratio(
    numerator_by_cluster: NDArray[np.generic], denominator_by_cluster: NDArray[np.generic]
) -> float | None:
    """Estimate on the whole sample: Σ numerator / Σ denominator; None where that is 0."""
    numerator, denominator = float(numerator_by_cluster.sum()), float(denominator_by_cluster.sum())
    return numerator / denominator if denominator else None


def ratio_replicates(
    counts: Counts | Floats,
    numerator_by_cluster: NDArray[np.generic],
    denominator_by_cluster: NDArray[np.generic],
) -> Floats:
    """Compute a ratio in every replicate.

    Args:
        counts: shape (replicates, n).
        numerator_by_cluster: shape (n,).
        denominator_by_cluster: shape (n,), none negative.

    Returns:
        Shape (replicates,); NaN where the denominator is 0.
    """
    sums = np.column_stack((numerator_by_cluster, denominator_by_cluster)).astype(np.float64)
    result: Floats = np.full(len(counts), np.nan)
    for rows in blocks(*counts.shape):
        numerator, denominator = (counts[rows].astype(np.float64, copy=False) @ sums).T
        np.divide(numerator, denominator, out=result[rows], where=denominator != 0)
    return result


def ratio_difference(
    first: tuple[NDArray[np.generic], NDArray[np.generic]],
    second: tuple[NDArray[np.generic], NDArray[np.generic]],
) -> float | None:
    """Estimate first - second on the whole sample; each is (numerator, denominator)."""
    one, other = ratio(*first), ratio(*second)
    return None if one is None or other is None else one - other


def ratio_difference_replicates(
    counts: Counts | Floats,
    first: tuple[NDArray[np.generic], NDArray[np.generic]],
    second: tuple[NDArray[np.generic], NDArray[np.generic]],
) -> Floats:
    """Compute first - second in every replicate; NaN where either is undefined."""
    return ratio_replicates(counts, *first) - ratio_replicates(counts, *second)
