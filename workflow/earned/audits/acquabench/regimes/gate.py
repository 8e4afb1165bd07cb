"""D2's gate: no planted source may hold question and supplied value by itself.

The construction score is the main text's coloc of one planted source as it would be displayed,
with the supplied value as the answer (AcquaBench, Distributed Sufficiency). It is a second
definition on purpose: a corrected scorer must not rebuild frozen artifacts. It equals the scorer's
today, and a test says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from earned.agents.display import display_text
from earned.audits.acquabench.params import GateParams
from earned.population.tokens import alphanumeric_tokens as tokens
from earned.records.artifact import Arm
from earned.records.evidence import Item


def construction_score(question: str, value: str, displayed: str) -> Fraction:
    """Multiply the shares of question tokens and of value tokens that a displayed source holds.

    Args:
        question: its lowercase alphanumeric tokens all count, with repeats.
        value: the value supplied, its tokens likewise.
        displayed: title and text as displayed.

    Returns:
        An exact score in [0, 1]; 0 where question or value has no token.
    """
    asked, supplied, cover = tokens(question), tokens(value), frozenset(tokens(displayed))
    if not asked or not supplied:
        return Fraction(0)
    held = _covered(asked, cover) * _covered(supplied, cover)
    return Fraction(held, len(asked) * len(supplied))


def largest_score(item: Item, arm: Arm, display_chars: int) -> Fraction:
    """Score each planted source of an arm by itself, and give the largest."""
    shown = (
        f"{item.sources[planted.position].title} {display_text(planted.text, display_chars)}"
        for planted in arm.planted
    )
    return max(construction_score(item.question, arm.value, one) for one in shown)


def passes(scores: Iterable[Fraction], gate: GateParams) -> bool:
    """Tell whether no score exceeds the gate; one that equals it passes."""
    return all(100 * score <= gate.percent for score in scores)


def _covered(tokens: list[str], cover: frozenset[str]) -> int:
    return sum(token in cover for token in tokens)
