"""Stage analysis of AcquaBench: all score tables of a study to the frozen results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from earned.audits.acquabench.bootstrap import Bootstrap
from earned.audits.acquabench.caveats import caveats
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.control_checks import check_control
from earned.audits.acquabench.detectors import coloc_quartiles, detectors
from earned.audits.acquabench.effects import arm_summary, contrasts, residual, surface_summary
from earned.audits.acquabench.frozen import (
    ControlOutcome,
    FrozenResults,
    ModelAnalysis,
    Quality,
)
from earned.audits.acquabench.params import AnalysisParams, ModelLabel
from earned.audits.acquabench.score_row import ScoreRow
from earned.audits.acquabench.units import Units
from earned.audits.acquabench.usage import cost_rows, model_usage, study_usage
from earned.audits.acquabench.verdicts import judge
from earned.config.base import validate_config
from earned.errors import UserError
from earned.records.cost import CostRow

ROW = ScoreRow


def run(
    scores: Sequence[pl.DataFrame], sources: Mapping[str, str], parameters: Mapping[str, object]
) -> FrozenResults:
    """Analyse a study.

    Args:
        scores: one table per cell.
        sources: name of each table to its SHA-256.
        parameters: `AnalysisParams`.
    """
    config = validate_config(AnalysisParams, parameters, where="analysis")
    bootstrap = Bootstrap(config.analysis)
    table = pl.concat(scores)
    analyses: dict[str, ModelAnalysis] = {}
    for (regime, model), frame in sorted(table.group_by("regime", "model")):
        known = _label(config, str(model))
        analyses[f"{str(regime).lower()}_{model}"] = _analyse(
            frame, str(regime), str(model), known, config, bootstrap
        )
    return FrozenResults(
        sources=dict(sources),
        caveats=caveats(config.coupling),
        analyses=analyses,
        controls=_controls(analyses),
        usage=study_usage(
            [found.usage.total for found in analyses.values()], _unpriced(config, analyses)
        ),
    )


def costs(scores: Sequence[pl.DataFrame], parameters: Mapping[str, object]) -> list[CostRow]:
    """Price every record of a study, in the order of its tables."""
    config = validate_config(AnalysisParams, parameters, where="analysis")
    return [row for table in scores for row in cost_rows(table, config.models)]


def _unpriced(config: AnalysisParams, analyses: Mapping[str, ModelAnalysis]) -> list[str]:
    without = {found.label for found in analyses.values() if found.usage.total.made.cost is None}
    models = [known.label for known in config.models.values() if known.control is None]
    return [label for label in models if label in without]


def _label(config: AnalysisParams, model: str) -> ModelLabel:
    if model not in config.models:
        raise UserError(f"model {model} is not in the study", where="scores",
                        remedy="score the study's own cells")  # fmt: skip
    return config.models[model]


def _controls(analyses: Mapping[str, ModelAnalysis]) -> dict[str, ControlOutcome]:
    return {
        name: check_control(found.control, found)
        for name, found in analyses.items()
        if found.control
    }


def _analyse(
    scores: pl.DataFrame,
    regime: str,
    model: str,
    known: ModelLabel,
    config: AnalysisParams,
    bootstrap: Bootstrap,
) -> ModelAnalysis:
    units = Units.of(scores)
    complete = units.complete()
    effects, left = contrasts(bootstrap, complete), residual(bootstrap, complete)
    judged = {**effects, "net_rescue": left.net_rescue}
    run_on = set(scores["surface"])
    surfaces = tuple(s for s in config.surfaces if s in run_on)
    return ModelAnalysis(
        regime=regime,
        model=model,
        label=known.label,
        control=known.control,
        surfaces=surfaces,
        units=len(units),
        complete_units=len(complete),
        qids=len(complete.clusters[0]),
        arms={c: arm_summary(bootstrap, units, complete, c) for c in CONDITIONS},
        effects=effects,
        residual=left,
        detectors=detectors(bootstrap, complete),
        coloc=coloc_quartiles(complete),
        by_surface={
            s: surface_summary(units.on_surface(s), complete.on_surface(s)) for s in surfaces
        },
        quality={c: _quality(units.arms[c]) for c in CONDITIONS},
        verdicts={rule.estimand: judge(rule, judged) for rule in config.verdicts},
        usage=model_usage(scores, known.price, surfaces, coupled=config.coupling),
    )


def _quality(records: pl.DataFrame) -> Quality:
    counters = ("forced", "parse_failures", "mismatches", "dropped_actions", "empty_queries",
                "capped_steps")  # fmt: skip
    mean = records["steps"].mean() if records.height else None
    return Quality(
        records=records.height,
        mean_steps=float(mean) if isinstance(mean, int | float) else None,
        **{name: int(records[name].sum()) for name in counters},
    )
