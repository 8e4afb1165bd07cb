"""How well a single-source score marks attributable GOLD successes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from earned.audits.acquabench.estimands.bootstrap import Bootstrap
from earned.audits.acquabench.estimands.units import Bools, Units
from earned.audits.acquabench.frozen import Detector, Distribution, Separation
from earned.audits.acquabench.names import COLOC_SCORES, DETECTOR_SCORES, NEGATIVES
from earned.stats.auroc import ONE_CLASS, auroc, weighted_auroc_replicates
from earned.stats.draws import FEWEST_CLUSTERS, TOO_FEW_CLUSTERS, Floats
from earned.stats.intervals import Interval

FEWEST_POSITIVE_QIDS = 5
HISTOGRAM_BINS = 20

Class = tuple[Bools, Floats]
"""Which units are in a class, and the scores of all of them."""


def detectors(
    bootstrap: Bootstrap, complete: Units, scores: Sequence[str] = DETECTOR_SCORES
) -> dict[str, Detector]:
    """Compute each score's AUROC, keyed `<score>_vs_<negatives>`."""
    return {
        f"{score}_vs_{name}": _detector(bootstrap, complete, score, *negatives)
        for score in scores
        for name, negatives in NEGATIVES.items()
    }


def separations(complete: Units) -> dict[str, Separation]:
    """Compute each score's AUROC without an interval, keyed like the detectors."""
    return {
        f"{score}_vs_{name}": _separation(complete, score, *negatives)
        for score in DETECTOR_SCORES
        for name, negatives in NEGATIVES.items()
    }


def distributions(complete: Units) -> dict[str, dict[str, Distribution]]:
    """Say where the scores of each class lie, for both definitions of coloc."""
    classes = {"attributable": ("GOLD", "attributable"), **NEGATIVES}
    return {
        score: {
            name: _distribution(_scores(complete, arm, score)[complete.mask(arm, "label", label)])
            for name, (arm, label) in classes.items()
        }
        for score in COLOC_SCORES
    }


def _detector(
    bootstrap: Bootstrap, complete: Units, score: str, condition: str, label: str
) -> Detector:
    one, other = _classes(complete, score, condition, label)
    found = _separation(complete, score, condition, label)
    return Detector(**dict(found), interval=_interval(bootstrap, complete, one, other, found.auroc))


def _separation(complete: Units, score: str, condition: str, label: str) -> Separation:
    (positive, marked), (negative, others) = _classes(complete, score, condition, label)
    value = auroc(marked[positive], others[negative])
    holding = len(np.unique(complete.clusters[1][positive]))
    return Separation(
        auroc=value,
        reason="" if value is not None else ONE_CLASS,
        positives=int(positive.sum()),
        negatives=int(negative.sum()),
        positive_qids=holding,
        descriptive=holding < FEWEST_POSITIVE_QIDS,
    )


def _classes(complete: Units, score: str, condition: str, label: str) -> tuple[Class, Class]:
    """Give the positives and the negatives, with the scores of all units of their arms."""
    positive = complete.mask("GOLD", "label", "attributable")
    negative = complete.mask(condition, "label", label)
    return (
        (positive, _scores(complete, "GOLD", score)),
        (negative, _scores(complete, condition, score)),
    )


def _interval(
    bootstrap: Bootstrap,
    complete: Units,
    one: Class,
    other: Class,
    value: float | None,
) -> Interval:
    names, cluster = complete.clusters
    if value is None:
        return bootstrap.no_interval(None, ONE_CLASS)
    if len(names) < FEWEST_CLUSTERS:
        return bootstrap.no_interval(value, TOO_FEW_CLUSTERS)
    (positive, marked), (negative, others) = one, other
    replicates = weighted_auroc_replicates(
        bootstrap.counts(len(names)),
        cluster[positive],
        marked[positive],
        cluster[negative],
        others[negative],
    )
    return bootstrap.interval(replicates, value, ONE_CLASS)


def _scores(units: Units, condition: str, score: str) -> Floats:
    return units.arms[condition][score].to_numpy().astype(np.float64)


def _distribution(values: Floats) -> Distribution:
    counts, _ = np.histogram(values, bins=HISTOGRAM_BINS, range=(0, 1))
    five = np.quantile(values, [0, 0.25, 0.5, 0.75, 1]) if len(values) else [None] * 5
    low, q1, median, q3, high = (None if q is None else float(q) for q in five)
    return Distribution(
        n=len(values),
        low=low,
        q1=q1,
        median=median,
        q3=q3,
        high=high,
        histogram=tuple(counts.tolist()),
    )
