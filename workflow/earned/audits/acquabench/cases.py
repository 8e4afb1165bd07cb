"""Stage cases of AcquaBench: one triplet for each model and regime, chosen by rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from earned.audits.acquabench.frozen import Cases
from earned.audits.acquabench.params import CaseParams
from earned.audits.acquabench.score_row import ScoreRow
from earned.config.base import validate_config
from earned.records.artifact import Artifact
from earned.records.population import Member
from earned.records.trajectory import Trajectory

ROW = ScoreRow


def run(
    scores: Sequence[pl.DataFrame],
    runs: Sequence[Trajectory],
    members: Sequence[Member],
    artifacts: Sequence[Artifact],
    parameters: Mapping[str, object],
) -> Cases:
    """Choose the cases and write them out.

    Args:
        scores: one table per cell.
        runs: the trajectories of all cells.
        members: the population.
        artifacts: those of all regimes.
        parameters: `CaseParams`.
    """
    validate_config(CaseParams, parameters, where="cases")
    return Cases(cases=())
