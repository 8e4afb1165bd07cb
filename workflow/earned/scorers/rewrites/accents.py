"""Accents on Latin letters are left out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from earned.scorers.rule import Rule

RULE = Rule(
    "accents",
    "Accents and other combining marks on Latin letters go; ø, ł and ß are letters and stay, as "
    "do the marks of other scripts, and superscript figures.",
    ("Beyoncé", "Beyonce"),
)
_FIRST_MARK, _LAST_MARK = "\u0300", "\u036f"


def rewrite(text: str) -> str:
    """Leave accents out, by canonical decomposition: compatibility would make 10² a 102."""
    kept = "".join(_without_marks(unicodedata.normalize("NFD", text)))
    return unicodedata.normalize("NFC", kept)


def _without_marks(text: str) -> Iterator[str]:
    on_latin = False
    for character in text:
        if not unicodedata.combining(character):
            on_latin = unicodedata.name(character, "").startswith("LATIN ")
        elif on_latin and _FIRST_MARK <= character <= _LAST_MARK:
            continue
        yield character
