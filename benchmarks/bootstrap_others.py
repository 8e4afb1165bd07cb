"""The same intervals as other people would compute them: in plain Python, and with scipy."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.stats import bootstrap, rankdata

from benchmarks.simulated import QIDS, SEED, Classes, Pair, classes, shares
from earned.stats.draws import Counts, Floats, Indices


def plain_loop(pair: Pair, counts: Counts) -> list[list[float]]:
    """Every estimand, replicate by replicate, in plain Python."""
    by_qid = {name: (a.tolist(), b.tolist()) for name, (a, b) in shares(pair).items()}
    sets = [tuple(part.tolist() for part in parts) for parts in classes(pair)]
    rows = []
    for weights in counts.tolist():
        row = [plain_ratio(weights, *parts) for parts in by_qid.values()]
        row.append(row[6] - row[7])
        row += [plain_auroc(weights, *parts) for parts in sets]
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


def with_scipy(pair: Pair, resamples: int) -> list[tuple[float, float]]:
    """Every interval by `scipy.stats.bootstrap`: ratios vectorised, AUROC by resampled qids."""
    by_qid = shares(pair)
    found = [_scipy(parts, _ratio_statistic, resamples) for parts in by_qid.values()]
    rescue = (*by_qid["r_gold"], *by_qid["r_sham"])
    found.append(_scipy(rescue, _difference_statistic, resamples))
    qids = np.arange(QIDS)
    for parts in classes(pair):
        found.append(_scipy((qids,), _auroc_statistic(parts), resamples, vectorized=False))
    return found


def _scipy(
    data: tuple[Any, ...],
    statistic: Any,  # noqa: ANN401
    resamples: int,
    *,
    vectorized: bool = True,
) -> tuple[float, float]:
    result = bootstrap(
        data,
        statistic,
        n_resamples=resamples,
        paired=len(data) > 1,
        vectorized=vectorized,
        method="percentile",
        rng=np.random.default_rng(SEED),
    )
    return float(result.confidence_interval.low), float(result.confidence_interval.high)


def _ratio_statistic(top: Floats, bottom: Floats, axis: int) -> Any:  # noqa: ANN401
    return top.sum(axis=axis) / bottom.sum(axis=axis)


def _difference_statistic(a: Floats, b: Floats, c: Floats, d: Floats, axis: int) -> Any:  # noqa: ANN401
    return _ratio_statistic(a, b, axis) - _ratio_statistic(c, d, axis)


def _auroc_statistic(parts: Classes) -> Any:  # noqa: ANN401
    """AUROC by ranks over the records of the drawn qids, each as often as its qid was drawn."""
    cluster_up, up, cluster_down, down = parts

    def statistic(drawn: Indices) -> float:
        counts = np.bincount(drawn, minlength=QIDS)
        ups, downs = np.repeat(up, counts[cluster_up]), np.repeat(down, counts[cluster_down])
        ranks = rankdata(np.concatenate((ups, downs)))
        wins = ranks[: len(ups)].sum() - len(ups) * (len(ups) + 1) / 2
        return float(wins / (len(ups) * len(downs)))

    return statistic
