"""A strict extension of the official scorer: equal answers in other notations are right too.

What the official scorer accepts is accepted. Any other answer is right exactly when it is equal to
the reference, in a form that keeps every mark that may carry a value, after the rewrites below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from earned.scorers.rewrites import (
    accents,
    dashes,
    dates,
    magnitudes,
    number_words,
    ordinals,
)
from earned.scorers.rule import Rule
from earned.scorers.strict_form import StrictForm, strict_form
from earned.scores.hotpot import SUCCESS_THRESHOLD, is_success

NAME = "extended"
# in the order of application: a later one reads what an earlier one wrote
_REWRITES: tuple[tuple[Rule, Callable[[str], str]], ...] = tuple(
    (module.RULE, module.rewrite)
    for module in (dashes, accents, number_words, ordinals, magnitudes, dates)
)
RULES = tuple(rule for rule, _ in _REWRITES)


def success(prediction: str, reference: str, threshold: Fraction = SUCCESS_THRESHOLD) -> bool:
    """Tell whether an answer succeeds; the threshold of F1 is in (0, 1]."""
    return is_success(prediction, reference, threshold) or _equal(prediction, reference, RULES)


def why(
    prediction: str, reference: str, threshold: Fraction = SUCCESS_THRESHOLD
) -> tuple[str, ...]:
    """Name the fewest rules that make an answer equal to its reference, in their order.

    Returns:
        Nothing where the official scorer accepts, or this one does not.
    """
    official = is_success(prediction, reference, threshold)
    if official or not _equal(prediction, reference, RULES):
        return ()
    sets = (rules for size in range(1, len(RULES) + 1) for rules in combinations(RULES, size))
    needed = next(rules for rules in sets if _equal(prediction, reference, rules))
    return tuple(rule.name for rule in needed)


def rewritten(text: str, rules: Iterable[Rule] = RULES) -> str:
    """Apply some of the rewrites, in their order; applying all a second time changes nothing."""
    chosen, text = set(rules), " ".join(text.split())
    for rule, rewrite in _REWRITES:
        text = rewrite(text) if rule in chosen else text
    return text


def _equal(prediction: str, reference: str, rules: tuple[Rule, ...]) -> bool:
    return _form(prediction, rules) == _form(reference, rules)


@lru_cache(maxsize=4096)
def _form(text: str, rules: tuple[Rule, ...]) -> StrictForm:
    return strict_form(rewritten(text, rules))
