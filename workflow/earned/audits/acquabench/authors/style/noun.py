"""Rewrites of the paraphrase by rule that change noun phrases."""

from __future__ import annotations

from collections.abc import Iterator

from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.words import DETERMINER, PREPOSITION
from earned.audits.acquabench.authors.style.phrase import (
    is_complete,
    is_name,
    low_at,
    name_end,
    owned,
    phrase_end,
)
from earned.audits.acquabench.authors.style.rewrite import Rewrite, has_comma
from earned.audits.acquabench.authors.style.words import (
    APPOSITIVE,
    NAMED,
    REGION,
    SINGLE,
    WORK,
)
from earned.audits.acquabench.authors.tokens import Words, article, lexicon

_COMPANY = lexicon("company works corporation")


def called(words: Words) -> Iterator[Rewrite]:
    """Put called between a noun and the name in apposition to it."""
    for i in range(1, len(words) - 1):
        noun, end = low_at(words, i), name_end(words, i + 1)
        named = noun in NAMED and end > i + 1 and not has_comma(words, i)
        if named and low_at(words, i - 1) != "title" and not owned(words, end - 1):
            yield Rewrite("called", i + 1, i + 1, ("called",), 2)
            yield from _that_called(words, i)
        if noun in APPOSITIVE and low_at(words, i + 1) == "of" and is_name(words, i + 2):
            yield Rewrite("called", i + 1, i + 2, ("called",), 2)


def _that_called(words: Words, noun: int) -> Iterator[Rewrite]:
    """Give "that ship called X" for "the ship X"."""
    start = noun
    while start and low_at(words, start) not in DETERMINER | PREPOSITION:
        start -= 1
    if low_at(words, start) == "the" and noun - start < 3:
        made = ("that", *words.raw[start + 1 : noun + 1], "called")
        yield Rewrite("that-called", start, noun + 1, made, 4)


def from_year(words: Words) -> Iterator[Rewrite]:
    """Give "the film from 1940" for "the 1940 film"."""
    for i in range(1, len(words) - 1):
        year, before = words.raw[i], low_at(words, i - 1)
        if not (year.isdigit() and len(year) == 4) or before not in {"the", "a", "an"}:
            continue
        end = phrase_end(words, i + 1)
        if low_at(words, end - 1) not in WORK or has_comma(words, end - 1):
            continue
        first = before if before == "the" else article(words.raw[i + 1])
        made = (first, *words.raw[i + 1 : end], "from", year)
        yield Rewrite("from-year", i - 1, end, made, 2)


def without_article(words: Words) -> Iterator[Rewrite]:
    """Leave out the article in front of a company's name."""
    for i in range(len(words) - 2):
        end = name_end(words, i + 1)
        if low_at(words, i) == "the" and end > i + 2 and words.low[end - 1] in _COMPANY:
            yield Rewrite("no-article", i, i + 1, (), 2)


def one(words: Words) -> Iterator[Rewrite]:
    """Give "in one film" for "in a film", in one place at most."""
    if "one" in words.low:
        return
    leading = PREPOSITION - {"as", "like", "than", "of"}
    for i in range(2, len(words) - 1):
        if low_at(words, i) in {"a", "an"} and low_at(words, i - 1) in leading:
            end = phrase_end(words, i)
            if end > i + 1 and low_at(words, end - 1) in SINGLE:
                yield Rewrite("one", i, i + 1, ("one",), 4)


def swapped(words: Words) -> Iterator[Rewrite]:
    """Swap the two sides of "and": two participles, or two persons' names."""
    for i in range(1, len(words) - 1):
        if low_at(words, i) != "and":
            continue
        pair = (low_at(words, i - 1), low_at(words, i + 1))
        if all(verbs.is_participle(low) for low in pair) and not has_comma(words, i - 1):
            yield Rewrite("swapped", i - 1, i + 2, (words.raw[i + 1], "and", words.raw[i - 1]), 2)
        start, end = _capitals(words, i, -1), _capitals(words, i, 1)
        apart = i - start >= 2 and end - i > 2
        if apart and low_at(words, start - 1) != "the":
            made = (*words.raw[i + 1 : end], "and", *words.raw[start:i])
            yield Rewrite("swapped", start, end, made, 2)


def _capitals(words: Words, at: int, step: int) -> int:
    """Give the bound of the unquoted capitals beside a word; the word where they are marked."""
    edge = at + step
    while 0 <= edge < len(words) and is_name(words, edge) and not words.quoted[edge]:
        if not words.raw[edge][-1].isalnum() and not words.raw[edge].endswith("."):
            return at
        edge += step
    return edge + 1 if step < 0 else edge


def regions(words: Words) -> Iterator[Rewrite]:
    """Give "Silverdale in England" for "Silverdale, England"."""
    for i in range(1, len(words)):
        town = words.raw[i - 1]
        listed = words.low[i] in REGION and town[-1] == "," and is_name(words, i - 1)
        if listed and not words.quoted[i] and is_complete(words, i + 1):
            yield Rewrite("region", i - 1, i, (town[:-1], "in"), 2)
