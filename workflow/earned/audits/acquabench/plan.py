"""Which cells AcquaBench runs in a study, and what each of its stages is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from earned.audits.acquabench.config import (
    PARENTS,
    SURFACE_NAMES,
    AgentConfig,
    Regime,
    SampleConfig,
    SurfaceName,
)
from earned.audits.acquabench.figures import FIGURES
from earned.audits.acquabench.params import (
    AgentParams,
    AnalysisParams,
    ArtifactParams,
    CaseParams,
    GateParams,
    ModelLabel,
    PopulationParams,
    RegistrationParams,
    ScoreParams,
)
from earned.audits.acquabench.tables import EXTRA_FILES, TABLES
from earned.config.base import Config
from earned.config.plan import Cell
from earned.config.study import ModelConfig, StudyConfig
from earned.errors import UserError

__all__ = [
    "EXTRA_FILES",
    "FIGURES",
    "PUBLISHED",
    "TABLES",
    "author",
    "cells",
    "parameters",
    "parent",
    "prompt_files",
]

PUBLISHED = ("resources/published/acquabench.json",)
"""Figures of the paper, which the analysis puts beside a study's own."""
STYLE_SURFACE: SurfaceName = "retrieval"
DEVELOPMENT = " (development)"
"""What every table says of a run that is in no headline claim."""


def cells(study: StudyConfig) -> list[Cell]:
    """List the study's cells, models in the order of the configuration."""
    return [
        Cell(alias, regime, surface)
        for alias, model in study.models.items()
        for regime in study.acquabench.regimes.named
        if model.regimes is None or regime in model.regimes
        for surface in model.surfaces or study.acquabench.surfaces
        if regime != "style" or surface == STYLE_SURFACE
    ]


def regimes(study: StudyConfig) -> tuple[str, ...]:
    """List the regimes whose artifacts are built."""
    return study.acquabench.regimes.named


def parent(regime: str) -> str | None:
    """Name the regime whose accepted questions this one is built from, if there is one."""
    return PARENTS.get(regime)  # type: ignore[call-overload, no-any-return]


def author(study: StudyConfig) -> str | None:
    """Name the model that authors the artifacts, if one does."""
    config = study.acquabench.author
    return config.model if config.kind == "model" else None


def prompt_files(study: StudyConfig, model: str) -> list[str]:
    """List the user's own prompt templates of a model's agent; their folder must be there."""
    folder = _agent(study, study.models[model]).prompts
    if folder and not folder.is_dir():
        raise UserError(f"no folder {folder}", where="key prompts of the agent",
                        remedy="correct the path")  # fmt: skip
    return sorted(path.as_posix() for path in folder.glob("*.j2")) if folder else []


def parameters(study: StudyConfig, stage: str, **wildcards: str) -> dict[str, Any]:
    """Give a stage the part of the configuration that it needs, and nothing else."""
    made = _BUILDERS[stage](study, **wildcards)
    dumped: dict[str, Any] = made.model_dump(mode="json")
    return dumped


def _population(study: StudyConfig) -> PopulationParams:
    given = study.acquabench.regimes
    samples: dict[Regime, SampleConfig | None] = {"D0": given.D0, "D2": given.D2}
    drawn = {name: SampleConfig(seed=s.seed, size=s.size, offset=s.offset)
             for name, s in samples.items() if s}  # fmt: skip
    return PopulationParams(regimes=drawn, sha256=study.data.sha256)


def _artifacts(study: StudyConfig, regime: Regime) -> ArtifactParams:
    writer = author(study)
    engine = study.models[writer].engine if writer else None
    section = study.acquabench
    d2, style = section.regimes.D2, section.regimes.style
    gate = (
        GateParams(percent=d2.gate_percent, display_chars=section.agent.display_chars)
        if d2
        else None
    )
    return ArtifactParams(
        regime=regime,
        author=section.author,
        engine=engine,
        gate=gate if regime == "D2" else None,
        longest_run=style.longest_run if style and regime == "style" else None,
    )


def _registration(study: StudyConfig) -> RegistrationParams:
    return RegistrationParams(rules=study.acquabench.verdicts)


def _agents(study: StudyConfig, model: str, regime: Regime, surface: SurfaceName) -> AgentParams:
    config, section = study.models[model], study.acquabench
    return AgentParams(
        model=model,
        regime=regime,
        surface=surface,
        control=config.control,
        engine=config.engine,
        limit=_limit(config, regime, surface),
        agent=_agent_in(study, config, regime),
        coupling=section.coupling,
        repeat=section.repeat,
        repeats=section.repeats,
    )


def _limit(model: ModelConfig, regime: str, surface: str) -> int | None:
    """The smallest limit that a model has for a surface and for a regime."""
    given = model.limit
    if not isinstance(given, dict):
        return given
    return min((n for name, n in given.items() if name in (regime, surface)), default=None)


def _agent_in(study: StudyConfig, model: ModelConfig, regime: str) -> AgentConfig:
    agent, style = _agent(study, model), study.acquabench.regimes.style
    if regime != "style" or style is None:
        return agent
    return agent.model_copy(update={"steps": min(agent.steps, style.steps)})


def _agent(study: StudyConfig, model: ModelConfig) -> AgentConfig:
    return model.agent or study.acquabench.agent


def _scores(study: StudyConfig, model: str) -> ScoreParams:
    shown = _agent(study, study.models[model]).display_chars
    return ScoreParams(scoring=study.acquabench.scoring, display_chars=shown)


def _analysis(study: StudyConfig) -> AnalysisParams:
    section = study.acquabench
    run_on = {cell.surface for cell in cells(study)}
    return AnalysisParams(
        models={alias: _label(alias, model) for alias, model in study.models.items()},
        surfaces=tuple(name for name in SURFACE_NAMES if name in run_on),
        coupling=section.coupling,
        scoring=section.scoring,
        analysis=section.analysis,
        verdicts=section.verdicts,
    )


def _label(alias: str, model: ModelConfig) -> ModelLabel:
    return ModelLabel(
        label=f"{model.label or alias}{DEVELOPMENT if model.development else ''}",
        control=model.control,
        development=model.development,
        price=model.price,
        family=model.family,
    )


def _cases(study: StudyConfig) -> CaseParams:
    shown = {a: _agent(study, m).display_chars for a, m in study.models.items()}
    return CaseParams(display_chars=shown)


_BUILDERS: dict[str, Callable[..., Config]] = {
    "population": _population,
    "artifacts": _artifacts,
    "registration": _registration,
    "agents": _agents,
    "scores": _scores,
    "cases": _cases,
    "analysis": _analysis,
}
