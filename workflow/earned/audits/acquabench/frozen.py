"""The canonical results. Every published number is read from here by its JSON pointer."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from earned.records.base import Record
from earned.records.money import Money
from earned.stats.intervals import Interval

Verdict = Literal["supported", "unsupported", "unresolved", "not evaluated"]


class Rate(Record):
    """A proportion with its counts."""

    numerator: int = Field(ge=0)
    denominator: int = Field(ge=0)
    value: float | None = Field(description="null where the denominator is 0")
    interval: Interval | None = None

    @model_validator(mode="after")
    def _possible(self) -> Rate:
        expected = self.numerator / self.denominator if self.denominator else None
        if self.numerator > self.denominator or self.value != expected:
            raise ValueError(f"{self.value} is not {self.numerator} of {self.denominator}")
        return self


class Effect(Record):
    """A contrast over matched units."""

    numerator: int = Field(description="successes of one arm less those of the other")
    denominator: int = Field(ge=0, description="units that it is a mean over")
    value: float | None = Field(description="a difference of proportions")
    units: int = Field(ge=0)
    qids: int = Field(ge=0)
    interval: Interval


class ArmSummary(Record):
    """One condition of one model."""

    success: Rate = Field(description="over complete triplets")
    as_run: Rate = Field(description="over all records, an engine error scored 0")
    exposed: Rate
    decoy_match: Rate
    lenient_match: Rate
    outcomes: dict[str, int]
    labels: dict[str, int]


class Residual(Record):
    """Rescue of CLEAN failures (AcquaBench, net rescue)."""

    clean_failed: int = Field(ge=0)
    rescue_gold: Rate
    rescue_sham: Rate
    net_rescue: Effect
    attributable: int = Field(ge=0)
    placebo: int = Field(ge=0)
    cleaned_gold: Rate = Field(description="GOLD successes without the attributable ones")


class Detector(Record):
    """AUROC of one score for attributable GOLD against one class of negatives."""

    auroc: float | None
    reason: str = Field(default="", description="why there is no AUROC")
    positives: int = Field(ge=0)
    negatives: int = Field(ge=0)
    positive_qids: int = Field(ge=0)
    descriptive: bool = Field(description="fewer than five qids hold a positive")
    interval: Interval


class Quartiles(Record):
    """Where the scores of one class lie."""

    n: int = Field(ge=0)
    q1: float | None
    median: float | None
    q3: float | None


class SurfaceSummary(Record):
    """Point estimates on one surface; they are no independent replications."""

    units: int = Field(ge=0)
    success: dict[str, Rate]
    delta_gc: float | None
    delta_gs: float | None
    delta_sc: float | None
    net_rescue: float | None
    attributable: int = Field(ge=0)
    placebo: int = Field(ge=0)
    engine_errors: dict[str, int] = Field(description="condition to records left out")


class Quality(Record):
    """How the agent behaved under one condition."""

    records: int = Field(ge=0)
    forced: int = Field(ge=0)
    parse_failures: int = Field(ge=0)
    mismatches: int = Field(ge=0)
    dropped_actions: int = Field(ge=0)
    empty_queries: int = Field(ge=0)
    capped_steps: int = Field(ge=0)
    mean_steps: float | None


class Amount(Record):
    """Calls to an engine, and what they took."""

    calls: int = Field(ge=0, description="completions behind the records' steps")
    prompt_tokens: int = Field(ge=0, description="as the engine counted")
    completion_tokens: int = Field(ge=0, description="as the engine counted")
    cost: Money | None = Field(description="exact; of the priced models, null where none is")
    currency: str | None = Field(description="of the cost; null where there is none")


class Spending(Record):
    """What some records took."""

    records: int = Field(ge=0)
    naive: Amount = Field(description="as if each record had run alone")
    made: Amount = Field(
        description="what was asked; a shared call belongs to the first record in cell order"
    )


class Usage(Spending):
    """What whole matched units took, with the coupling's saving."""

    unique: Rate = Field(description="calls made, of the naive ones")
    bound: Rate = Field(
        description="the most that `unique` can be: coupled arms share their first call"
    )


class ModelUsage(Record):
    """What one model took in one regime."""

    total: Usage
    arms: dict[str, Spending]
    by_surface: dict[str, Usage]


class StudyUsage(Usage):
    """What all models took."""

    unpriced: tuple[str, ...] = Field(description="labels of models whose cost is not known")


class Judged(Record):
    """A headline claim under its registered rule."""

    estimand: str
    verdict: Verdict
    why: str
    statement: str
    boundary: str
    rule_sha256: str


class ModelAnalysis(Record):
    """Everything of one model in one regime."""

    regime: str
    model: str
    label: str
    control: str | None
    surfaces: tuple[str, ...]
    units: int = Field(ge=0, description="matched units run")
    complete_units: int = Field(ge=0, description="units without an engine error in any arm")
    qids: int = Field(ge=0)
    arms: dict[str, ArmSummary]
    effects: dict[str, Effect]
    residual: Residual
    detectors: dict[str, Detector]
    coloc: dict[str, Quartiles]
    by_surface: dict[str, SurfaceSummary]
    quality: dict[str, Quality]
    verdicts: dict[str, Judged]
    usage: ModelUsage


class Check(Record):
    """One thing that a control must show."""

    name: str
    expected: str
    observed: str
    passed: bool


class ControlOutcome(Record):
    """Whether the pipeline found what a control's behaviour puts there, and nothing else."""

    control: str
    checks: tuple[Check, ...]
    passed: bool


class FrozenResults(Record):
    """The file `frozen_results.json`."""

    reporting_standard: Literal["earned/acquabench/1"] = "earned/acquabench/1"
    sources: dict[str, str] = Field(description="score table to SHA-256")
    caveats: tuple[str, ...] = Field(description="what the intervals do not say")
    analyses: dict[str, ModelAnalysis] = Field(description="keyed `d0_<model>`")
    controls: dict[str, ControlOutcome] = Field(description="keyed like analyses")
    usage: StudyUsage
