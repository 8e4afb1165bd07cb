"""What a condition changes in an item's sources, frozen before any agent runs."""

from __future__ import annotations

from pydantic import Field

from earned.records.base import Record


class Planted(Record):
    """One source of an item, replaced under one condition."""

    source_id: str = Field(description="the source replaced; title and position stay")
    position: int = Field(ge=0, description="position in the item's source order")
    sentence: str = Field(description="the planted sentence")
    text: str = Field(description="the whole text of the source under the condition")
    holds_value: bool = Field(default=True, description="the sentence itself supplies the value")


class Arm(Record):
    """One intervened condition of one item."""

    value: str = Field(description="the value supplied")
    planted: tuple[Planted, ...] = Field(min_length=1)


class Artifact(Record):
    """The frozen interventions of one item in one regime; unlisted conditions change nothing."""

    qid: str
    regime: str
    arms: dict[str, Arm] = Field(description="condition to intervention")
