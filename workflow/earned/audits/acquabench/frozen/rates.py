"""Proportions and contrasts, with their counts and intervals."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from earned.records.base import Record
from earned.records.registration import Mark
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

    @model_validator(mode="after")
    def _of_its_counts(self) -> Effect:
        expected = self.numerator / self.denominator if self.denominator else None
        if self.value != expected or self.interval.point != expected:
            raise ValueError(f"{self.value} is not {self.numerator} of {self.denominator}")
        return self


class Judged(Record):
    """A headline claim under its registered rule."""

    estimand: str
    verdict: Verdict
    why: str
    statement: str
    stronger: str = Field(description="the stronger statement that the verdict does not support")
    boundary: str
    rule_sha256: str
    registration: Mark = Field(description="when the rule was fixed; the verdict is as it is")
    p_value: float | None = Field(
        default=None, description="two-sided, of the bootstrap, against the rule's bound"
    )
    p_holm: float | None = Field(
        default=None, description="adjusted by Holm within the family of headline claims"
    )
