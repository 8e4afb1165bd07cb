"""One rule of a scorer, as the documentation and every report list it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """What a scorer counts as equal."""

    name: str
    says: str
    """One sentence: what the rule does."""
    example: tuple[str, str]
    """Prediction and reference that are accepted because of it."""
