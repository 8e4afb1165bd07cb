"""Where a paragraph's sentences end."""

from __future__ import annotations

import re

# A mark that can end a sentence, closing marks after it, white space, and an opening that fits.
_END = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+(?=[\"'“‘(\[]*[A-Z0-9])")
_LAST_WORD = re.compile(r"(\S+)$")
_ABBREVIATION = frozenset(
    """
    st dr mr mrs ms prof gen col capt lt sgt maj adm cmdr gov sen rep rev hon pres jr sr bros inc
    ltd co corp vs etc no nos vol ed eds approx ca cf c b d r fl ft mt fort pt ave blvd dept univ
    assn al est det dir jan feb mar apr jun jul aug sep sept oct nov dec e.g i.e ph.d
    """.split()  # noqa: SIM905 - a wrapped text is easier to review than a list of literals
)
_INITIALS = re.compile(r"(?:[A-Za-z]\.)*[A-Za-z]\.")
_CLOSING = "\"'”’)]"


def sentence_ends(text: str) -> tuple[int, ...]:
    """Locate the ends of all sentences of a paragraph but the last.

    A full stop after an initial, an acronym with stops ("U.S.") or a known abbreviation ends none:
    a sentence that ends with one is not told from the next.

    Returns:
        Offsets right after each sentence's last mark, ascending.
    """
    return tuple(end for match in _END.finditer(text) if (end := _end(text, match)))


def _end(text: str, match: re.Match[str]) -> int:
    """Give the offset after the sentence's marks, 0 where the stop ends no sentence."""
    if _is_abbreviated(text[: match.start()]):
        return 0
    marks = len(match[0]) - len(match[0].lstrip(_CLOSING))
    return match.start() + marks


def _is_abbreviated(before: str) -> bool:
    """Say whether a text ends in an initial, an acronym with stops, an abbreviation or dots."""
    if not before.endswith("."):
        return False
    found = _LAST_WORD.search(before)
    word = found[1].lstrip("\"'“‘([") if found else ""
    if word.endswith(".."):
        return True
    return bool(_INITIALS.fullmatch(word)) or word.rstrip(".").lower() in _ABBREVIATION


def insert_sentence(text: str, sentence: str, end: int) -> str:
    """Put a sentence behind the one that ends at an offset, one space on either side."""
    return f"{text[:end]} {sentence} {text[end:].lstrip()}"
