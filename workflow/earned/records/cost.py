"""What one trajectory took, as a row of the table of costs."""

from __future__ import annotations

from decimal import Decimal

from pydantic import Field

from earned.records.base import Record


class CostRow(Record):
    """Tokens and cost of one record, as if it had run alone, and of what was asked for it first."""

    qid: str
    regime: str
    model: str
    surface: str
    condition: str
    calls: int = Field(ge=0, description="completions behind the record's steps")
    prompt_tokens: int = Field(ge=0, description="tokens sent")
    completion_tokens: int = Field(ge=0, description="tokens generated")
    cost: Decimal | None = Field(description="of all its calls, exact; null without a price")
    new_calls: int = Field(ge=0, description="calls that no earlier record of the cell had made")
    new_prompt_tokens: int = Field(ge=0, description="tokens sent in the new calls")
    new_completion_tokens: int = Field(ge=0, description="tokens generated in the new calls")
    new_cost: Decimal | None = Field(description="of the new calls, exact; null without a price")
    currency: str | None = Field(description="of both costs; null without a price")
