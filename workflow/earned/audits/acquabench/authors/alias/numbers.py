"""Whole numbers, ordinals and years in digits and in words, for aliases (regime D1)."""

from __future__ import annotations

import re
from collections.abc import Sequence

LARGEST = 999_999_999_999
_ONES = tuple(
    """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen""".split()  # noqa: SIM905 - easier to review
)
_TENS = tuple(
    """zero ten twenty thirty forty fifty sixty seventy eighty ninety
    """.split()  # noqa: SIM905 - easier to review
)
_SCALES = {"billion": 10**9, "million": 10**6, "thousand": 10**3}
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
}  # fmt: skip
_UNITS = {word: n for n, word in enumerate(_ONES)} | {
    word: 10 * n for n, word in enumerate(_TENS) if n > 1
}
_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+|\d{1,12}")
_FIRST_SPOKEN_YEAR, _LAST_SPOKEN_YEAR = 1100, 2099


def spell(number: int) -> str:
    """Spell a cardinal, 0 to `LARGEST`: 4530 is four thousand five hundred thirty."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return f"{_TENS[tens]}-{_ONES[ones]}" if ones else _TENS[tens]
    if number < 1000:
        return _joined(number, 100, "hundred")
    word, size = next((w, s) for w, s in _SCALES.items() if number >= s)
    return _joined(number, size, word)


def _joined(number: int, size: int, word: str) -> str:
    above, rest = divmod(number, size)
    return f"{spell(above)} {word}" + (f" {spell(rest)}" if rest else "")


def spell_year(year: int) -> str:
    """Spell a year as it is read out, 1100 to 2099: 1905 is nineteen oh five."""
    century, rest = divmod(year, 100)
    if century == 20 and rest < 10:
        return spell(year)
    if not rest:
        return f"{spell(century)} hundred"
    return f"{spell(century)} {'oh ' if rest < 10 else ''}{spell(rest)}"


def spell_ordinal(number: int) -> str:
    """Spell an ordinal, 1 to 99: 69 is sixty-ninth."""
    head, _, last = spell(number).rpartition("-")
    changed = _ORDINALS.get(last) or (last[:-1] + "ieth" if last.endswith("y") else last + "th")
    return f"{head}-{changed}" if head else changed


def is_year(text: str) -> bool:
    """Say whether a text is four digits that are read out as a year."""
    return re.fullmatch(r"\d{4}", text) is not None and (
        _FIRST_SPOKEN_YEAR <= int(text) <= _LAST_SPOKEN_YEAR
    )


_ORDINAL_WORDS = {word: n for n in range(1, 100) for word in [spell_ordinal(n)]}
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
    if len(words) == 2 and words[0].isdecimal() and words[1] in _SCALES:
        return int(words[0]) * _SCALES[words[1]]
    bare = [
        word
        for before, word in zip(("", *words), words, strict=False)
        if word != "and" or before not in {"hundred", *_SCALES}
    ]
    spelt = " ".join(bare)
    if spelt in _YEAR_WORDS:
        return _YEAR_WORDS[spelt]
    value = _sum(bare)
    return value if value is not None and spell(value).replace("-", " ") == spelt else None


def read_ordinal(words: Sequence[str]) -> int | None:
    """Read lower-case words as one ordinal, 1 to 99; None if they are none."""
    if len(words) == 1 and (found := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)", words[0])):
        return int(found[1])
    return _ORDINAL_WORDS.get("-".join(words))


def read_roman(word: str) -> int | None:
    """Read a Roman numeral from II to XXIX; a single letter is a letter."""
    found = re.fullmatch(r"(X{0,2})(IX|IV|V?I{0,3})", word)
    if found is None or len(word) < 2:
        return None
    ones = {"IX": 9, "IV": 4}.get(found[2])
    if ones is None:
        ones = 5 * found[2].count("V") + found[2].count("I")
    return 10 * len(found[1]) + ones


def _sum(words: Sequence[str]) -> int | None:
    """Add up number words; the caller checks that they are spelt in order."""
    total, part = 0, 0
    for word in words:
        if word in _UNITS:
            part += _UNITS[word]
        elif word == "hundred":
            part *= 100
        elif word in _SCALES:
            total, part = total + part * _SCALES[word], 0
        else:
            return None
    whole = total + part
    return whole if words and whole <= LARGEST else None
