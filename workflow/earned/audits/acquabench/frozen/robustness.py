"""Does a conclusion hang on a choice, on the sample's size, or on the engine's noise?"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from earned.audits.acquabench.frozen.rates import Effect, Rate, Verdict
from earned.audits.acquabench.frozen.summaries import Detector
from earned.records.base import Record

Choice = Literal["f1", "exact", "surface"]


class Variant(Record):
    """The headline quantities under another choice."""

    choice: Choice = Field(description="F1 threshold, exact match alone, or a surface left out")
    label: str = Field(description="as tables and figures name it, e.g. `F1 ≥ 0.5`")
    chosen: bool = Field(description="this is the choice that the headline results make")
    effects: dict[str, Effect] = Field(description="delta_gc, delta_gs, net_rescue")
    detectors: dict[str, Detector] = Field(
        description="`<score>_vs_<negatives>` for coloc and coloc_content"
    )
    verdicts: dict[str, Verdict] = Field(description="estimand to verdict, by the study's rules")


class Sensitivity(Record):
    """One model in one regime under every choice."""

    variants: dict[str, Variant] = Field(
        description="keyed f1_50 … f1_100, exact, without_<surface>"
    )
    moved: dict[str, tuple[str, ...]] = Field(
        description="estimand to the variants whose verdict differs from the headline's"
    )


class Power(Record):
    """The smallest true Δ_GS that this population would detect."""

    clusters: int = Field(ge=0)
    standard_error: float | None = Field(description="cluster-robust, of the observed Δ_GS")
    smallest: float | None = Field(
        description="(z(1 − level/2) + z(power)) · standard error, a difference of proportions"
    )
    power: float = 0.8
    level: float = 0.05
    reason: str = Field(default="", description="why there is none")


class RepeatedContrast(Record):
    """One contrast in the first run of all triplets and in a later one."""

    first: float | None
    again: float | None
    difference: float | None = Field(description="again less first")
    changed: Rate = Field(description="units whose own contrast differs between the runs")


class RepeatNoise(Record):
    """What another run of the same triplets changes."""

    repeat: int = Field(gt=0, description="index of the run compared with the first")
    units: int = Field(ge=0, description="units complete in both runs")
    flips: dict[str, Rate] = Field(description="condition to units whose success differs")
    contrasts: dict[str, RepeatedContrast] = Field(
        description="delta_gc, delta_gs, delta_sc, net_rescue"
    )
