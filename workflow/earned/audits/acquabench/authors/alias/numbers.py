"""Whole numbers, ordinals and years in digits and in words, for aliases (regime D1)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from earned.words.numbers import ORDINAL_WORDS, SCALES, read_cardinal, spell, without_and

_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+|\d{1,12}")
_FIRST_SPOKEN_YEAR, _LAST_SPOKEN_YEAR = 1100, 2099


def spell_year(year: int) -> str:
    """Spell a year as it is read out, 1100 to 2099: 1905 is nineteen oh five."""
    century, rest = divmod(year, 100)
    if century == 20 and rest < 10:
        return spell(year)
    if not rest:
        return f"{spell(century)} hundred"
    return f"{spell(century)} {'oh ' if rest < 10 else ''}{spell(rest)}"


def is_year(text: str) -> bool:
    """Say whether a text is four digits that are read out as a year."""
    return re.fullmatch(r"\d{4}", text) is not None and (
        _FIRST_SPOKEN_YEAR <= int(text) <= _LAST_SPOKEN_YEAR
    )


_YEAR_WORDS = {
    spell_year(n).replace("-", " "): n for n in range(_FIRST_SPOKEN_YEAR, _LAST_SPOKEN_YEAR + 1)
}


def read_number(words: Sequence[str]) -> int | None:
    """Read lower-case words, hyphens already split, as one whole number; None if they are none.

    Digits with or without thousands separators or before a scale (5 million), cardinals, and years
    as they are read out. Words must be spelt as `spell` or `spell_year` would, apart from an `and`
    after hundred or thousand.
    """
    if len(words) == 1 and _DIGITS.fullmatch(words[0]):
        return int(words[0].replace(",", ""))
    if len(words) == 2 and words[0].isdecimal() and words[1] in SCALES:
        return int(words[0]) * SCALES[words[1]]
    spelt = " ".join(without_and(words))
    return _YEAR_WORDS[spelt] if spelt in _YEAR_WORDS else read_cardinal(words)


def read_ordinal(words: Sequence[str]) -> int | None:
    """Read lower-case words as one ordinal, 1 to 99; None if they are none."""
    if len(words) == 1 and (found := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)", words[0])):
        return int(found[1])
    return ORDINAL_WORDS.get("-".join(words))


def read_roman(word: str) -> int | None:
    """Read a Roman numeral from II to XXIX; a single letter is a letter."""
    found = re.fullmatch(r"(X{0,2})(IX|IV|V?I{0,3})", word)
    if found is None or len(word) < 2:
        return None
    ones = {"IX": 9, "IV": 4}.get(found[2])
    if ones is None:
        ones = 5 * found[2].count("V") + found[2].count("I")
    return 10 * len(found[1]) + ones
