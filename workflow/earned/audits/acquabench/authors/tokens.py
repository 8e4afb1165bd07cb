"""A question as a row of words that keep their punctuation."""

from __future__ import annotations

import re
from dataclasses import dataclass

EDGE = "\"'“”‘’()[],.;:!?"
_QUOTES = str.maketrans({"“": '"', "”": '"'})


def core(word: str) -> str:
    """Strip the punctuation around a word and lower its case."""
    return word.strip(EDGE).lower()


def lexicon(text: str) -> frozenset[str]:
    """Read a set of words from white-space separated text."""
    return frozenset(text.split())


@dataclass(frozen=True)
class Words:
    """Words of a phrase; `low` is their stripped lower case, `quoted` marks quotations."""

    raw: tuple[str, ...]
    low: tuple[str, ...]
    quoted: tuple[bool, ...]

    def __len__(self) -> int:
        return len(self.raw)

    def __getitem__(self, part: slice) -> Words:
        return Words(self.raw[part], self.low[part], self.quoted[part])

    @property
    def opening(self) -> str:
        """The first word's lower case, "" where there is no word."""
        return self.low[0] if self.low else ""

    @property
    def ending(self) -> str:
        """The last word's lower case, "" where there is no word."""
        return self.low[-1] if self.low else ""

    def plain(self, index: int) -> bool:
        """Say whether the word is lower case and outside quotation marks."""
        if not -len(self) <= index < len(self):
            return False
        return not self.quoted[index] and self.raw[index].strip(EDGE).islower()


def words_of(text: str) -> Words:
    """Split a phrase at white space and mark what stands between double quotation marks."""
    raw = tuple(text.split())
    return Words(raw, tuple(core(word) for word in raw), _quotation(raw))


def _quotation(raw: tuple[str, ...]) -> tuple[bool, ...]:
    """Mark the words that stand inside double quotation marks, the marks' own words too."""
    marks: list[bool] = []
    inside = False
    for word in raw:
        count = word.translate(_QUOTES).count('"')
        marks.append(inside or count > 0)
        inside ^= count % 2 == 1
    return tuple(marks)


def question_words(question: str) -> Words:
    """Read a question without its final question mark, spaces squeezed.

    A mark before a closing quotation mark goes too: it is the question's, not the title's.
    """
    text = re.sub(r"\s+([,.;:?!])(?=\s|$)", r"\1", " ".join(question.split()))
    text = re.sub(r"[?\s]*(\"?)[?\s]*$", r"\1", text)
    return words_of(re.sub(r"[.,;:\s=>]+$", "", text))


def sentence(words: list[str]) -> str:
    """Join words to a sentence with a capital at the start and a full stop at the end."""
    text = " ".join(word for word in words if word).rstrip(" ,;:")
    return text[:1].upper() + text[1:] + "."


def article(phrase: str) -> str:
    """Choose a or an by the sound that the phrase begins with, as far as spelling tells."""
    start = phrase.lstrip(EDGE).lower()
    if re.match(r"(8|11\b|18|hour|honest|honou?r|heir)", start):
        return "an"
    if re.match(r"(uni|eu|one\b|once|us[ae]|u\.|uk\b|u-|ubi|utah)", start):
        return "a"
    return "an" if start[:1] in "aeiou" else "a"
