"""AUROC, plain and weighted by draws, against scikit-learn on random data."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from earned.stats.auroc import auroc, weighted_auroc_replicates
from earned.stats.draws import draw_counts

QIDS = 7
RECORDS = st.lists(
    st.tuples(
        st.integers(0, QIDS - 1),
        st.one_of(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.floats(0, 1, width=32)),
        st.booleans(),
    ),
    max_size=30,
)
"""qid, score (often tied) and class of each record."""


def arrays(records: list[tuple[int, float, bool]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    qid = np.array([q for q, _, _ in records], dtype=np.int64)
    score = np.array([s for _, s, _ in records], dtype=np.float64)
    return qid, score, np.array([c for _, _, c in records], dtype=bool)


@settings(max_examples=150, deadline=None)
@given(RECORDS)
def test_the_point_is_that_of_scikit_learn(records: list[tuple[int, float, bool]]) -> None:
    """Field case 35."""
    _, score, positive = arrays(records)
    found = auroc(score[positive], score[~positive])
    if positive.all() or not positive.any():
        assert found is None
    else:
        assert found == pytest.approx(roc_auc_score(positive, score), abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(RECORDS, st.integers(0, 5))
def test_every_replicate_is_that_of_scikit_learn_with_draws_as_weights(
    records: list[tuple[int, float, bool]], seed: int
) -> None:
    """Field cases 35 and 36."""
    qid, score, positive = arrays(records)
    counts = draw_counts(QIDS, 15, seed)
    found = weighted_auroc_replicates(
        counts, qid[positive], score[positive], qid[~positive], score[~positive]
    )
    for row, value in zip(counts, found, strict=True):
        weight = row[qid].astype(float)
        if weight[positive].sum() and weight[~positive].sum():
            drawn = weight > 0
            expected = roc_auc_score(positive[drawn], score[drawn], sample_weight=weight[drawn])
            assert value == pytest.approx(expected, abs=1e-12)
        else:
            assert np.isnan(value)


def test_a_large_sample_with_few_distinct_scores_agrees() -> None:
    rng = np.random.default_rng(5)
    qid, positive = rng.integers(0, 60, 2000), rng.random(2000) < 0.2
    score = np.round(rng.random(2000) + 0.3 * positive, 1)
    counts = draw_counts(60, 40, 13)
    found = weighted_auroc_replicates(
        counts, qid[positive], score[positive], qid[~positive], score[~positive]
    )
    expected = [roc_auc_score(positive, score, sample_weight=row[qid]) for row in counts]
    np.testing.assert_allclose(found, expected, atol=1e-12)
