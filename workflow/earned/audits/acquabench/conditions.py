"""What a condition makes of an item's sources."""

from __future__ import annotations

from earned.records.artifact import Arm
from earned.records.evidence import Item, Source

CONDITIONS = ("CLEAN", "GOLD", "SHAM")
"""The arms of a triplet, in the order in which they are interleaved and reported."""


def sources_under(item: Item, arm: Arm | None) -> tuple[Source, ...]:
    """Give an item's sources with those of an arm put in their places; titles stay."""
    texts = {planted.source_id: planted.text for planted in (arm.planted if arm else ())}
    return tuple(
        source.model_copy(update={"text": texts.get(source.source_id, source.text)})
        for source in item.sources
    )
