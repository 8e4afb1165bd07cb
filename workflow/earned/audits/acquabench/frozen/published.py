"""Figures of the paper beside ours, where model and regime are the same."""

from __future__ import annotations

from pydantic import Field

from earned.records.base import Record


class Printed(Record):
    """A printed estimate with its interval; contrasts as differences of proportions."""

    value: float
    low: float | None = None
    high: float | None = None


class PublishedAnalysis(Record):
    """What the paper prints for one model in one regime."""

    units: int = Field(gt=0)
    success: dict[str, int] = Field(description="condition to successes of `units`")
    effects: dict[str, Printed] = Field(description="delta_gc, delta_gs, net_rescue")
    detectors: dict[str, Printed] = Field(description="coloc_vs_earned, coloc_vs_sham")


class PublishedContrast(Record):
    """What the paper prints for one model against another."""

    differences: dict[str, Printed]


class Published(Record):
    """The printed figures that this study has a counterpart of, and those it has not."""

    citation: str
    analyses: dict[str, PublishedAnalysis] = Field(description="keyed like analyses")
    contrasts: dict[str, PublishedContrast] = Field(description="keyed like contrasts")
    not_run: tuple[str, ...] = Field(description="published keys without a counterpart")
