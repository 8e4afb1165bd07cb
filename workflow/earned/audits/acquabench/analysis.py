"""Stage analysis of AcquaBench: all score tables of a study to the frozen results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from earned.audits.acquabench.caveats import caveats
from earned.audits.acquabench.config import SurfaceName
from earned.audits.acquabench.estimands.bootstrap import Bootstrap
from earned.audits.acquabench.estimands.contrasts import model_contrasts
from earned.audits.acquabench.estimands.control_checks import check_control
from earned.audits.acquabench.estimands.headline import with_holm, with_p_values
from earned.audits.acquabench.estimands.identities import checked
from earned.audits.acquabench.estimands.one_model import Data, analyse
from earned.audits.acquabench.estimands.populations import populations
from earned.audits.acquabench.estimands.published import published
from earned.audits.acquabench.estimands.style_probe import style_probe
from earned.audits.acquabench.estimands.usage import cost_rows, study_usage
from earned.audits.acquabench.estimands.verdicts import with_marks
from earned.audits.acquabench.frozen import (
    Cases,
    ControlOutcome,
    FrozenResults,
    MechanismCase,
    ModelAnalysis,
    StyleProbe,
    SurfaceNote,
)
from earned.audits.acquabench.params import AnalysisParams
from earned.audits.acquabench.regime_notes import SERIALIZATIONS
from earned.audits.acquabench.regimes.construction import Construction
from earned.audits.acquabench.score_row import ScoreRow
from earned.audits.acquabench.surfaces import surface_named
from earned.config.base import validate_config
from earned.records.cost import CostRow
from earned.records.registration import Registration
from earned.records.scored_item import ScoredItem

ROW = ScoreRow
CONSTRUCTION = Construction
CASES = Cases


def run(
    scores: Sequence[pl.DataFrame],
    construction: Sequence[Construction],
    cases: Cases,
    printed: Sequence[Mapping[str, Any]],
    sources: Mapping[str, str],
    parameters: Mapping[str, object],
    registrations: Sequence[Registration] = (),
) -> FrozenResults:
    """Analyse a study.

    Args:
        scores: one table per cell.
        construction: how the artifacts of all regimes were made.
        cases: the mechanism cases.
        printed: published figures.
        sources: name of each input to its SHA-256.
        parameters: `AnalysisParams`.
        registrations: of rules, questions and sources, first to last.
    """
    config = validate_config(AnalysisParams, parameters, where="analysis")
    bootstrap = Bootstrap(config.analysis)
    data = Data.of_study(scores, config)
    probe = style_probe(construction)
    judged = with_holm({d.key: _analysed(d, config, bootstrap, probe) for d in data})
    analyses = with_marks(judged, registrations)
    complete = {(d.regime, d.model): d.complete for d in data}
    contrasts = model_contrasts(bootstrap, complete, config)
    return FrozenResults(
        sources=dict(sources),
        caveats=caveats(config.coupling),
        surfaces=_surfaces(config.surfaces),
        populations=populations(construction, _run_labels(data), len(config.surfaces)),
        style=probe,
        analyses=analyses,
        contrasts=contrasts,
        cases=_cases(cases, config),
        controls=_controls(analyses),
        published=published(printed, analyses, contrasts),
        usage=study_usage(
            [found.usage.total for found in analyses.values()], _unpriced(config, analyses)
        ),
    )


def costs(scores: Sequence[pl.DataFrame], parameters: Mapping[str, object]) -> Iterator[CostRow]:
    """Price every record of a study, in the order of its tables."""
    config = validate_config(AnalysisParams, parameters, where="analysis")
    return (row for table in scores for row in cost_rows(table, config.models))


def items(scores: Sequence[pl.DataFrame]) -> Iterator[ScoredItem]:
    """List how every record was scored, in the order of the tables."""
    columns = list(ScoredItem.model_fields)
    return (
        ScoredItem(**row) for table in scores for row in table.select(columns).iter_rows(named=True)
    )


def _analysed(
    data: Data, config: AnalysisParams, bootstrap: Bootstrap, probe: StyleProbe | None
) -> ModelAnalysis:
    found = analyse(data, config, bootstrap, probe)
    return checked(with_p_values(bootstrap, data.complete, config.verdicts, found))


def _run_labels(data: Iterable[Data]) -> dict[str, list[str]]:
    """List the labels of the real models that ran in each regime."""
    labels: dict[str, list[str]] = {}
    for one in data:
        labels.setdefault(one.regime, []).extend([] if one.known.control else [one.known.label])
    return labels


def _surfaces(names: Iterable[SurfaceName]) -> dict[str, SurfaceNote]:
    return {
        name: SurfaceNote(
            surface=name, action=surface_named(name).action, serialization=SERIALIZATIONS[name]
        )
        for name in names
    }


def _cases(given: Cases, config: AnalysisParams) -> dict[str, MechanismCase]:
    """Key the cases like the analyses, and give them the models' labels."""
    return {
        f"{case.regime.lower()}_{case.model}": case.model_copy(
            update={"label": config.known(case.model).label}
        )
        for case in given.cases
    }


def _unpriced(config: AnalysisParams, analyses: Mapping[str, ModelAnalysis]) -> list[str]:
    without = {found.label for found in analyses.values() if found.usage.total.made.cost is None}
    models = [known.label for known in config.models.values() if known.control is None]
    return [label for label in models if label in without]


def _controls(analyses: Mapping[str, ModelAnalysis]) -> dict[str, ControlOutcome]:
    return {
        name: check_control(found.control, found)
        for name, found in analyses.items()
        if found.control
    }
