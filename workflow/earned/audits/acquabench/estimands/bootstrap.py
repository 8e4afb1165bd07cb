"""The cluster bootstrap bound to one study's settings: one count matrix per set of qids."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from earned.audits.acquabench.config import AnalysisConfig
from earned.audits.acquabench.estimands.units import Bools, Units
from earned.audits.acquabench.frozen import Effect, Rate
from earned.stats.draws import FEWEST_CLUSTERS, TOO_FEW_CLUSTERS, Counts, cluster_sums, draw_counts
from earned.stats.intervals import Interval, no_interval, percentile_interval
from earned.stats.ratio import ratio, ratio_replicates

Values = NDArray[np.generic]


class Bootstrap:
    """Intervals of ratios over clusters (AcquaBench, Paired Statistical Analysis)."""

    def __init__(self, config: AnalysisConfig) -> None:
        self._config = config
        self._counts: dict[int, Counts] = {}

    def counts(self, n_clusters: int) -> Counts:
        """Draw once per number of clusters; the qids' order makes the matrix theirs."""
        if n_clusters not in self._counts:
            config = self._config
            self._counts[n_clusters] = draw_counts(n_clusters, config.replicates, config.seed)
        return self._counts[n_clusters]

    def interval(
        self, replicates: NDArray[np.float64], point: float | None, reason: str = ""
    ) -> Interval:
        """Take the percentile interval at the study's level."""
        extra = {"undefined_reason": reason} if reason else {}
        level, limit = self._config.level, self._config.undefined_limit
        return percentile_interval(replicates, point, level, limit, **extra)

    def no_interval(self, point: float | None, reason: str) -> Interval:
        """State why there is no interval."""
        return no_interval(point, reason, self._config.level)

    def effect(self, units: Units, numerator: Values, denominator: Values) -> Effect:
        """Estimate Σ numerator / Σ denominator over units, with its interval."""
        point, interval = self._estimate(units, numerator, denominator)
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
        point, interval = self._estimate(units, hits & base, base)
        return Rate(
            numerator=int((hits & base).sum()),
            denominator=int(base.sum()),
            value=point,
            interval=interval,
        )

    def _estimate(
        self, units: Units, numerator: Values, denominator: Values
    ) -> tuple[float | None, Interval]:
        names, cluster = units.clusters
        top = cluster_sums(cluster, numerator, len(names))
        bottom = cluster_sums(cluster, denominator, len(names))
        point = ratio(top, bottom)
        if len(names) < FEWEST_CLUSTERS:
            return point, self.no_interval(point, TOO_FEW_CLUSTERS)
        replicates = ratio_replicates(self.counts(len(names)), top, bottom)
        return point, self.interval(replicates, point)
