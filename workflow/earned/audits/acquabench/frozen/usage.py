"""Calls, tokens and cost."""

from __future__ import annotations

from pydantic import Field

from earned.audits.acquabench.frozen.rates import Rate
from earned.records.base import Record
from earned.records.money import Money


class Amount(Record):
    """Calls to an engine, and what they took."""

    calls: int = Field(ge=0, description="completions behind the records' steps")
    prompt_tokens: int = Field(ge=0, description="as the engine counted")
    completion_tokens: int = Field(ge=0, description="as the engine counted")
    cost: Money | None = Field(description="exact; of the priced models, null where none is")
    currency: str | None = Field(description="of the cost; null where there is none")


class Spending(Record):
    """What some records took."""

    records: int = Field(ge=0)
    naive: Amount = Field(description="as if each record had run alone")
    made: Amount = Field(
        description="what was asked; a shared call belongs to the first record in cell order"
    )


class Usage(Spending):
    """What whole matched units took, with the coupling's saving."""

    unique: Rate = Field(description="calls made, of the naive ones")
    bound: Rate = Field(
        description="the most that `unique` can be: coupled arms share their first call"
    )


class ModelUsage(Record):
    """What one model took in one regime."""

    total: Usage
    arms: dict[str, Spending]
    by_surface: dict[str, Usage]


class StudyUsage(Usage):
    """What all models took."""

    unpriced: tuple[str, ...] = Field(description="labels of models whose cost is not known")
