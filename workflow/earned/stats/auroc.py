"""AUROC with average ranks, and its cluster bootstrap in linear memory.

AUROC = P(positive > negative) + P(positive = negative)/2. A replicate weights each record by how
often its cluster was drawn. Weights are summed over equal scores, which are sorted once; a running
sum of the negatives' weights then gives every replicate's AUROC without a matrix of all pairs.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.stats import rankdata

from earned.stats.draws import Counts, Floats, Indices, blocks

ONE_CLASS = "undefined: one class"


def auroc(positives: Floats, negatives: Floats) -> float | None:
    """Estimate AUROC, ties at half; None where a class is empty, 0.5 where all scores tie.

    Args:
        positives: scores of the positive class, shape (n₊,).
        negatives: scores of the negative class, shape (n₋,).
    """
    n_positive, n_negative = len(positives), len(negatives)
    if not n_positive or not n_negative:
        return None
    ranks = rankdata(np.concatenate((positives, negatives)), method="average")
    wins = float(ranks[:n_positive].sum()) - n_positive * (n_positive + 1) / 2
    return wins / (n_positive * n_negative)


def weighted_auroc_replicates(
    counts: Counts | Floats,
    cluster_of_positive: Indices,
    scores_positive: Floats,
    cluster_of_negative: Indices,
    scores_negative: Floats,
) -> Floats:
    """Compute AUROC in every replicate, each record weighted by its cluster's draw count.

    Args:
        counts: shape (replicates, n).
        cluster_of_positive: column of `counts` for each positive, shape (n₊,).
        scores_positive: shape (n₊,).
        cluster_of_negative: column of `counts` for each negative, shape (n₋,).
        scores_negative: shape (n₋,).

    Returns:
        Shape (replicates,); NaN where a class has no weight.
    """
    result = np.full(len(counts), np.nan)
    if not len(scores_positive) or not len(scores_negative):
        return result
    scores = np.unique(np.concatenate((scores_positive, scores_negative)))
    positive = _cells(scores, scores_positive, cluster_of_positive, counts.shape[1])
    negative = _cells(scores, scores_negative, cluster_of_negative, counts.shape[1])
    for rows in blocks(len(counts), max(len(scores), counts.shape[1])):
        weights = np.ascontiguousarray(counts[rows].T, dtype=np.float64)
        result[rows] = _auroc_of(positive @ weights, negative @ weights)
    return result


def _cells(scores: Floats, own: Floats, cluster: Indices, n_clusters: int) -> csr_array:
    """Records by (distinct score, cluster): a sparse matrix of numbers of records."""
    rows = np.searchsorted(scores, own)
    shape = (len(scores), n_clusters)
    return csr_array((np.ones(len(own)), (rows, cluster)), shape=shape)


def _auroc_of(positive: Floats, negative: Floats) -> Floats:
    """AUROC of each column; rows are distinct scores in rising order, cells are weights."""
    below_or_equal = np.cumsum(negative, axis=0)
    pairs = positive.sum(axis=0) * below_or_equal[-1]
    # Twice the wins, to stay in integers: 2 · below + equal = below_or_equal + below.
    below_or_equal *= 2
    below_or_equal -= negative
    twice = np.einsum("ij,ij->j", positive, below_or_equal)
    result: Floats = np.full(len(pairs), np.nan)
    np.divide(twice, 2 * pairs, out=result, where=pairs != 0)
    return result
