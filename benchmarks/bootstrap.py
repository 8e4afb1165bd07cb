"""The cluster bootstrap at the paper's sizes, against plain Python and scipy.stats.bootstrap.

Both are run on one pair and taken times the number of pairs; plain Python on a few replicates.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from benchmarks.bootstrap_others import plain_loop, with_scipy
from benchmarks.report import Figure, Times, in_turns, ratio
from benchmarks.simulated import (
    PAIRS,
    QIDS,
    REPLICATES,
    SEED,
    SURFACES,
    Pair,
    classes,
    shares,
    simulate,
)
from earned.stats.auroc import auroc, weighted_auroc_replicates
from earned.stats.draws import Counts, draw_counts
from earned.stats.intervals import Interval, percentile_interval
from earned.stats.ratio import ratio as point_of
from earned.stats.ratio import ratio_difference, ratio_difference_replicates, ratio_replicates

LOOP_REPLICATES = 20
SAME = 0.02
"""Bounds of two sets of 5,000 draws may differ by so much."""


def measure(quick: bool) -> list[Figure]:
    """Time all three, and check that they compute the same."""
    pairs = [simulate(seed) for seed in range(PAIRS)]
    counts = draw_counts(QIDS, REPLICATES, SEED)
    resamples = 500 if quick else REPLICATES
    scipys = with_scipy(pairs[0], resamples)
    _check(pairs[0], counts, scipys, SAME if resamples == REPLICATES else 5 * SAME)
    ours, loop, scipy = in_turns(
        partial(all_intervals, pairs),
        partial(plain_loop, pairs[0], counts[:LOOP_REPLICATES]),
        partial(with_scipy, pairs[0], resamples),
        rounds=3,
    )
    what = (
        f"bootstrap: {len(scipys) * PAIRS} intervals of {PAIRS} model-regime pairs, "
        f"{QIDS} qids × {SURFACES} surfaces, {REPLICATES:,} replicates"
    )
    return [
        Figure(what, "–", ours.spread, "under 1 s"),
        _ratio(what, "a plain Python loop", ours, loop, LOOP_REPLICATES, "≥ 100×"),
        _ratio(what, "scipy.stats.bootstrap", ours, scipy, resamples, "≥ 10×"),
    ]


def _ratio(what: str, against: str, ours: Times, theirs: Times, done: int, goal: str) -> Figure:
    factor = PAIRS * REPLICATES / done
    remark = f"{theirs.median * factor:.0f} s, from {done:,} replicates of one pair"
    return Figure(what, against, ratio(ours, theirs, factor), goal, remark)


def all_intervals(pairs: list[Pair]) -> list[Interval]:
    """Draw once, then every interval of every pair."""
    counts = draw_counts(QIDS, REPLICATES, SEED)
    return [interval for pair in pairs for interval in intervals_of(pair, counts)]


def intervals_of(pair: Pair, counts: Counts) -> list[Interval]:
    """All intervals of one pair."""
    weights, by_qid = counts.astype(np.float64), shares(pair)
    intervals = [
        percentile_interval(ratio_replicates(weights, *parts), point_of(*parts))
        for parts in by_qid.values()
    ]
    rescue = (by_qid["r_gold"], by_qid["r_sham"])
    values = ratio_difference_replicates(weights, *rescue)
    intervals.append(percentile_interval(values, ratio_difference(*rescue)))
    for cluster_up, up, cluster_down, down in classes(pair):
        values = weighted_auroc_replicates(counts, cluster_up, up, cluster_down, down)
        intervals.append(percentile_interval(values, auroc(up, down)))
    return intervals


def _check(pair: Pair, counts: Counts, scipys: list[tuple[float, float]], same: float) -> None:
    """Stop if the three do not compute the same: then no ratio means anything."""
    few = counts[:LOOP_REPLICATES]
    rows = plain_loop(pair, few)
    columns = [ratio_replicates(few, *parts) for parts in shares(pair).values()]
    columns.append(columns[6] - columns[7])
    columns += [weighted_auroc_replicates(few, *parts) for parts in classes(pair)]
    if not np.allclose(np.column_stack(columns), rows, atol=1e-12):
        raise SystemExit("the plain loop gives other replicates")
    ours = [(interval.low, interval.high) for interval in intervals_of(pair, counts)]
    if not np.allclose(np.array(ours, dtype=float), scipys, atol=same):
        raise SystemExit("scipy gives other intervals")
