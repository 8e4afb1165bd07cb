"""One scored trajectory, as a row of the score table."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from earned.records.base import Record
from earned.records.trajectory import Outcome

Label = Literal[
    "earned",
    "clean_failed",
    "not_exposed",
    "attributable",
    "ambiguous",
    "exposed_failed",
    "exposed_success",
    "missing",
]


class ScoreRow(Record):
    """AcquaBench, Supplement: scoring and attribution labels."""

    qid: str
    regime: str
    model: str
    surface: str
    condition: str
    repeat: int = Field(ge=0, description="index of the run of the triplet")
    outcome: Outcome
    prediction: str
    reference: str
    em: bool
    f1_common: int = Field(ge=0)
    f1_predicted: int = Field(ge=0)
    f1_reference: int = Field(ge=0)
    f1: float = Field(ge=0, le=1)
    success: bool = Field(description="exact match, or F1 at the threshold, decided in integers")
    lenient_match: bool = Field(description="match with accents and dashes folded, never success")
    decoy_match: bool = Field(description="the prediction matches SHAM's supplied value")
    supplied_match: bool = Field(
        description="the prediction matches the value that its own condition supplied"
    )
    coloc: float = Field(ge=0, le=1)
    coloc_numerator: int = Field(ge=0)
    coloc_denominator: int = Field(ge=0)
    coloc_content: float = Field(ge=0, le=1)
    string_match: bool = Field(description="the reference occurs in an observed source")
    exposed: bool = Field(description="a planted source was shown before the final answer")
    exposed_step: int | None = Field(ge=1, description="first step that showed one")
    value_shown: bool = Field(description="a planted source that holds the value was shown")
    all_shown: bool = Field(description="every planted source was shown (D2: both)")
    label: Label
    placebo: bool = Field(description="CLEAN failed and the exposed SHAM run succeeded")
    steps: int = Field(ge=0)
    forced: bool = Field(description="the forced finish was asked for")
    parse_failures: int = Field(ge=0, description="steps without a readable action")
    mismatches: int = Field(ge=0, description="steps with another surface's action")
    dropped_actions: int = Field(ge=0)
    empty_queries: int = Field(ge=0)
    capped_steps: int = Field(ge=0)
    calls: int = Field(ge=0, description="completions behind the record, as if it had run alone")
    prompt_tokens: int = Field(ge=0, description="tokens sent in its calls")
    completion_tokens: int = Field(ge=0, description="tokens generated in its calls")
    new_calls: int = Field(ge=0, description="calls that no earlier record of the cell had made")
    new_prompt_tokens: int = Field(ge=0, description="tokens sent in the new calls")
    new_completion_tokens: int = Field(ge=0, description="tokens generated in the new calls")
