"""A headline effect on a whole population and on what is left of it."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from earned.records.base import Record
from earned.stats.intervals import Interval


class Headline(Record):
    """One headline effect, as an audit's `grading.headlines` estimates it."""

    analysis: str = Field(description="key of the analysis: which model, under what")
    label: str = Field(description="for a reader")
    estimand: str
    units: int = Field(ge=0, description="matched units that it is estimated on")
    qids: int = Field(ge=0, description="their questions")
    interval: Interval
    verdict: str


class BothPopulations(Record):
    """An effect on every question, and without those that a human ruled defective."""

    audit: str
    whole: Headline
    sound: Headline = Field(description="every arm of the defective items left out")


def side_by_side(
    audit: str, whole: Sequence[Headline], sound: Sequence[Headline]
) -> list[BothPopulations]:
    """Pair the effects of the two populations; both have the same analyses and estimands."""
    left = {(one.analysis, one.estimand): one for one in sound}
    return [
        BothPopulations(audit=audit, whole=one, sound=left[one.analysis, one.estimand])
        for one in whole
    ]
