"""Whole numbers and ordinals in English words."""

from __future__ import annotations

from collections.abc import Sequence

LARGEST = 999_999_999_999
SCALES = {"billion": 10**9, "million": 10**6, "thousand": 10**3}
_ONES = tuple(
    """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen""".split()  # noqa: SIM905 - easier to review
)
_TENS = tuple(
    """zero ten twenty thirty forty fifty sixty seventy eighty ninety
    """.split()  # noqa: SIM905 - easier to review
)
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
}  # fmt: skip
_UNITS = {word: n for n, word in enumerate(_ONES)} | {
    word: 10 * n for n, word in enumerate(_TENS) if n > 1
}
NUMBER_WORDS = (*_UNITS, "hundred", *SCALES)
"""Every word that a cardinal is made of, but `and`."""


def spell(number: int) -> str:
    """Spell a cardinal, 0 to `LARGEST`: 4530 is four thousand five hundred thirty."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return f"{_TENS[tens]}-{_ONES[ones]}" if ones else _TENS[tens]
    if number < 1000:
        return _joined(number, 100, "hundred")
    word, size = next((w, s) for w, s in SCALES.items() if number >= s)
    return _joined(number, size, word)


def _joined(number: int, size: int, word: str) -> str:
    above, rest = divmod(number, size)
    return f"{spell(above)} {word}" + (f" {spell(rest)}" if rest else "")


def spell_ordinal(number: int) -> str:
    """Spell an ordinal, 1 to 99: 69 is sixty-ninth."""
    head, _, last = spell(number).rpartition("-")
    changed = _ORDINALS.get(last) or (last[:-1] + "ieth" if last.endswith("y") else last + "th")
    return f"{head}-{changed}" if head else changed


ORDINAL_WORDS = {word: n for n in range(1, 100) for word in [spell_ordinal(n)]}


def without_and(words: Sequence[str]) -> list[str]:
    """Leave out each `and` that follows hundred or a scale."""
    return [
        word
        for before, word in zip(("", *words), words, strict=False)
        if word != "and" or before not in {"hundred", *SCALES}
    ]


def read_cardinal(words: Sequence[str]) -> int | None:
    """Read lower-case words, hyphens already split, as one cardinal; None if they are none.

    They must be spelt as `spell` would, apart from an `and` after hundred or a scale: a year as it
    is read out (nineteen eighty) is no cardinal.
    """
    bare = without_and(words)
    value = _sum(bare)
    spelt = " ".join(bare)
    return value if value is not None and spell(value).replace("-", " ") == spelt else None


def _sum(words: Sequence[str]) -> int | None:
    """Add up number words; the caller checks that they are spelt in order."""
    total, part = 0, 0
    for word in words:
        if word in _UNITS:
            part += _UNITS[word]
        elif word == "hundred":
            part *= 100
        elif word in SCALES:
            total, part = total + part * SCALES[word], 0
        else:
            return None
    whole = total + part
    return whole if words and whole <= LARGEST else None
