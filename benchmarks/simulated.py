"""Simulated records of seven model-regime pairs at the paper's sizes, for the bootstrap."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from earned.stats.draws import Floats, Indices, cluster_sums

QIDS, SURFACES, REPLICATES, PAIRS, SEED = 135, 4, 5000, 7, 13
ARMS = ("clean", "gold", "sham")

Sums = tuple[Floats, Floats]
"""Numerator and denominator by qid."""

Classes = tuple[Indices, Floats, Indices, Floats]
"""Qid and score of the positives, then of the negatives."""


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


def shares(pair: Pair) -> dict[str, Sums]:
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
    return {
        name: (cluster_sums(pair.cluster, top, QIDS), cluster_sums(pair.cluster, bottom, QIDS))
        for name, (top, bottom) in parts.items()
    }


def classes(pair: Pair) -> list[Classes]:
    """Positives and negatives of the four AUROC estimands: coloc and string match, two sets."""
    positive = (pair.success["gold"] == 1) & (pair.success["clean"] == 0)
    out = []
    for arm in ("clean", "sham"):
        negative = pair.success[arm] == 1
        up, down = pair.coloc["gold"][positive], pair.coloc[arm][negative]
        clusters = pair.cluster[positive], pair.cluster[negative]
        out.append((clusters[0], up, clusters[1], down))
        out.append((clusters[0], np.round(up), clusters[1], np.round(down)))  # two values only
    return out
