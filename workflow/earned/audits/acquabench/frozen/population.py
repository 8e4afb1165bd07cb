"""The frozen populations: who was asked for, who was built, who was left out and why."""

from __future__ import annotations

from pydantic import Field

from earned.audits.acquabench.frozen.rates import Rate
from earned.records.base import Record


class AnswerLength(Record):
    """How long the references of some items are."""

    items: int = Field(ge=0)
    words: float | None = Field(description="mean number of white-space separated words")
    chars: float | None = Field(description="mean number of characters")


class Spread(Record):
    """Range and mean of a construction score."""

    low: float | None
    high: float | None
    mean: float | None


class Population(Record):
    """One regime's population."""

    regime: str
    structure: str = Field(description="the information structure, in a few words")
    role: str = Field(description="what the regime is for")
    parent: int = Field(ge=0, description="request set, or accepted questions of the parent regime")
    parent_regime: str | None = Field(description="the regime whose accepted questions these are")
    templates: int = Field(ge=0, description="items with an accepted template")
    alias_eligible: int | None = Field(description="D1: references with an accepted alias")
    paired: int = Field(ge=0, description="items with GOLD and SHAM")
    author: str
    verifier: str
    rejected: dict[str, int] = Field(description="reason to items, sorted by reason")
    accepted_answers: AnswerLength
    rejected_answers: AnswerLength
    modes: dict[str, int] = Field(description="D2: append, standalone, to accepted items")
    gate: dict[str, Spread] = Field(description="D2: GOLD, SHAM, over accepted items")
    support: str = Field(description="`<paired>/<parent> questions × <surfaces> surfaces; models`")


class StyleProbe(Record):
    """The style control's own checks, GOLD against SHAM (AcquaBench, Style-Controlled D0)."""

    pairs: int = Field(ge=0)
    base_match: Rate
    template_match: Rate
    token_difference: float | None = Field(description="median |GOLD − SHAM| of planted tokens")
    coverage_difference: float | None = Field(
        description="median |GOLD − SHAM| of the share of question tokens in the planted sentence"
    )
    longest_run: int | None = Field(description="most tokens in a row shared with a question")
    planted_to_base: float | None = Field(description="median of planted ÷ base length, in tokens")
    passed: bool
    faults: tuple[str, ...] = Field(description="what the gate found; empty where it passed")
