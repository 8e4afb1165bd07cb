"""What one trajectory answered and how it was scored, in the columns that every audit has."""

from __future__ import annotations

from pydantic import Field

from earned.records.base import Record
from earned.records.trajectory import Outcome


class ScoredItem(Record):
    """One scored record of a study, kept so that two states can be compared item by item."""

    model: str
    regime: str
    surface: str
    condition: str = Field(description="the arm")
    qid: str
    repeat: int = Field(ge=0, description="index of the run of the matched unit")
    outcome: Outcome
    prediction: str
    reference: str
    success: bool
    label: str = Field(description="the audit's attribution label")
