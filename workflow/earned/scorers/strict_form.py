"""The form in which rewritten answers are compared: what may carry a value stays.

The official normalization drops every ASCII punctuation mark, so that -5 is 5 and 1.5 is 15. Two
answers that it does not accept must not become equal that way.
"""

from __future__ import annotations

import re

from earned.scores.hotpot import normalize_answer

_ARTICLES = frozenset({"a", "an", "the"})
_IN_WORDS = str.maketrans("", "", ".,;:!?'\"()[]{}")
_BEFORE_FIGURES = "'\"([{"
_AFTER_FIGURES = ".,;:!?)]}"
# 5' is no 5", so quotation marks after figures stay
_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")

StrictForm = tuple[str, tuple[str, ...]]


def strict_form(text: str) -> StrictForm:
    """Give the official normal form, and the words with the marks that may carry a value.

    Signs, decimal points, ranges, per cent and currency stay; separators of thousands, marks
    around a word, and articles go. Equal strict forms have equal official ones.
    """
    words = (_bare(word) for word in text.lower().split())
    return normalize_answer(text), tuple(w for w in words if w and w not in _ARTICLES)


def _bare(word: str) -> str:
    if not any(character.isdigit() for character in word):
        return word.translate(_IN_WORDS)
    marked = word.lstrip(_BEFORE_FIGURES).rstrip(_AFTER_FIGURES)
    return _GROUPED.sub(lambda found: found[0].replace(",", ""), marked)
