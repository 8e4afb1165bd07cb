"""Cluster bootstrap draws, as one matrix of counts that all estimands share.

A draw takes whole clusters (qids) with everything measured on them. Estimands of the same clusters
use the same matrix, so identities between them hold in every replicate (AcquaBench, bootstrap).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earned.errors import UserError

Counts = NDArray[np.unsignedinteger[Any]]
Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

FEWEST_CLUSTERS = 2
BLOCK = 2**16
"""Cells of a matrix worked on at once; a study of many qids has too many for memory."""
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
        Counts of shape (replicates, n_clusters), in the smallest type that holds them; every row
        sums to n_clusters.

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
    counts = np.empty((replicates, n_clusters), dtype=np.min_scalar_type(n_clusters))
    for rows in blocks(replicates, n_clusters):
        drawn = generator.integers(0, n_clusters, counts[rows].shape)
        drawn += n_clusters * np.arange(len(drawn))[:, None]
        flat = np.bincount(drawn.ravel(), minlength=drawn.size)
        counts[rows] = flat.reshape(drawn.shape)
    return counts


def blocks(rows: int, width: int) -> Iterator[slice]:
    """Cut the rows of a matrix so that each part, as numbers of eight bytes, stays in a cache.

    A transposed part of a power of two of rows would meet the same cache lines again and again.
    """
    height = BLOCK // width | 1
    return (slice(start, min(start + height, rows)) for start in range(0, rows, height))


def cluster_sums(cluster: Indices, values: NDArray[np.generic], n_clusters: int) -> Floats:
    """Sum the values of the records of each cluster: (records,) to (n_clusters,)."""
    sums: Floats = np.zeros(n_clusters)
    np.add.at(sums, cluster, values)
    return sums
