"""AcquaBench's side of rescoring: the headline effects under both scorers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import polars as pl

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.estimands.bootstrap import Bootstrap
from earned.audits.acquabench.estimands.effects import contrasts, residual
from earned.audits.acquabench.estimands.one_model import WITHHELD, Data
from earned.audits.acquabench.estimands.rescoring import relabelled
from earned.audits.acquabench.estimands.units import Units
from earned.audits.acquabench.estimands.verdicts import judge
from earned.audits.acquabench.frozen import Effect, FrozenResults
from earned.audits.acquabench.params import AnalysisParams
from earned.audits.acquabench.score_row import ScoreRow
from earned.config.base import validate_config
from earned.errors import UserError
from earned.records.rescored import EffectPair, Estimate

ROW = ScoreRow
RESULTS = FrozenResults
SECOND = "success_second"
"""Column of the score tables with the second scorer's decisions."""


def threshold(parameters: Mapping[str, object]) -> Fraction:
    """Give the F1 at which the first scorer accepts, from the analysis' parameters."""
    return Fraction(_config(parameters).scoring.f1_percent, 100)


def effects(
    tables: Sequence[pl.DataFrame],
    results: Any,  # noqa: ANN401 - a JSON document
    parameters: Mapping[str, object],
) -> list[EffectPair]:
    """Estimate and judge the headline effects under both scorers, on the same draws.

    Args:
        tables: score tables with the further column `SECOND`.
        results: the frozen results, as JSON.
        parameters: the analysis', as its lineage has them.

    Raises:
        UserError: an effect of the first scorer is not that of the frozen results.
    """
    config = _config(parameters)
    bootstrap = Bootstrap(config.analysis)
    return [
        pair
        for data in Data.of_study(tables, config)
        for pair in _pairs(data, bootstrap, results, config)
    ]


def _config(parameters: Mapping[str, object]) -> AnalysisParams:
    return validate_config(AnalysisParams, parameters, where="lineage of the analysis")


def _pairs(
    data: Data,
    bootstrap: Bootstrap,
    results: Any,  # noqa: ANN401 - a JSON document
    config: AnalysisParams,
) -> Iterator[EffectPair]:
    complete, found = data.complete, results["analyses"][data.key]
    again = relabelled(complete, {c: complete.flag(c, SECOND) for c in CONDITIONS})
    first, second = _estimated(bootstrap, complete), _estimated(bootstrap, again)
    for name in first:
        judged = found["verdicts"].get(name)
        pair = EffectPair(
            analysis=data.key,
            model=data.model,
            regime=data.regime,
            label=data.known.label,
            estimand=name,
            first=_estimate(name, first, judged, config),
            second=_estimate(name, second, judged, config),
        )
        _check(first[name], pair, found)
        yield pair


def _estimated(bootstrap: Bootstrap, complete: Units) -> dict[str, Effect]:
    net_rescue = residual(bootstrap, complete).net_rescue
    return {**contrasts(bootstrap, complete), "net_rescue": net_rescue}


def _estimate(
    name: str,
    effects: Mapping[str, Effect],
    judged: Mapping[str, str] | None,
    config: AnalysisParams,
) -> Estimate:
    """Judge an effect by the study's rule; what the study withheld stays withheld."""
    effect = effects[name]
    verdict, why = "", "the study has no rule for it"
    if judged and judged["verdict"] == WITHHELD:
        verdict, why = WITHHELD, judged["why"]
    elif judged:
        rule = next(rule for rule in config.verdicts if rule.estimand == name)
        found = judge(rule, effects)
        verdict, why = found.verdict, found.why
    return Estimate(
        numerator=effect.numerator,
        denominator=effect.denominator,
        interval=effect.interval,
        verdict=verdict,
        why=why,
    )


def _check(effect: Effect, pair: EffectPair, found: Mapping[str, Any]) -> None:
    frozen = {**found["effects"], "net_rescue": found["residual"]["net_rescue"]}[pair.estimand]
    judged = found["verdicts"].get(pair.estimand, {"verdict": ""})
    same = effect.model_dump(mode="json") == frozen and pair.first.verdict == judged["verdict"]
    if not same:
        raise UserError(
            f"{pair.estimand} of {pair.analysis} is not that of the frozen results",
            where="scores",
            remedy="run snakemake, which analyses them anew, then rescore",
        )
