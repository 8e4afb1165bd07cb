"""What one trajectory answered and how it was scored, in the columns that every audit has."""

from __future__ import annotations

from pydantic import Field

from earned.records.run_key import RunKey
from earned.records.trajectory import Outcome


class ScoredItem(RunKey):
    """One scored record of a study, kept so that two states can be compared item by item."""

    outcome: Outcome
    prediction: str
    reference: str
    success: bool
    label: str = Field(description="the audit's attribution label")
