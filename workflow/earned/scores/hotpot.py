"""Answer metrics of the official HotpotQA scorer, kept as integers until they are printed.

Normalization, exact match and F1 are those of the official evaluation script, quirks included:
only ASCII punctuation is removed, and accents and dashes are kept (`earned.scores.lenient` is the
variant that folds them). Whether an answer succeeded is decided in integers, so that no rounding
sits at the threshold.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from fractions import Fraction

from pydantic import Field

from earned.errors import UserError
from earned.records.base import Record

SUCCESS_THRESHOLD = Fraction(4, 5)
"""The published one, where no other is given; a study gives its own, `scoring.f1_percent`."""
CLOSED_ANSWERS = frozenset({"yes", "no", "noanswer"})

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_WITHOUT_PUNCTUATION = str.maketrans("", "", string.punctuation)


class F1Parts(Record):
    """Token counts from which F1 = 2 · common / (predicted + reference) follows."""

    common: int = Field(ge=0, description="tokens in common, as multisets; 0 where F1 is ruled 0")
    predicted: int = Field(ge=0, description="tokens of the normalized prediction")
    reference: int = Field(ge=0, description="tokens of the normalized reference")


def normalize_answer(text: str) -> str:
    """Lowercase, drop ASCII punctuation and the words a, an, the, and squeeze white space."""
    bare = text.lower().translate(_WITHOUT_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


def exact_match(prediction: str, reference: str) -> bool:
    """Tell whether both normalize to the same string."""
    return normalize_answer(prediction) == normalize_answer(reference)


def f1_parts(prediction: str, reference: str) -> F1Parts:
    """Count the tokens that F1 is made of (AcquaBench, supplement: scoring)."""
    return parts_of_normalized(normalize_answer(prediction), normalize_answer(reference))


def parts_of_normalized(predicted: str, expected: str) -> F1Parts:
    """Count tokens of two normalized strings; a differing yes, no or noanswer shares none."""
    ours, theirs = Counter(predicted.split()), Counter(expected.split())
    closed = predicted != expected and not CLOSED_ANSWERS.isdisjoint((predicted, expected))
    common = 0 if closed else (ours & theirs).total()
    return F1Parts(common=common, predicted=ours.total(), reference=theirs.total())


def f1_value(parts: F1Parts) -> float:
    """F1 in [0, 1]; 0 where no token is common, two empty answers included."""
    return 2 * parts.common / (parts.predicted + parts.reference) if parts.common else 0.0


def reaches(parts: F1Parts, threshold: Fraction | tuple[int, int] = SUCCESS_THRESHOLD) -> bool:
    """Tell in integers whether F1 ≥ threshold: 2 · q · common ≥ p · (predicted + reference).

    Args:
        parts: the token counts.
        threshold: p/q in (0, 1], as a fraction or as (p, q).

    Raises:
        UserError: the threshold is not in (0, 1].
    """
    numerator, denominator = _threshold_parts(threshold)
    return parts.common > 0 and 2 * denominator * parts.common >= numerator * (
        parts.predicted + parts.reference
    )


def is_success(
    prediction: str,
    reference: str,
    threshold: Fraction | tuple[int, int] = SUCCESS_THRESHOLD,
) -> bool:
    """Tell whether the answer succeeds: exact match, or F1 at least the threshold."""
    predicted, expected = normalize_answer(prediction), normalize_answer(reference)
    return predicted == expected or reaches(parts_of_normalized(predicted, expected), threshold)


def _threshold_parts(threshold: Fraction | tuple[int, int]) -> tuple[int, int]:
    numerator, denominator = (
        threshold if isinstance(threshold, tuple) else threshold.as_integer_ratio()
    )
    if not 0 < numerator <= denominator:
        raise UserError(
            f"the F1 threshold {numerator}/{denominator} is not in (0, 1]",
            remedy="give a fraction such as 4/5",
        )
    return numerator, denominator
