"""How often the intervals cover the truth, measured on simulated populations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from earned.audits.acquabench.config import AnalysisConfig
from earned.audits.acquabench.estimands.bootstrap import Bootstrap
from earned.audits.acquabench.estimands.detectors import detectors
from earned.audits.acquabench.estimands.ratios import ratios
from earned.audits.acquabench.estimands.units import Units
from earned.audits.acquabench.simulation import simulated_units, true_values
from earned.stats.intervals import Interval

CLUSTERS = (36, 38, 135)
"""Questions of the paper's D2, D1 and D0."""
DATASETS = REPLICATES = 1000
SEED = 13


class Coverage(NamedTuple):
    """How often an estimand's interval held its true value."""

    truth: float
    covered: int
    defined: int
    datasets: int

    @property
    def share(self) -> float | None:
        """Covered, of the datasets that gave an interval."""
        return self.covered / self.defined if self.defined else None

    @property
    def standard_error(self) -> float | None:
        """Monte-Carlo standard error of the share."""
        share = self.share
        return None if share is None else math.sqrt(share * (1 - share) / self.defined)


def measure(
    n_qids: int, datasets: int = DATASETS, replicates: int = REPLICATES, seed: int = SEED
) -> dict[str, Coverage]:
    """Simulate populations of one size and count the intervals that hold the truth.

    Populations go through the study's own code, so a fault of the interval shows here. Its draws
    are those of every study: they depend on the number of questions alone.

    Args:
        n_qids: questions, each on four surfaces.
        datasets: populations to simulate.
        replicates: bootstrap replicates of each.
        seed: seed of the populations.

    Returns:
        Estimand to its coverage.
    """
    rng = np.random.Generator(np.random.PCG64([seed, n_qids]))
    bootstrap, truths = Bootstrap(AnalysisConfig(replicates=replicates)), true_values()
    covered, defined = dict.fromkeys(truths, 0), dict.fromkeys(truths, 0)
    for _ in range(datasets):
        for name, interval in _intervals(bootstrap, simulated_units(n_qids, rng)).items():
            if interval.low is not None and interval.high is not None:
                defined[name] += 1
                covered[name] += interval.low <= truths[name] <= interval.high
    return {
        name: Coverage(truth, covered[name], defined[name], datasets)
        for name, truth in truths.items()
    }


def _intervals(bootstrap: Bootstrap, units: Units) -> dict[str, Interval]:
    marks = detectors(bootstrap, units, ("coloc",))
    return {
        **{name: bootstrap.effect(units, *parts).interval for name, parts in ratios(units).items()},
        **{name: detector.interval for name, detector in marks.items()},
    }


def report(
    clusters: Sequence[int] = CLUSTERS,
    datasets: int = DATASETS,
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> list[str]:
    """Measure at each number of questions, and lay the coverage out as a plain table."""
    columns = {n: measure(n, datasets, replicates, seed) for n in clusters}
    heads = [f"{n} qids" for n in columns]
    lines = [
        "Coverage in percent of the two-sided 95 % interval, ± its Monte-Carlo standard error",
        f"{datasets} populations of each size on 4 surfaces, {replicates} replicates, seed {seed}",
        "",
        _line("estimand", "truth", heads),
    ]
    lines.append("-" * len(lines[-1]))
    for name, truth in true_values().items():
        cells = [_cell(found[name]) for found in columns.values()]
        lines.append(_line(name, f"{truth:.3f}", cells))
    return [*lines, *_without_interval(columns)]


def _line(name: str, truth: str, cells: Sequence[str]) -> str:
    return "  ".join((f"{name:15}", f"{truth:>6}", *(f"{cell:>11}" for cell in cells)))


def _cell(found: Coverage) -> str:
    share, error = found.share, found.standard_error
    return "–" if share is None or error is None else f"{100 * share:.1f} ± {100 * error:.1f}"


def _without_interval(columns: dict[int, dict[str, Coverage]]) -> list[str]:
    missing = [
        f"{name}, {n} qids: no interval in {one.datasets - one.defined} of {one.datasets}"
        for n, found in columns.items()
        for name, one in found.items()
        if one.defined < one.datasets
    ]
    return ["", *missing] if missing else []
