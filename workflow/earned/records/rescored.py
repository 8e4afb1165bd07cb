"""What a second scorer says of a study's frozen answers."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from earned.records.base import Record
from earned.records.run_key import RunKey
from earned.stats.intervals import Interval


class RescoredItem(RunKey):
    """One record of a study under both scorers, as a row of `items.parquet`."""

    prediction: str
    reference: str
    success_first: bool = Field(description="of the score table")
    success_second: bool = Field(description="by the second scorer")
    rules: str = Field(description="rules of the second scorer that made it so, joined by ', '")


class ScorerRule(Record):
    """One rule of a scorer."""

    name: str
    says: str
    prediction: str = Field(default="", description="an example, with its reference")
    reference: str = ""


class ScorerNote(Record):
    """The second scorer."""

    name: str
    sha256: str = Field(description="digest of the code of one that ships, or of the file")
    shipped: bool
    rules: tuple[ScorerRule, ...]


class Flips(Record):
    """Successes of one arm of one model in one regime under both scorers."""

    model: str
    regime: str
    condition: str
    records: int = Field(ge=0)
    first: int = Field(ge=0, description="successes under the first scorer")
    second: int = Field(ge=0)
    wrong_to_right: int = Field(ge=0)
    right_to_wrong: int = Field(ge=0)


class FlippedAnswer(Record):
    """A distinct answer that the scorers judge differently."""

    prediction: str
    reference: str
    rules: tuple[str, ...]
    arms: dict[str, int] = Field(description="condition to records")
    items: tuple[str, ...] = Field(
        description="model/regime/surface/condition/qid/repeat of each record"
    )


class Estimate(Record):
    """An effect and its verdict under one scorer."""

    numerator: int
    denominator: int = Field(ge=0)
    interval: Interval
    verdict: str = Field(description="empty where the study has no rule for the estimand")
    why: str


class EffectPair(Record):
    """An effect under both scorers."""

    analysis: str = Field(description="key of the analysis in the frozen results")
    model: str
    regime: str
    label: str = Field(description="of the model")
    estimand: str
    first: Estimate
    second: Estimate

    @property
    def changed(self) -> bool:
        """Whether the verdict changed."""
        return self.first.verdict != self.second.verdict


class Rescored(Record):
    """The file `report.json`."""

    standard: Literal["earned/rescored/1"] = "earned/rescored/1"
    study: str
    audit: str
    scorer: ScorerNote
    records: int = Field(ge=0)
    adds_only: bool = Field(description="no record went from right to wrong")
    flips: tuple[Flips, ...]
    accepted: tuple[FlippedAnswer, ...] = Field(description="wrong to right, most records first")
    lost: tuple[FlippedAnswer, ...] = Field(description="right to wrong, most records first")
    effects: tuple[EffectPair, ...]
    changed: tuple[str, ...] = Field(description="analysis/estimand whose verdict changed")
    effects_equal: int = Field(
        ge=0, description="effects of the first scorer, each found equal to the frozen results"
    )
