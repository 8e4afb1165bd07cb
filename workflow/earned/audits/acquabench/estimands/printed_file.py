"""The form of `resources/published/acquabench.json`: the paper's tables, as printed there.

Percentages and differences stand there in percent and percentage points, intervals as
`[value, low, high]`.
"""

from __future__ import annotations

from typing import Annotated, Any

from annotated_types import Len
from pydantic import AfterValidator, Field, model_validator

from earned.audits.acquabench.config import Regime, SurfaceName
from earned.records.base import Record

Percent = Annotated[float, Field(ge=0, le=100)]
Points = Annotated[float, Field(ge=-100, le=100)]
Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0)]


def _ordered(printed: tuple[float, float, float]) -> tuple[float, float, float]:
    value, low, high = printed
    if not low <= value <= high:
        raise ValueError(f"{value} is outside of its interval {low} to {high}")
    return printed


Interval = Annotated[tuple[Points, Points, Points], AfterValidator(_ordered)]
ShareInterval = Annotated[tuple[Share, Share, Share], AfterValidator(_ordered)]
Quartiles = Annotated[list[float], Len(4, 4)]
"""n, median, lower and upper quartile."""


class _OfModel(Record):
    regime: Regime
    model: str

    @property
    def key(self) -> str:
        """The key of the analysis that is its counterpart."""
        return f"{self.regime.lower()}_{self.model}"


class MainRow(_OfModel):
    """Success and contrasts."""

    n: int = Field(gt=0)
    clean: Count
    gold: Count
    sham: Count
    delta_gc_pp: Interval
    delta_gs_pp: Interval
    net_rescue_pp: Interval

    @model_validator(mode="after")
    def _possible(self) -> MainRow:
        if max(self.clean, self.gold, self.sham) > self.n:
            raise ValueError(f"more successes than the {self.n} units of {self.key}")
        return self


class DetectorRow(_OfModel):
    """AUROC of coloc."""

    n_positive: Count
    n_earned: Count
    auroc_vs_earned: ShareInterval
    n_sham: Count
    auroc_vs_sham: ShareInterval


class QualityRow(_OfModel):
    """How the agent behaved."""

    trajectories: int = Field(gt=0)
    forced_finish_pct: Percent
    parse_failures: Count
    mean_steps: float = Field(ge=0)


class SurfaceRow(_OfModel):
    """Point estimates on one surface."""

    surface: SurfaceName
    delta_gc_pp: Points
    delta_gs_pp: Points
    delta_sc_pp: Points
    net_rescue_pp: Points


class DistributionRow(_OfModel):
    """coloc of three classes of records."""

    attributable_gold: Quartiles
    earned_clean: Quartiles
    exposed_sham: Quartiles


class PopulationRow(Record):
    """One regime's population."""

    regime: Regime
    parent: int = Field(gt=0)
    templates: int | None = None
    alias_eligible: int | None = None
    paired: int = Field(gt=0)
    rejected: dict[str, int] = Field(default={})
    accepted_answer_words: float | None = None
    accepted_answer_chars: float | None = None
    rejected_answer_words: float | None = None
    rejected_answer_chars: float | None = None
    append: int | None = None
    standalone: int | None = None
    gate_gold_min_max_mean: tuple[Share, Share, Share] | None = None
    gate_sham_min_max_mean: tuple[Share, Share, Share] | None = None


class StyleRow(Record):
    """The style control, on one surface."""

    model: str
    surface: SurfaceName
    n: int = Field(gt=0)
    clean: Count
    gold: Count
    sham: Count
    clean_failures: Count
    rescue_gold_pct: Percent
    rescue_sham_pct: Percent
    net_rescue_pp: Points
    positives: Count
    auroc_vs_earned: ShareInterval
    auroc_vs_sham: ShareInterval
    string_match_auroc_vs_earned: ShareInterval


class CaseRow(_OfModel):
    """A mechanism case; conditions in lower case."""

    surface: SurfaceName
    qid: str
    em_f1_coloc: dict[str, tuple[int, float, float]]
    steps: dict[str, int]


class PrintedFile(Record):
    """The whole file."""

    citation: str
    models: dict[str, str] = Field(description="alias to the checkpoint's name")
    qids: dict[Regime, int]
    surfaces: tuple[SurfaceName, ...]
    main: tuple[MainRow, ...]
    detector: tuple[DetectorRow, ...]
    quality: tuple[QualityRow, ...]
    by_surface: tuple[SurfaceRow, ...]
    audit_cleaned_d0: dict[str, tuple[int, float]] = Field(description="model to count and percent")
    qwen_32b_minus_14b_d0: dict[str, Interval]
    populations: tuple[PopulationRow, ...]
    style: StyleRow
    cases: tuple[CaseRow, ...]
    coloc_distribution: tuple[DistributionRow, ...]

    @model_validator(mode="after")
    def _whole(self) -> PrintedFile:
        known = {row.key for row in self.main}
        if len(known) < len(self.main):
            raise ValueError("main lists a model twice in one regime")
        if known != {row.key for row in self.detector}:
            raise ValueError("main and detector list different models and regimes")
        further: tuple[Any, ...] = (self.quality, self.by_surface, self.coloc_distribution)
        for row in (row for rows in (*further, self.cases) for row in rows):
            if row.key not in known:
                raise ValueError(f"{row.key} is not in main")
        strange = {row.model for row in self.main} - self.models.keys()
        if strange:
            raise ValueError(f"models does not name {min(strange)}")
        return self
