"""Which of an item's sources may be replaced."""

from __future__ import annotations

from earned.population.normal_form import normalize_answer
from earned.records.evidence import Item, Source


def admissible_sources(item: Item, *also_without: str) -> list[Source]:
    """List the sources without the normalized reference: supporting facts first, file order.

    Args:
        item: the item.
        also_without: further values that a source must not hold, e.g. the decoy.
    """
    absent = [normalize_answer(value) for value in (item.answer, *also_without)]
    free = [source for source in item.sources if not _holds(source, absent)]
    return sorted(free, key=lambda source: source.source_id not in item.supporting)


def _holds(source: Source, values: list[str]) -> bool:
    text = normalize_answer(f"{source.title} {source.text}")
    return any(value in text for value in values)
