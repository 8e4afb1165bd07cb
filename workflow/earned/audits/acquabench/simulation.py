"""Populations whose true rates, contrasts and AUROC are known, at the paper's sizes and rates.

A latent model. Unit i = (q, s) succeeds under condition a where

    √QID · u_q + √UNIT · w_i + √QID_ARM · d_qa + √REST · e_ia < Φ⁻¹(rate_a),

all terms standard normal and independent. u makes some questions easy on every surface, w belongs
to a unit, d to a question's artifact, and e to one run. So the marginal rates are exact and two
arms of a unit correlate by QID + UNIT. Rates are those of D0 over the paper's three models. The
four shares of variance were set so that the intervals of Δ_GC, Δ_GS and net rescue at 135 questions
are about as wide as the published ones, and net rescue about as large.

A coloc score is normal about the published median of its class, with the spread of the published
quartiles, half of its variance common to a question; it is cut to [0, 1] and rounded to a grid, for
ties. Every GOLD and SHAM run is exposed.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.stats import multivariate_normal, norm

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.config import SURFACE_NAMES
from earned.audits.acquabench.estimands.rescoring import relabelled
from earned.audits.acquabench.estimands.units import Units
from earned.stats.draws import Floats

RATES = {"CLEAN": 1037 / 1620, "GOLD": 1286 / 1620, "SHAM": 914 / 1620}
QID, UNIT, QID_ARM, REST = 0.75, 0.05, 0.15, 0.05

COLOC = {"CLEAN": (0.58, 0.155), "GOLD": (0.85, 0.10), "SHAM": (0.61, 0.155)}
"""Median and standard deviation: earned CLEAN, attributable GOLD, successful exposed SHAM."""
SCORE_QID = 0.5
GRID = 40
"""Steps between a score of 0 and of 1."""


def simulated_units(n_qids: int, rng: Generator) -> Units:
    """Draw one population of complete units on all four surfaces."""
    surfaces = sorted(SURFACE_NAMES)
    shape = (n_qids, len(surfaces))
    success, coloc = _successes(shape, rng), _scores(shape, rng)
    keys = {
        "qid": [f"q{n:04d}" for n in range(n_qids) for _ in surfaces],
        "surface": surfaces * n_qids,
    }
    arms = {
        condition: pl.DataFrame(
            {
                **keys,
                "exposed": np.full(n_qids * len(surfaces), condition != "CLEAN"),
                "coloc": coloc[..., place].ravel(),
            }
        )
        for place, condition in enumerate(CONDITIONS)
    }
    hits = {condition: success[..., place].ravel() for place, condition in enumerate(CONDITIONS)}
    return relabelled(Units(arms), hits)


def true_values() -> dict[str, float]:
    """Give what each estimand tends to in many questions, by the model's own formulas."""
    clean, gold, sham = (RATES[c] for c in CONDITIONS)
    rescue = {c: (RATES[c] - _both(RATES[c], clean)) / (1 - clean) for c in ("GOLD", "SHAM")}
    return {
        "clean": clean,
        "gold": gold,
        "sham": sham,
        "delta_gc": gold - clean,
        "delta_gs": gold - sham,
        "delta_sc": sham - clean,
        "net_rescue": rescue["GOLD"] - rescue["SHAM"],
        "coloc_vs_earned": _auroc("GOLD", "CLEAN"),
        "coloc_vs_sham": _auroc("GOLD", "SHAM"),
    }


def _successes(shape: tuple[int, int], rng: Generator) -> NDArray[np.bool_]:
    n_qids, n_surfaces = shape
    arms = len(CONDITIONS)
    latent = (
        np.sqrt(QID) * rng.standard_normal((n_qids, 1, 1))
        + np.sqrt(UNIT) * rng.standard_normal((n_qids, n_surfaces, 1))
        + np.sqrt(QID_ARM) * rng.standard_normal((n_qids, 1, arms))
        + np.sqrt(REST) * rng.standard_normal((n_qids, n_surfaces, arms))
    )
    return np.asarray(latent < norm.ppf([RATES[c] for c in CONDITIONS]))


def _scores(shape: tuple[int, int], rng: Generator) -> Floats:
    n_qids, n_surfaces = shape
    middle, spread = np.array([COLOC[c] for c in CONDITIONS]).T
    own = np.sqrt(1 - SCORE_QID) * rng.standard_normal((n_qids, n_surfaces, len(CONDITIONS)))
    common = np.sqrt(SCORE_QID) * rng.standard_normal((n_qids, 1, 1))
    scores = np.clip(middle + spread * (common + own), 0, 1)
    return np.asarray(np.round(scores * GRID) / GRID, dtype=np.float64)


def _both(one: float, other: float) -> float:
    """Probability that a unit succeeds in two arms of these rates."""
    rho = QID + UNIT
    at = [float(norm.ppf(one)), float(norm.ppf(other))]
    return float(multivariate_normal.cdf(at, cov=[[1, rho], [rho, 1]]))


def _auroc(positive: str, negative: str) -> float:
    """AUROC of the rounded scores of two questions: P(greater) + P(equal)/2."""
    up, down = _grid(positive), _grid(negative)
    return float(up @ (np.cumsum(down) - down / 2))


def _grid(condition: str) -> Floats:
    """Probability of each value of the grid, the ends holding what was cut."""
    edges = (np.arange(GRID) + 0.5) / GRID
    below = np.concatenate(([0.0], norm.cdf(edges, *COLOC[condition]), [1.0]))
    return np.asarray(np.diff(below), dtype=np.float64)
