"""Draws, ratios and the identities that one count matrix guarantees."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from earned.errors import UserError
from earned.stats import draws
from earned.stats.draws import cluster_indices, cluster_sums, draw_counts
from earned.stats.ratio import (
    ratio,
    ratio_difference,
    ratio_difference_replicates,
    ratio_replicates,
)

UNITS = st.lists(
    st.tuples(st.sampled_from("abcde"), *[st.integers(0, 1)] * 3), min_size=2, max_size=20
)


def test_the_draws_of_seed_13_are_these() -> None:
    """Field case 38."""
    expected = [[1, 0, 0, 0, 4], [2, 1, 0, 0, 2], [0, 0, 0, 4, 1]]
    assert draw_counts(5, 3, 13).tolist() == expected


def test_a_changed_seed_changes_the_draws() -> None:
    assert (draw_counts(9, 50, 13) != draw_counts(9, 50, 14)).any()


def test_counts_are_the_tallies_of_the_drawn_indices() -> None:
    drawn = np.random.Generator(np.random.PCG64(7)).integers(0, 6, (40, 6)).tolist()
    expected = [[row.count(cluster) for cluster in range(6)] for row in drawn]
    assert draw_counts(6, 40, 7).tolist() == expected


@pytest.mark.parametrize(("n_clusters", "replicates"), [(5, 3), (7, 101), (300, 41)])
def test_draws_do_not_hang_on_how_many_are_made_at_once(
    monkeypatch: pytest.MonkeyPatch, n_clusters: int, replicates: int
) -> None:
    monkeypatch.setattr(draws, "BLOCK", n_clusters * 3)
    parts = draw_counts(n_clusters, replicates, 13)
    monkeypatch.setattr(draws, "BLOCK", n_clusters * replicates)
    assert (parts == draw_counts(n_clusters, replicates, 13)).all()


@pytest.mark.parametrize("n_clusters", [0, 1])
def test_fewer_than_two_clusters_cannot_be_drawn(n_clusters: int) -> None:
    """Field case 36."""
    with pytest.raises(UserError, match="fewer than two clusters"):
        draw_counts(n_clusters, 10, 13)


def test_no_replicates_are_refused() -> None:
    with pytest.raises(UserError, match="replicates"):
        draw_counts(3, 0, 13)


def test_clusters_are_numbered_in_string_order() -> None:
    names, indices = cluster_indices(["q10", "q2", "q10", "Q3"])
    assert names == ("Q3", "q10", "q2")
    assert indices.tolist() == [1, 2, 1, 0]


def test_cluster_sums_add_repeated_clusters() -> None:
    sums = cluster_sums(np.array([0, 2, 0]), np.array([1, 5, 2]), 4)
    assert sums.tolist() == [3.0, 0.0, 5.0, 0.0]


def test_a_ratio_without_denominator_is_undefined() -> None:
    """Field case 36."""
    none, some = np.array([0, 0]), np.array([1, 1])
    assert ratio(none, none) is None
    assert ratio_difference((some, some), (none, none)) is None
    assert np.isnan(ratio_replicates(np.array([[1, 1]]), none, none)).all()
    counts = np.array([[2, 0], [0, 2], [1, 1]])
    with np.errstate(all="raise"):
        values = ratio_replicates(counts, np.array([1, 0]), np.array([2, 0]))
    assert values[[0, 2]].tolist() == [0.5, 0.5]
    assert np.isnan(values[1])


@settings(max_examples=30)
@given(UNITS)
def test_replicates_equal_a_loop_over_the_drawn_records(
    units: list[tuple[str, int, int, int]],
) -> None:
    names, cluster = cluster_indices([u[0] for u in units])
    if len(names) < 2:
        return
    counts = draw_counts(len(names), 25, 13)
    clean, gold = (np.array([u[i] for u in units]) for i in (1, 2))
    failed = 1 - clean
    top, bottom = (cluster_sums(cluster, x, len(names)) for x in (gold * failed, failed))
    for row, value in zip(counts, ratio_replicates(counts, top, bottom), strict=True):
        drawn = [u for u, c in zip(units, cluster, strict=True) for _ in range(row[c])]
        failures = [u for u in drawn if not u[1]]
        if failures:
            assert value == sum(u[2] for u in failures) / len(failures)
        else:
            assert np.isnan(value)


@given(UNITS)
def test_gold_minus_sham_is_its_two_parts_in_every_replicate(
    units: list[tuple[str, int, int, int]],
) -> None:
    names, cluster = cluster_indices([u[0] for u in units])
    counts = draw_counts(len(names) + 1, 40, 13)[:, : len(names)]
    clean, gold, sham = (np.array([u[i] for u in units]) for i in (1, 2, 3))
    size = cluster_sums(cluster, np.ones(len(units)), len(names))
    gc, gs, sc = (
        ratio_replicates(counts, cluster_sums(cluster, x, len(names)), size)
        for x in (gold - clean, gold - sham, sham - clean)
    )
    np.testing.assert_allclose(gs, gc - sc, atol=1e-12)
    arms = [(cluster_sums(cluster, x, len(names)), size) for x in (gold, sham)]
    difference = ratio_difference_replicates(counts, arms[0], arms[1])
    np.testing.assert_allclose(difference, gs, atol=1e-12)


@given(UNITS, st.integers())
def test_permuting_records_or_clusters_changes_no_point_estimate(
    units: list[tuple[str, int, int, int]], seed: int
) -> None:
    renamed = dict(zip("abcde", "caebd", strict=True))
    shuffled = [(renamed[u[0]], *u[1:]) for u in units]
    random.Random(seed).shuffle(shuffled)
    points = []
    for records in (units, shuffled):
        names, cluster = cluster_indices([u[0] for u in records])
        clean, gold = (np.array([u[i] for u in records]) for i in (1, 2))
        sums = [cluster_sums(cluster, x, len(names)) for x in (gold * (1 - clean), 1 - clean)]
        points.append(ratio(sums[0], sums[1]))
    assert points[0] == points[1]
