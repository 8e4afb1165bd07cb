"""Parts of one model's analysis: arms, residual, detectors, surfaces, quality."""

from __future__ import annotations

from pydantic import Field

from earned.audits.acquabench.frozen.rates import Effect, Rate
from earned.records.base import Record
from earned.stats.intervals import Interval


class ArmSummary(Record):
    """One condition of one model."""

    success: Rate = Field(description="over complete triplets")
    as_run: Rate = Field(description="over all records, an engine error scored 0")
    exposed: Rate
    decoy_match: Rate
    lenient_match: Rate
    value_shown: Rate = Field(description="a planted source that holds the value was shown")
    supplied_match: Rate = Field(
        description="the supplied value is the prediction, of the records that were shown it"
    )
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


class Separation(Record):
    """AUROC of one score for attributable GOLD against one class of negatives."""

    auroc: float | None
    reason: str = Field(default="", description="why there is no AUROC")
    positives: int = Field(ge=0)
    negatives: int = Field(ge=0)
    positive_qids: int = Field(ge=0)
    descriptive: bool = Field(description="fewer than five qids hold a positive")


class Detector(Separation):
    """The same with its interval."""

    interval: Interval


class Distribution(Record):
    """Where the scores of one class lie."""

    n: int = Field(ge=0)
    low: float | None = Field(description="the smallest")
    q1: float | None
    median: float | None
    q3: float | None
    high: float | None = Field(description="the largest")
    histogram: tuple[int, ...] = Field(
        description="counts in 20 bins of equal width over [0, 1], the last one closed"
    )


class SurfaceSummary(Record):
    """Point estimates on one surface; they are no independent replications."""

    units: int = Field(ge=0)
    success: dict[str, Rate]
    delta_gc: float | None
    delta_gs: float | None
    delta_sc: float | None
    net_rescue: float | None
    rescue_gold: Rate = Field(description="of the units whose CLEAN record failed")
    rescue_sham: Rate
    attributable: int = Field(ge=0)
    placebo: int = Field(ge=0)
    cleaned_gold: Rate = Field(description="GOLD successes without the attributable ones")
    separations: dict[str, Separation] = Field(description="keyed `<score>_vs_<negatives>`")
    distributions: dict[str, dict[str, Distribution]] = Field(
        description="score (coloc, coloc_content) to class (attributable, earned, sham)"
    )
    engine_errors: dict[str, int] = Field(description="condition to records left out")


class QualityOverall(Record):
    """How the agent behaved over all conditions."""

    records: int = Field(ge=0)
    forced: Rate
    parse_failures: int = Field(ge=0)
    mean_steps: float | None


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
