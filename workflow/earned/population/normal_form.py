"""The normalization that artifacts are built with: frozen, and kept apart from the scorer's.

It equals the official scorer's today, and a test says so. It is a second definition on purpose: a
corrected scorer re-scores frozen trajectories, and must neither redraw the population nor rebuild
the artifacts that they were made under.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from fractions import Fraction

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_WITHOUT_PUNCTUATION = str.maketrans("", "", string.punctuation)
_CLOSED = frozenset({"yes", "no", "noanswer"})


def normalize_answer(text: str) -> str:
    """Lowercase, drop ASCII punctuation and the words a, an, the, and squeeze white space."""
    bare = text.lower().translate(_WITHOUT_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


def stands_in(value: str, text: str) -> bool:
    """Tell whether a value stands in a text as whole words, both normalized; an empty one never."""
    wanted = normalize_answer(value)
    return bool(wanted) and f" {wanted} " in f" {normalize_answer(text)} "


def token_f1(one: str, other: str) -> Fraction:
    """F1 of two normalized strings as multisets of tokens, exactly; yes and no share nothing."""
    if one != other and not _CLOSED.isdisjoint((one, other)):
        return Fraction(0)
    ours, theirs = Counter(one.split()), Counter(other.split())
    common = (ours & theirs).total()
    return Fraction(2 * common, ours.total() + theirs.total()) if common else Fraction(0)
