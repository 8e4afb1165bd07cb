"""Which run of which question a row is about, in the columns that every audit has."""

from __future__ import annotations

from pydantic import Field

from earned.records.base import Record


class RunKey(Record):
    """The identity of one scored trajectory of a study."""

    model: str
    regime: str
    surface: str
    condition: str = Field(description="the arm")
    qid: str
    repeat: int = Field(ge=0, description="index of the run of the matched unit")
