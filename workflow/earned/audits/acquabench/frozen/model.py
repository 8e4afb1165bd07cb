"""Everything of one model in one regime."""

from __future__ import annotations

from pydantic import Field

from earned.audits.acquabench.frozen.rates import Effect, Judged
from earned.audits.acquabench.frozen.robustness import Power, RepeatNoise, Sensitivity
from earned.audits.acquabench.frozen.summaries import (
    ArmSummary,
    Detector,
    Distribution,
    Quality,
    QualityOverall,
    Residual,
    SurfaceSummary,
)
from earned.audits.acquabench.frozen.usage import ModelUsage
from earned.records.base import Record


class ModelAnalysis(Record):
    """Everything of one model in one regime."""

    regime: str
    model: str
    label: str
    control: str | None
    development: bool = Field(default=False, description="a trial run, in no headline claim")
    surfaces: tuple[str, ...]
    units: int = Field(ge=0, description="matched units run")
    complete_units: int = Field(ge=0, description="units without an engine error in any arm")
    qids: int = Field(ge=0, description="distinct questions of the complete units")
    arms: dict[str, ArmSummary]
    effects: dict[str, Effect]
    residual: Residual
    detectors: dict[str, Detector]
    distributions: dict[str, dict[str, Distribution]] = Field(
        description="score (coloc, coloc_content) to class (attributable, earned, sham)"
    )
    by_surface: dict[str, SurfaceSummary]
    quality: dict[str, Quality]
    quality_overall: QualityOverall
    verdicts: dict[str, Judged]
    usage: ModelUsage
    sensitivity: Sensitivity
    power: Power
    noise: tuple[RepeatNoise, ...] = Field(
        default=(), description="one entry for each further run of all triplets"
    )

    def successes(self, condition: str) -> int:
        """Count a condition's successes among the complete triplets."""
        return self.arms[condition].success.numerator
