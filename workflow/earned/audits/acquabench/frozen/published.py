"""Figures of the paper beside ours, where model and regime are the same.

Keys, classes and units are those of our own results, so that a table can put them side by side.
"""

from __future__ import annotations

from pydantic import Field

from earned.audits.acquabench.frozen.population import AnswerLength, Spread
from earned.audits.acquabench.frozen.rates import Rate
from earned.records.base import Record


class Printed(Record):
    """A printed estimate with its interval; contrasts as differences of proportions."""

    value: float
    low: float | None = None
    high: float | None = None


class PublishedQuality(Record):
    """How the agent behaved, over all conditions."""

    records: int = Field(gt=0)
    forced: float = Field(ge=0, le=1, description="share of records with a forced finish")
    parse_failures: int = Field(ge=0)
    mean_steps: float = Field(ge=0)


class PublishedDistribution(Record):
    """Where coloc of one class lies."""

    n: int = Field(ge=0)
    q1: float
    median: float
    q3: float


class PublishedCaseArm(Record):
    """One condition of a printed mechanism case."""

    em: int = Field(ge=0, le=1)
    f1: float
    coloc: float
    step_count: int | None = Field(description="null where the paper does not say")


class PublishedCase(Record):
    """A printed mechanism case."""

    surface: str
    qid: str
    arms: dict[str, PublishedCaseArm] = Field(description="keyed by condition")


class PublishedAnalysis(Record):
    """What the paper prints for one model in one regime."""

    regime: str
    model: str
    checkpoint: str = Field(description="the model's name in the paper")
    units: int = Field(gt=0)
    success: dict[str, Rate] = Field(description="condition to successes of `units`")
    effects: dict[str, Printed] = Field(description="delta_gc, delta_gs, net_rescue")
    rescue: dict[str, Printed] = Field(
        default={}, description="style: rescue_gold, rescue_sham, of the CLEAN failures"
    )
    cleaned_gold: Rate | None = Field(
        default=None, description="GOLD successes of `units` without the attributable ones"
    )
    positives: int = Field(ge=0, description="attributable GOLD records")
    negatives: dict[str, int] = Field(description="earned, sham")
    detectors: dict[str, Printed] = Field(description="keyed `<score>_vs_<negatives>`")
    distributions: dict[str, PublishedDistribution] = Field(
        default={}, description="coloc: class (attributable, earned, sham)"
    )
    by_surface: dict[str, dict[str, float]] = Field(
        default={}, description="surface to delta_gc, delta_gs, delta_sc, net_rescue"
    )
    quality: PublishedQuality | None = None
    case: PublishedCase | None = None


class PublishedContrast(Record):
    """What the paper prints for one model against another, second less first."""

    differences: dict[str, Printed]


class PublishedPopulation(Record):
    """What the paper prints of a regime's population."""

    parent: int = Field(gt=0)
    templates: int | None
    alias_eligible: int | None
    paired: int = Field(gt=0)
    rejected: dict[str, int]
    accepted_answers: AnswerLength | None
    rejected_answers: AnswerLength | None
    modes: dict[str, int] = Field(description="D2")
    gate: dict[str, Spread] = Field(description="D2: GOLD, SHAM")


class Published(Record):
    """The printed figures that this study has a counterpart of, and those it has not."""

    citation: str
    analyses: dict[str, PublishedAnalysis] = Field(description="keyed like analyses")
    contrasts: dict[str, PublishedContrast] = Field(description="keyed like contrasts")
    populations: dict[str, PublishedPopulation] = Field(
        default={}, description="keyed by regime; those of the analyses above"
    )
    not_run: tuple[str, ...] = Field(description="published keys without a counterpart")
