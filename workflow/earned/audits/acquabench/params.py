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
from earned.errors import UserError


class PopulationParams(Config):
    """Stage population."""

    regimes: dict[Regime, SampleConfig]
    sha256: str | None = Field(default=None, description="what the data file must be")


class GateParams(Config):
    """What no planted source of D2 may exceed, and how much of it is displayed."""

    percent: int
    display_chars: int


class ArtifactParams(Config):
    """Stage artifacts, one regime."""

    regime: Regime
    author: AuthorConfig
    engine: EngineConfig | None = Field(default=None, description="the model author's engine")
    gate: GateParams | None = Field(default=None, description="D2")
    longest_run: int | None = Field(default=None, description="style")


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
    repeats: int = 1


class ScoreParams(Config):
    """Stage scores, one cell."""

    scoring: ScoringConfig
    display_chars: int


class ModelLabel(Config):
    """What the analysis knows of a model."""

    label: str
    control: str | None
    development: bool = Field(default=False, description="in no headline claim")
    price: PriceConfig | None = None
    family: str | None = None


class RegistrationParams(Config):
    """Stage registration: what is fixed before agents run, besides questions and sources."""

    rules: tuple[VerdictRule, ...]


class AnalysisParams(Config):
    """Stage analysis: everything of one study."""

    models: dict[str, ModelLabel]
    surfaces: tuple[SurfaceName, ...]
    coupling: bool = Field(default=True, description="arms share their requests")
    scoring: ScoringConfig = ScoringConfig()
    analysis: AnalysisConfig
    verdicts: tuple[VerdictRule, ...]

    def known(self, model: str) -> ModelLabel:
        """Find what is known of a model.

        Raises:
            UserError: it is not in the study.
        """
        if model not in self.models:
            raise UserError(f"model {model} is not in the study", where="scores",
                            remedy="score the study's own cells")  # fmt: skip
        return self.models[model]


class CaseParams(Config):
    """Stage cases."""

    display_chars: dict[str, int] = Field(description="model to characters shown of one source")

    @property
    def models(self) -> tuple[str, ...]:
        """The aliases, sorted."""
        return tuple(sorted(self.display_chars))
