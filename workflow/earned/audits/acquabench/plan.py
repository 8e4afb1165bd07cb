"""Which cells AcquaBench runs in a study, and what each of its stages is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from earned.audits.acquabench.config import (
    SURFACE_NAMES,
    AgentConfig,
    Regime,
    SurfaceName,
)
from earned.audits.acquabench.params import (
    AgentParams,
    AnalysisParams,
    ArtifactParams,
    ModelLabel,
    PopulationParams,
    ScoreParams,
)
from earned.audits.acquabench.tables import TABLES
from earned.config.base import Config
from earned.config.plan import Cell
from earned.config.study import ModelConfig, StudyConfig
from earned.errors import UserError

__all__ = ["TABLES", "author", "cells", "parameters", "prompt_files"]


def cells(study: StudyConfig) -> list[Cell]:
    """List the study's cells, models in the order of the configuration."""
    section = study.acquabench
    return [
        Cell(alias, regime, surface)
        for alias, model in study.models.items()
        for regime in sorted(section.regimes)
        for surface in model.surfaces or section.surfaces
    ]


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
    return PopulationParams(regimes=study.acquabench.regimes, sha256=study.data.sha256)


def _artifacts(study: StudyConfig, regime: Regime) -> ArtifactParams:
    writer = author(study)
    engine = study.models[writer].engine if writer else None
    return ArtifactParams(regime=regime, author=study.acquabench.author, engine=engine)


def _agents(study: StudyConfig, model: str, regime: Regime, surface: SurfaceName) -> AgentParams:
    config, section = study.models[model], study.acquabench
    limit = config.limit
    return AgentParams(
        model=model,
        regime=regime,
        surface=surface,
        control=config.control,
        engine=config.engine,
        limit=limit.get(surface) if isinstance(limit, dict) else limit,
        agent=_agent(study, config),
        coupling=section.coupling,
        repeat=section.repeat,
    )


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
        analysis=section.analysis,
        verdicts=section.verdicts,
    )


def _label(alias: str, model: ModelConfig) -> ModelLabel:
    return ModelLabel(label=model.label or alias, control=model.control, price=model.price)


_BUILDERS: dict[str, Callable[..., Config]] = {
    "population": _population,
    "artifacts": _artifacts,
    "agents": _agents,
    "scores": _scores,
    "analysis": _analysis,
}
