"""The frozen population: every item drawn, with its eligibility."""

from __future__ import annotations

from pydantic import Field

from earned.records.base import Record
from earned.records.evidence import Item


class Member(Record):
    """One drawn item. Nothing here depends on a later stage or on a limit."""

    item: Item
    rank: int = Field(ge=0, description="place in the shuffled order")
    regimes: tuple[str, ...] = Field(description="regimes whose request set holds the item")
    eligible: bool
    reason: str = Field(default="", description="why not eligible")
