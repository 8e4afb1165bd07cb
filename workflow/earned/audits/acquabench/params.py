"""What each stage of AcquaBench is given: only the part of the configuration that it needs."""

from __future__ import annotations

from pydantic import Field

from earned.audits.acquabench.config import (
    AgentConfig,
    AnalysisConfig,
    AuthorConfig,
    Regime,
    SampleConfig,
    ScoringConfig,
    SurfaceName,
    VerdictRule,
)
from earned.config.base import Config
from earned.config.engines import EngineConfig
from earned.config.price import PriceConfig


class PopulationParams(Config):
    """Stage population."""

    regimes: dict[Regime, SampleConfig]
    sha256: str | None = Field(default=None, description="what the data file must be")


class ArtifactParams(Config):
    """Stage artifacts, one regime."""

    regime: Regime
    author: AuthorConfig
    engine: EngineConfig | None = Field(default=None, description="the model author's engine")


class AgentParams(Config):
    """Stage agents, one cell: model, regime, surface."""

    model: str
    regime: Regime
    surface: SurfaceName
    control: str | None
    engine: EngineConfig | None
    limit: int | None
    agent: AgentConfig
    coupling: bool
    repeat: int


class ScoreParams(Config):
    """Stage scores, one cell."""

    scoring: ScoringConfig
    display_chars: int


class ModelLabel(Config):
    """What the analysis knows of a model."""

    label: str
    control: str | None
    price: PriceConfig | None = None


class AnalysisParams(Config):
    """Stage analysis: everything of one study."""

    models: dict[str, ModelLabel]
    surfaces: tuple[SurfaceName, ...]
    coupling: bool = Field(default=True, description="arms share their requests")
    analysis: AnalysisConfig
    verdicts: tuple[VerdictRule, ...]
