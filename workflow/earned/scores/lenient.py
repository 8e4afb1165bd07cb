"""A lenient exact match, reported beside the official one and never in its place.

The official scorer keeps accents and Unicode dashes, so `1986–2013` fails against `1986-2013` and
`Beyoncé` against `Beyonce`. Here compatibility forms are unified (NFKD), accents are stripped, case
is folded and every dash reads as a hyphen, before the official normalization.
"""

from __future__ import annotations

import unicodedata

from earned.scores.hotpot import normalize_answer

# The minus sign is a mathematical symbol to Unicode, not a dash (category Pd).
_MINUS_SIGN = "\u2212"
_QUOTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"'})


def fold(text: str) -> str:
    """Fold case, accents, compatibility forms, dashes and curly quotes."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(map(_fold_character, decomposed)).translate(_QUOTES)


def lenient_match(prediction: str, reference: str) -> bool:
    """Tell whether both are the same after folding and the official normalization."""
    return normalize_answer(fold(prediction)) == normalize_answer(fold(reference))


def _fold_character(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Pd" or character == _MINUS_SIGN:
        return "-"
    return "" if category == "Mn" else character
