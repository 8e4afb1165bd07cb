"""The cluster bootstrap bound to one study's settings: one count matrix per set of qids."""

from __future__ import annotations

import numpy as np

from earned.audits.acquabench.config import AnalysisConfig
from earned.audits.acquabench.estimands.ratios import Parts, Sums, sums_by_qid
from earned.audits.acquabench.estimands.units import Bools, Units
from earned.audits.acquabench.frozen import Difference, Effect, Rate
from earned.stats.draws import (
    FEWEST_CLUSTERS,
    TOO_FEW_CLUSTERS,
    Counts,
    Floats,
    Indices,
    draw_counts,
)
from earned.stats.intervals import Interval, no_interval, percentile_interval
from earned.stats.p_values import bootstrap_p_value
from earned.stats.ratio import (
    ratio,
    ratio_difference,
    ratio_difference_replicates,
    ratio_replicates,
)

KEPT = 4
"""Matrices of counts held at once; of 10,000 qids and 5,000 replicates one takes 100 MB."""


class Bootstrap:
    """Intervals of ratios over clusters (AcquaBench, Paired Statistical Analysis)."""

    def __init__(self, config: AnalysisConfig) -> None:
        self._config = config
        self._counts: dict[int, Counts] = {}

    def counts(self, n_clusters: int) -> Counts:
        """Draw for a number of clusters; the qids' order makes the matrix theirs.

        A few matrices are kept: models and regimes mostly share one.
        """
        if n_clusters not in self._counts:
            if len(self._counts) == KEPT:
                del self._counts[next(iter(self._counts))]
            config = self._config
            self._counts[n_clusters] = draw_counts(n_clusters, config.replicates, config.seed)
        return self._counts[n_clusters]

    def interval(self, replicates: Floats, point: float | None, reason: str = "") -> Interval:
        """Take the percentile interval at the study's level."""
        extra = {"undefined_reason": reason} if reason else {}
        level, limit = self._config.level, self._config.undefined_limit
        return percentile_interval(replicates, point, level, limit, **extra)

    def no_interval(self, point: float | None, reason: str) -> Interval:
        """State why there is no interval."""
        return no_interval(point, reason, self._config.level)

    def effect(self, units: Units, numerator: Indices, denominator: Bools) -> Effect:
        """Estimate Σ numerator / Σ denominator over units, with its interval."""
        point, interval, _ = self._estimate(units, (numerator, denominator))
        return Effect(
            numerator=int(numerator.sum()),
            denominator=int(denominator.sum()),
            value=point,
            units=len(units),
            qids=len(units.clusters[0]),
            interval=interval,
        )

    def rate(self, units: Units, hits: Bools, among: Bools | None = None) -> Rate:
        """Estimate a proportion of units, with its interval."""
        base = np.ones(len(units), dtype=bool) if among is None else among
        counted = (hits & base).astype(np.int64)
        point, interval, _ = self._estimate(units, (counted, base))
        return Rate(
            numerator=int(counted.sum()),
            denominator=int(base.sum()),
            value=point,
            interval=interval,
        )

    def p_value(self, units: Units, parts: Parts, bound: float) -> float | None:
        """Test a ratio against a bound, two-sided; None where it has no interval."""
        _, interval, replicates = self._estimate(units, parts)
        return None if interval.low is None else bootstrap_p_value(replicates, bound)

    def difference(self, units: Units, first: Parts, second: Parts) -> Difference:
        """Estimate one ratio less another, of two models on the same units.

        Args:
            units: gives the qids of the units; both models have their records in its order.
            first: numerator and denominator of the ratio that is subtracted.
            second: those of the ratio that it is subtracted from.
        """
        one, other = sums_by_qid(units, first), sums_by_qid(units, second)
        point = ratio_difference(other, one)
        if len(units.clusters[0]) < FEWEST_CLUSTERS:
            return _difference(one, other, self.no_interval(point, TOO_FEW_CLUSTERS), None)
        counts = self.counts(len(units.clusters[0]))
        replicates = ratio_difference_replicates(counts, other, one)
        interval = self.interval(replicates, point)
        defined = interval.low is not None
        return _difference(
            one, other, interval, bootstrap_p_value(replicates, 0.0) if defined else None
        )

    def _estimate(self, units: Units, parts: Parts) -> tuple[float | None, Interval, Floats]:
        n_clusters = len(units.clusters[0])
        sums = sums_by_qid(units, parts)
        point = ratio(*sums)
        if n_clusters < FEWEST_CLUSTERS:
            return point, self.no_interval(point, TOO_FEW_CLUSTERS), np.empty(0)
        replicates = ratio_replicates(self.counts(n_clusters), *sums)
        return point, self.interval(replicates, point), replicates


def _difference(first: Sums, second: Sums, interval: Interval, p_value: float | None) -> Difference:
    return Difference(
        first=ratio(*first),
        second=ratio(*second),
        first_of=int(first[1].sum()),
        second_of=int(second[1].sum()),
        value=interval.point,
        interval=interval,
        p_value=p_value,
        p_holm=None,
    )
