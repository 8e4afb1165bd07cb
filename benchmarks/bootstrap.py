"""Measure the cluster bootstrap at the paper's sizes against a plain Python loop.

Simulated records of seven model-regime pairs, 135 qids on four surfaces each. Prints seconds and
their ratio, all from one run: `python benchmarks/bootstrap.py`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from earned.stats.auroc import auroc, weighted_auroc_replicates
from earned.stats.draws import Counts, Floats, Indices, cluster_sums, draw_counts
from earned.stats.intervals import Interval, percentile_interval
from earned.stats.ratio import ratio, ratio_difference, ratio_difference_replicates
from earned.stats.ratio import ratio_replicates as replicates_of

QIDS, SURFACES, REPLICATES, PAIRS, SEED = 135, 4, 5000, 7, 13
LOOP_REPLICATES = 20
ARMS = ("clean", "gold", "sham")


@dataclass(frozen=True)
class Pair:
    """Simulated records of one model in one regime: arrays of shape (qids · surfaces,)."""

    cluster: Indices
    success: dict[str, Indices]
    coloc: dict[str, Floats]


def simulate(seed: int) -> Pair:
    """Draw successes at about the paper's rates, and scores with the ties coloc has."""
    rng = np.random.default_rng(seed)
    units = QIDS * SURFACES
    rates = dict(zip(ARMS, (0.4, 0.62, 0.38), strict=True))
    return Pair(
        cluster=np.repeat(np.arange(QIDS), SURFACES),
        success={a: (rng.random(units) < r).astype(np.int64) for a, r in rates.items()},
        coloc={a: rng.integers(0, 100, units) / 100 for a in ARMS},
    )


def shares(pair: Pair) -> dict[str, tuple[Floats, Floats]]:
    """Numerator and denominator by qid of every ratio estimand."""
    clean, gold, sham = (pair.success[a] for a in ARMS)
    one, failed = np.ones_like(clean), 1 - clean
    parts = {
        "clean": (clean, one),
        "gold": (gold, one),
        "sham": (sham, one),
        "gold-clean": (gold - clean, one),
        "gold-sham": (gold - sham, one),
        "sham-clean": (sham - clean, one),
        "r_gold": (gold * failed, failed),
        "r_sham": (sham * failed, failed),
        "cleaned gold": (gold * clean, one),
    }
    by_qid = {}
    for name, (top, bottom) in parts.items():
        by_qid[name] = tuple(cluster_sums(pair.cluster, x, QIDS) for x in (top, bottom))
    return by_qid  # type: ignore[return-value]


def classes(pair: Pair) -> list[tuple[Indices, Floats, Indices, Floats]]:
    """Positives and negatives of the four AUROC estimands: coloc and string match, two sets."""
    positive = (pair.success["gold"] == 1) & (pair.success["clean"] == 0)
    out = []
    for arm in ("clean", "sham"):
        negative = pair.success[arm] == 1
        for scale in (1.0, 0.01):  # string match has two values only
            up, down = pair.coloc["gold"][positive], pair.coloc[arm][negative]
            scores = (up, down) if scale == 1.0 else (np.round(up), np.round(down))
            out.append((pair.cluster[positive], scores[0], pair.cluster[negative], scores[1]))
    return out


def vectorised(pair: Pair, counts: Counts) -> list[Interval]:
    """All intervals of one pair."""
    weights, by_qid = counts.astype(np.float64), shares(pair)
    intervals = [
        percentile_interval(replicates_of(weights, *parts), ratio(*parts))
        for parts in by_qid.values()
    ]
    rescue = (by_qid["r_gold"], by_qid["r_sham"])
    values = ratio_difference_replicates(weights, *rescue)
    intervals.append(percentile_interval(values, ratio_difference(*rescue)))
    for cluster_up, up, cluster_down, down in classes(pair):
        values = weighted_auroc_replicates(counts, cluster_up, up, cluster_down, down)
        intervals.append(percentile_interval(values, auroc(up, down)))
    return intervals


def plain_loop(pair: Pair, counts: Counts) -> list[list[float]]:
    """The same estimands, replicate by replicate, in plain Python."""
    by_qid, sets = shares(pair), classes(pair)
    lists = {name: (a.tolist(), b.tolist()) for name, (a, b) in by_qid.items()}
    plain_sets = [tuple(part.tolist() for part in parts) for parts in sets]
    rows = []
    for weights in counts.tolist():
        row = [plain_ratio(weights, *parts) for parts in lists.values()]
        row.append(row[6] - row[7])
        row += [plain_auroc(weights, *parts) for parts in plain_sets]
        rows.append(row)
    return rows


def plain_ratio(weights: list[int], top: list[float], bottom: list[float]) -> float:
    """One replicate of a ratio."""
    pairs = zip(weights, top, bottom, strict=True)
    sums = [(w * a, w * b) for w, a, b in pairs]
    return sum(a for a, _ in sums) / sum(b for _, b in sums)


def plain_auroc(
    weights: list[int], c_up: list[int], up: list[float], c_down: list[int], down: list[float]
) -> float:
    """One replicate of AUROC: sort the weighted records, walk up, count ties at half."""
    records = sorted(
        [(s, weights[c], 0) for s, c in zip(up, c_up, strict=True)]
        + [(s, 0, weights[c]) for s, c in zip(down, c_down, strict=True)]
    )
    wins = below = tied_up = tied_down = 0.0
    last = None
    for score, positive, negative in [*records, (None, 0, 0)]:
        if score != last:
            wins += tied_up * (below + tied_down / 2)
            below, tied_up, tied_down, last = below + tied_down, 0.0, 0.0, score
        tied_up, tied_down = tied_up + positive, tied_down + negative
    total_up = sum(weights[c] for c in c_up)
    return wins / (total_up * below)


def main() -> None:
    """Time both, and check that they agree on the replicates that both computed."""
    pairs = [simulate(seed) for seed in range(PAIRS)]
    start = time.perf_counter()
    counts = draw_counts(QIDS, REPLICATES, SEED)
    intervals = [interval for pair in pairs for interval in vectorised(pair, counts)]
    fast = time.perf_counter() - start
    start = time.perf_counter()
    rows = plain_loop(pairs[0], counts[:LOOP_REPLICATES])
    slow = (time.perf_counter() - start) * PAIRS * REPLICATES / LOOP_REPLICATES
    for column, parts in enumerate(classes(pairs[0])):
        ours = weighted_auroc_replicates(counts[:LOOP_REPLICATES], *parts)
        assert np.allclose(ours, [row[10 + column] for row in rows], atol=1e-12)
    print(f"{len(intervals)} intervals, {QIDS} qids x {SURFACES} surfaces, {REPLICATES} replicates")
    print(f"vectorised: {fast:.2f} s")
    print(f"plain loop: {slow:.0f} s (from {LOOP_REPLICATES} replicates of one pair)")
    print(f"ratio: {slow / fast:.0f}")


if __name__ == "__main__":
    main()
