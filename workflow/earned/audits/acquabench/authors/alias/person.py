"""Whether a value names a person, and the parts of the name, for aliases (regime D1)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from earned.audits.acquabench.authors.alias.tokens import value_tokens
from earned.audits.acquabench.authors.grammar.words import (
    AUXILIARY,
    DETERMINER,
    PERSON_NOUN,
    PREPOSITION,
    RELATIVE,
)
from earned.audits.acquabench.authors.tokens import lexicon
from earned.population.normal_form import normalize_answer
from earned.records.evidence import Item, Source

RANKS = {
    "Captain": "Capt.", "Colonel": "Col.", "General": "Gen.", "Major": "Maj.",
    "Admiral": "Adm.", "Lieutenant": "Lieut.", "Professor": "Prof.", "Reverend": "Rev.",
    "Governor": "Gov.", "Senator": "Sen.", "President": "Pres.", "Secretary": "Sec.",
}  # fmt: skip
_PARTICLES = lexicon("van von der den de del della di da du la le ten ter bin ibn al el y i e")
_JOINING = lexicon("y i e")
_SUFFIX = re.compile(r"(?:Jr|Sr)\.?|[IVX]{2,}")
_INITIAL = re.compile(r"(?:[A-Z]\.-?)+|[A-Z]")
_NAME = re.compile(r"[^\W\d_a-z][^\W\d_]*(?:['’.-][^\W\d_a-z]?[^\W\d_]*)*\.?")
# the second half in small letters marks a name whose family name comes first
_FAMILY_FIRST = re.compile(r"\w+-[a-z]")
_SPELT_WITH_INITIAL = re.compile(r"(?:[^\W\d_]{2,} )?(?:[A-Z]\. )+[^\W\d_]{3,}")
_BORN = re.compile(r"[(,;][^().]{0,60}\bborn\b|\([^()]*[A-Z][a-z]+[^()]*\d{4}\s*[–-]")
_KIND = re.compile(
    r"\b(?:is|was)\s+(?:a|an|the)\s+([^.,;()]*?)(?:$|[.,;(]|\s(?:by|of|in|who|that)\b)"
)
_WHO = re.compile(r"(?:by\s+|of\s+)?whom?\b|.*\bwhom?\s*\?*\s*$", re.IGNORECASE | re.DOTALL)
_WHICH = re.compile(r"\b(?:which|what|name of the)(?=((?:\s+[\w'’-]+){1,4}))", re.IGNORECASE)
_PERSONS = PERSON_NOUN | {"role"}
_OPENING = 250


@dataclass(frozen=True)
class PersonName:
    """Parts of a name as written, each word apart."""

    rank: tuple[str, ...]
    given: str
    middles: tuple[str, ...]
    surname: tuple[str, ...]
    suffix: tuple[str, ...]

    @property
    def given_span(self) -> range:
        """Positions of given and middle names among the value's tokens."""
        start = len(value_tokens(" ".join(self.rank)))
        return range(start, start + len(value_tokens(" ".join((self.given, *self.middles)))))


def person_name(value: str) -> PersonName | None:
    """Split a name into its parts by its form alone; None if it has no given name and surname."""
    words = value.split()
    rank = words[:1] if words and words[0] in RANKS else []
    words = words[len(rank) :]
    suffix = words[-1:] if len(words) > 2 and _SUFFIX.fullmatch(words[-1]) else []
    words = [word.rstrip(",") for word in words[: len(words) - len(suffix)]]
    start = _surname_start(words)
    if start < 1 or not all(_is_part(word) for word in words):
        return None
    return PersonName(
        rank=tuple(rank),
        given=words[0],
        middles=tuple(words[1:start]),
        surname=tuple(words[start:]),
        suffix=tuple(suffix),
    )


def _surname_start(words: list[str]) -> int:
    joined = next((n for n, word in enumerate(words) if word in _JOINING), None)
    if joined:
        return joined - 1
    start = len(words) - 1
    while start > 0 and words[start - 1] in _PARTICLES:
        start -= 1
    return start


def _is_part(word: str) -> bool:
    if word in _PARTICLES or re.fullmatch(r"[\"“(]\w+[\"”)]", word):
        return True
    return _NAME.fullmatch(word) is not None and not _FAMILY_FIRST.match(word)


def is_initial(word: str) -> bool:
    """Say whether a part of a name is written as an initial already."""
    return _INITIAL.fullmatch(word) is not None


def is_person(value: str, item: Item) -> bool:
    """Tell from the item itself whether its answer names a person.

    A source about the value decides, by its opening (born, two years, or a person's noun). Without
    one, an initial within the name or a question for a person does.

    Args:
        value: the answer.
        item: the item whose answer it is.
    """
    if person_name(value) is None:
        return False
    openings = [source.text[:_OPENING] for source in item.sources if _is_about(source, value)]
    if openings:
        return any(_describes_person(text) for text in openings)
    return _SPELT_WITH_INITIAL.fullmatch(value) is not None or _asks_for_person(item.question)


def _is_about(source: Source, value: str) -> bool:
    title = re.sub(r"\s*\(.*\)$", "", source.title)
    return normalize_answer(title) == normalize_answer(value) or source.text.startswith(value)


def _describes_person(opening: str) -> bool:
    if _BORN.search(opening):
        return True
    kind = _KIND.search(opening)
    return kind is not None and bool(set(kind[1].lower().split()) & PERSON_NOUN)


def _asks_for_person(question: str) -> bool:
    """Say whether a question asks who, or which actor or writer."""
    if _WHO.match(question.strip()):
        return True
    phrases = (found[1].lower().split() for found in _WHICH.finditer(question))
    return any(not _PERSONS.isdisjoint(_noun_phrase(words)) for words in phrases)


def _noun_phrase(words: list[str]) -> list[str]:
    """Cut the words after "which" at the first that cannot be part of its noun phrase."""
    closed = AUXILIARY | PREPOSITION | RELATIVE | DETERMINER
    ends = (n for n, word in enumerate(words) if word in closed or word.endswith("ed"))
    return words[: next(ends, len(words))]
