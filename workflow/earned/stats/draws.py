"""Cluster bootstrap draws, as one matrix of counts that all estimands share.

A draw takes whole clusters (qids) with everything measured on them. Estimands of the same clusters
use the same matrix, so identities between them hold in every replicate (AcquaBench, bootstrap).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from earned.errors import UserError

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

FEWEST_CLUSTERS = 2
TOO_FEW_CLUSTERS = "fewer than two clusters"


def cluster_indices(names: Sequence[str]) -> tuple[tuple[str, ...], Indices]:
    """Number the clusters of records.

    Args:
        names: the cluster (qid) of each record.

    Returns:
        The distinct names sorted as strings, and each record's position among them.
    """
    distinct = tuple(sorted(set(names)))
    position = {name: i for i, name in enumerate(distinct)}
    return distinct, np.array([position[name] for name in names], dtype=np.int64)


def draw_counts(n_clusters: int, replicates: int, seed: int) -> Counts:
    """Draw clusters with replacement.

    Row r says how often each cluster occurs in replicate r: the counts of row r of
    `Generator(PCG64(seed)).integers(0, n, (replicates, n))`.

    Args:
        n_clusters: number of clusters, in the order of `cluster_indices`.
        replicates: number of bootstrap replicates.
        seed: seed of the bit generator.

    Returns:
        Counts of shape (replicates, n_clusters); every row sums to n_clusters.

    Raises:
        UserError: fewer than two clusters, or no replicate.
    """
    if n_clusters < FEWEST_CLUSTERS:
        raise UserError(
            f"{TOO_FEW_CLUSTERS} ({n_clusters}) cannot be resampled",
            remedy="report the point estimate without an interval",
        )
    if replicates < 1:
        raise UserError(
            f"{replicates} bootstrap replicates asked for", remedy="ask for one or more"
        )
    generator = np.random.Generator(np.random.PCG64(seed))
    drawn = generator.integers(0, n_clusters, (replicates, n_clusters))
    cells = drawn + n_clusters * np.arange(replicates)[:, None]
    flat = np.bincount(cells.ravel(), minlength=replicates * n_clusters)
    return flat.reshape(replicates, n_clusters)


def cluster_sums(cluster: Indices, values: NDArray[np.generic], n_clusters: int) -> Floats:
    """Sum the values of the records of each cluster: (records,) to (n_clusters,)."""
    sums: Floats = np.zeros(n_clusters)
    np.add.at(sums, cluster, values)
    return sums
