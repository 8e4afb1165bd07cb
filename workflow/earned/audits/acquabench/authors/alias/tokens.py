"""The token rule of aliases (regime D1): full tokens, prefixes and initials, in order."""

from __future__ import annotations

import re

from earned.audits.acquabench.authors.alias.numbers import read_number, read_ordinal, read_roman

SIGNS = "$€£%°"
_TOKEN = re.compile(
    rf"\d[\d,]*\.\d+|\d{{1,3}}(?:,\d{{3}})+(?!\d)|[^\W_]+(?:['’][^\W_]+)*|[{SIGNS}]"
)
_LONGEST_NUMBER = 12


def value_tokens(text: str) -> tuple[str, ...]:
    """Split a value into lower-case tokens, every number read.

    `Two`, `2` and the II of `World War II` are all `#2`; `2nd` and `second` are `#2th`.
    An apostrophe inside a word is dropped. Signs of money, per cent and degrees are tokens, so that
    an alias cannot lose them.
    """
    raw = _TOKEN.findall(text)
    made: list[str] = []
    at = 0
    while at < len(raw):
        token, width = _numeral(raw, at) or (re.sub(r"['’]", "", raw[at]).lower(), 1)
        made.append(token)
        at += width
    return tuple(made)


def _numeral(raw: list[str], at: int) -> tuple[str, int] | None:
    """Read the longest number that starts at a token: its name and its width."""
    if at and (roman := read_roman(raw[at])):
        return f"#{roman}", 1
    for width in range(min(_LONGEST_NUMBER, len(raw) - at), 0, -1):
        words = [word.lower() for word in raw[at : at + width]]
        if (number := read_number(words)) is not None:
            return f"#{number}", width
        if (ordinal := read_ordinal(words)) is not None:
            return f"#{ordinal}th", width
    return None


def placed(alias: tuple[str, ...], canonical: tuple[str, ...]) -> tuple[int, ...] | None:
    """Find for each token of an alias, in order, the token that it repeats or begins.

    Returns:
        Positions in the canonical value, ascending; None where a token stands for none. A number
        stands for an equal one only.
    """
    found: list[int] = []
    at = 0
    for token in alias:
        while at < len(canonical) and not _stands_for(token, canonical[at]):
            at += 1
        if at == len(canonical):
            return None
        found.append(at)
        at += 1
    return tuple(found)


def _stands_for(token: str, whole: str) -> bool:
    return token == whole or (not token.startswith("#") and whole.startswith(token))
