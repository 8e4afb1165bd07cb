"""The official HotpotQA scorer: exact match, or F1 at the threshold, decided in integers."""

from __future__ import annotations

from fractions import Fraction

from earned.scorers.rule import Rule
from earned.scores.hotpot import SUCCESS_THRESHOLD, is_success

NAME = "official"
RULES = (
    Rule(
        "exact-match",
        "Equal in lower case without ASCII punctuation, the words a, an, the, and extra spaces.",
        ("The Beatles.", "beatles"),
    ),
    Rule(
        "token-f1",
        "F1 of the same tokens at the threshold or above; yes, no and noanswer share none.",
        ("Stone Brewing Co.", "Stone Brewing"),
    ),
)


def success(prediction: str, reference: str, threshold: Fraction = SUCCESS_THRESHOLD) -> bool:
    """Tell whether an answer succeeds; the threshold of F1 is in (0, 1]."""
    return is_success(prediction, reference, threshold)
