"""How well a single-source score marks attributable GOLD successes."""

from __future__ import annotations

import numpy as np

from earned.audits.acquabench.bootstrap import Bootstrap
from earned.audits.acquabench.frozen import Detector, Quartiles
from earned.audits.acquabench.names import DETECTOR_SCORES, NEGATIVES
from earned.audits.acquabench.units import Bools, Units
from earned.stats.auroc import ONE_CLASS, auroc, weighted_auroc_replicates
from earned.stats.draws import FEWEST_CLUSTERS, TOO_FEW_CLUSTERS, Floats
from earned.stats.intervals import Interval

FEWEST_POSITIVE_QIDS = 5


def detectors(bootstrap: Bootstrap, complete: Units) -> dict[str, Detector]:
    """Compute each score's AUROC, keyed `<score>_vs_<negatives>`."""
    return {
        f"{score}_vs_{name}": _detector(bootstrap, complete, score, *negatives)
        for score in DETECTOR_SCORES
        for name, negatives in NEGATIVES.items()
    }


def coloc_quartiles(complete: Units) -> dict[str, Quartiles]:
    """Give median and quartiles of coloc for the detector's classes."""
    classes = {"attributable": ("GOLD", "attributable"), **NEGATIVES}
    return {
        name: _quartiles(_scores(complete, arm, "coloc")[complete.mask(arm, "label", label)])
        for name, (arm, label) in classes.items()
    }


def _detector(
    bootstrap: Bootstrap, complete: Units, score: str, condition: str, label: str
) -> Detector:
    positive = complete.mask("GOLD", "label", "attributable")
    negative = complete.mask(condition, "label", label)
    marked, others = _scores(complete, "GOLD", score), _scores(complete, condition, score)
    value = auroc(marked[positive], others[negative])
    holding = len(np.unique(complete.clusters[1][positive]))
    return Detector(
        auroc=value,
        reason="" if value is not None else ONE_CLASS,
        positives=int(positive.sum()),
        negatives=int(negative.sum()),
        positive_qids=holding,
        descriptive=holding < FEWEST_POSITIVE_QIDS,
        interval=_interval(bootstrap, complete, (positive, marked), (negative, others), value),
    )


def _interval(
    bootstrap: Bootstrap,
    complete: Units,
    one: tuple[Bools, Floats],
    other: tuple[Bools, Floats],
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


def _quartiles(values: Floats) -> Quartiles:
    if not len(values):
        return Quartiles(n=0, q1=None, median=None, q3=None)
    q1, median, q3 = (float(q) for q in np.quantile(values, [0.25, 0.5, 0.75]))
    return Quartiles(n=len(values), q1=q1, median=median, q3=q3)
