"""What the audit of the grader needs of AcquaBench: its gradings, and headline effects on fewer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from earned.audits.acquabench.estimands.bootstrap import Bootstrap
from earned.audits.acquabench.estimands.one_model import WITHHELD, Data
from earned.audits.acquabench.estimands.ratios import ratios
from earned.audits.acquabench.estimands.units import Units
from earned.audits.acquabench.estimands.verdicts import judge
from earned.audits.acquabench.params import AnalysisParams
from earned.audits.acquabench.score_row import ScoreRow
from earned.config.base import validate_config
from earned.grader.graded import Graded
from earned.grader.headline import Headline

ROW = ScoreRow
ANSWERED = ("ok", "forced_finish")
"""Outcomes of records that ended with an answer."""


def answers(tables: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Give every scored record in the columns of `Graded`."""
    scores = pl.concat(tables).with_columns(
        arm="condition", answered=pl.col("outcome").is_in(ANSWERED)
    )
    return scores.select(list(Graded.model_fields))


def headlines(
    tables: Sequence[pl.DataFrame],
    parameters: Mapping[str, Any],
    frozen: Mapping[str, Any],
    without: Collection[str],
) -> list[Headline]:
    """Estimate every effect that has a verdict rule, as the analysis does.

    Args:
        tables: the study's score tables.
        parameters: `AnalysisParams`.
        frozen: the study's results; a verdict that they withhold stays withheld.
        without: qids that leave every arm.
    """
    config = validate_config(AnalysisParams, parameters, where="analysis")
    bootstrap = Bootstrap(config.analysis)
    return [
        headline
        for data in Data.of_study(tables, config)
        for headline in _of_model(data, config, bootstrap, frozen["analyses"][data.key], without)
    ]


def _of_model(
    data: Data,
    config: AnalysisParams,
    bootstrap: Bootstrap,
    frozen: Mapping[str, Any],
    without: Collection[str],
) -> Iterator[Headline]:
    units = left_without(data.complete, without)
    parts = ratios(units)
    for rule in config.verdicts:
        effect = bootstrap.effect(units, *parts[rule.estimand])
        withheld = frozen["verdicts"][rule.estimand]["verdict"] == WITHHELD
        yield Headline(
            analysis=data.key,
            label=f"{data.known.label}, {data.regime}",
            estimand=rule.estimand,
            units=len(units),
            qids=len(units.clusters[0]),
            interval=effect.interval,
            verdict=WITHHELD if withheld else judge(rule, {rule.estimand: effect}).verdict,
        )


def left_without(units: Units, qids: Collection[str]) -> Units:
    """Take questions out of all three arms."""
    return units.where(np.array([qid not in qids for qid, _ in units.keys], dtype=np.bool_))
