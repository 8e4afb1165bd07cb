"""AUROC against a count over all pairs, with ties, weights and empty classes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from earned.stats import draws
from earned.stats.auroc import ONE_CLASS, auroc, weighted_auroc_replicates
from earned.stats.draws import draw_counts
from earned.stats.intervals import percentile_interval

SCORES = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0]), max_size=12)
RECORDS = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0])), max_size=9
)


def by_pairs(positives: list[float], negatives: list[float]) -> float | None:
    """AUROC by comparing every positive with every negative."""
    wins = sum((p > n) + (p == n) / 2 for p in positives for n in negatives)
    pairs = len(positives) * len(negatives)
    return wins / pairs if pairs else None


def replicates(
    counts: np.ndarray, up: list[tuple[int, float]], down: list[tuple[int, float]]
) -> np.ndarray:
    """The function under test, on lists of (cluster, score)."""
    parts = []
    for records in (up, down):
        parts.append(np.array([c for c, _ in records], dtype=np.int64))
        parts.append(np.array([s for _, s in records], dtype=np.float64))
    return weighted_auroc_replicates(counts, *parts)


@given(SCORES, SCORES)
def test_auroc_is_the_share_of_pairs_won_with_ties_at_half(
    positives: list[float], negatives: list[float]
) -> None:
    expected = by_pairs(positives, negatives)
    assert auroc(np.array(positives), np.array(negatives)) == (
        None if expected is None else pytest.approx(expected, abs=1e-12)
    )


def test_one_class_is_undefined() -> None:
    """Field case 35."""
    assert auroc(np.array([]), np.array([0.5])) is None
    assert auroc(np.array([0.5]), np.array([])) is None
    values = replicates(draw_counts(3, 10, 13), [(0, 0.5)], [])
    interval = percentile_interval(values, None, undefined_reason=ONE_CLASS)
    assert interval.reason == "undefined: one class"


def test_all_scores_tied_gives_one_half() -> None:
    """Field case 35."""
    assert auroc(np.full(3, 0.7), np.full(5, 0.7)) == 0.5
    values = replicates(np.array([[1, 2]]), [(0, 0.7)], [(1, 0.7), (0, 0.7)])
    assert values.tolist() == [0.5]


def test_a_class_missing_in_a_replicate_is_undefined_there() -> None:
    """Field case 36."""
    with np.errstate(all="raise"):
        values = replicates(np.array([[2, 0], [0, 2], [1, 1]]), [(0, 0.9)], [(1, 0.1)])
    assert np.isnan(values).tolist() == [True, True, False]


@settings(max_examples=60)
@given(RECORDS, RECORDS, st.integers(0, 3))
def test_replicates_equal_the_pair_count_over_the_drawn_records(
    up: list[tuple[int, float]], down: list[tuple[int, float]], seed: int
) -> None:
    counts = draw_counts(4, 12, seed)
    for row, value in zip(counts, replicates(counts, up, down), strict=True):
        drawn = [[s for c, s in records for _ in range(row[c])] for records in (up, down)]
        expected = by_pairs(drawn[0], drawn[1])
        assert np.isnan(value) if expected is None else value == pytest.approx(expected, abs=1e-12)


@given(RECORDS, RECORDS)
def test_the_order_of_records_changes_nothing(
    up: list[tuple[int, float]], down: list[tuple[int, float]]
) -> None:
    counts = draw_counts(4, 8, 13)
    forward = replicates(counts, up, down)
    np.testing.assert_array_equal(forward, replicates(counts, up[::-1], down[::-1]))


def test_chunks_of_replicates_join_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    records = [(0, 0.1), (1, 0.5), (2, 0.5), (3, 0.9)]
    counts = draw_counts(4, 23, 13)
    whole = replicates(counts, records[1:], records[:3])
    monkeypatch.setattr(draws, "BLOCK", 4 * 7)
    np.testing.assert_array_equal(whole, replicates(counts, records[1:], records[:3]))


def test_the_seeded_interval_of_an_auroc_is_this_one() -> None:
    """Field case 38."""
    up = [(0, 0.9), (1, 0.5), (2, 0.5), (5, 0.7)]
    down = [(3, 0.1), (4, 0.5), (5, 0.6), (6, 0.5), (7, 0.3)]
    point = auroc(np.array([s for _, s in up]), np.array([s for _, s in down]))
    values = replicates(draw_counts(8, 5000, 13), up, down)
    interval = percentile_interval(values, point, undefined_reason=ONE_CLASS)
    assert (interval.point, interval.low, interval.high) == pytest.approx((0.8, 0.58, 1.0))
    assert (interval.status, interval.undefined) == ("conditional", 29)
    assert interval.reason == "undefined: one class in 29 of 5000 replicates"
