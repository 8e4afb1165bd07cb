"""The immutable evidence: what one agent did on one unit under one condition."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import Field

from earned.records.base import Record

Outcome = Literal[
    "ok",
    "forced_finish",
    "parse_error",
    "unclosed_reasoning",
    "context_overflow",
    "engine_error",
]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


class Step(Record):
    """One continuation and what came of it."""

    thought: str
    action: str | None = Field(description="canonical action name; None where unparsable")
    argument: str
    diagnostics: tuple[str, ...] = Field(description="what the parser had to cope with, sorted")
    dropped_actions: int = Field(ge=0, description="further actions in the same continuation")
    finish_reason: str
    shown: tuple[str, ...] = Field(description="source_ids observed, best first")
    empty_query: bool = Field(default=False, description="no query token occurs in the store")
    planted_shown: tuple[int, ...] = Field(
        default=(), description="indices of the arm's planted sources among those shown"
    )
    completion: str = Field(description="key of the completion behind it; '' where none was made")
    prompt_tokens: int = Field(
        default=0,
        ge=0,
        description="counted by the engine for the completion behind it; 0 where it does not count "
        "or none was made. A request that failed for good makes no step and is not counted",
    )
    completion_tokens: int = Field(default=0, ge=0, description="counted like prompt_tokens")


class Trajectory(Record):
    """One record per qid, surface, condition, model and repeat."""

    qid: str
    audit: str
    regime: str
    model: str
    surface: str
    condition: str
    repeat: int = Field(ge=0)
    question: str
    reference: str
    prediction: str = Field(description="'' where there is none")
    outcome: Outcome
    error: str = Field(default="", description="what the engine said, where it failed or refused")
    steps: tuple[Step, ...] = Field(description="action steps, the forced finish excluded")
    forced: Step | None = Field(default=None, description="the forced continuation")
    mode: Literal["deterministic", "throughput"]
    coupled: bool = Field(description="requests are shared between the unit's conditions")
    system_folded: bool = Field(
        default=False, description="the chat template has no system role; folded into the user's"
    )
    transcript_in_user: bool = Field(default=False, description="the endpoint only takes messages")
    capped_steps: int = Field(ge=0, description="steps that ended at the token cap")
