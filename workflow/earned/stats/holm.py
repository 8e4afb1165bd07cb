"""Holm's step-down adjustment of a family of p-values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Key = TypeVar("Key")


def holm(p_values: Mapping[Key, float | None]) -> dict[Key, float | None]:
    """Adjust p-values so that the family's chance of one false rejection stays within the level.

    Sorted p₍₁₎ ≤ … ≤ p₍ₘ₎ become max over j ≤ i of min(1, (m − j + 1) · p₍ⱼ₎) (Holm 1979, A
    simple sequentially rejective multiple test procedure).

    Args:
        p_values: claim to its p-value in [0, 1]; a claim with None was not tested: it stays None
            and does not count in m.

    Returns:
        The same keys in the same order; none below its own p-value, none above 1.
    """
    tested = {key: p for key, p in p_values.items() if p is not None}
    adjusted: dict[Key, float | None] = dict.fromkeys(p_values)
    highest = 0.0
    for place, key in enumerate(sorted(tested, key=tested.__getitem__)):
        highest = max(highest, min(1.0, (len(tested) - place) * tested[key]))
        adjusted[key] = highest
    return adjusted
