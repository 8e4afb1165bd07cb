"""Rewrites of the paraphrase by rule that change noun phrases."""

from __future__ import annotations

from collections.abc import Iterator

from earned.audits.acquabench.authors import rule_verbs as verbs
from earned.audits.acquabench.authors.rule_words import AUXILIARY, DETERMINER, PREPOSITION, RELATIVE
from earned.audits.acquabench.authors.style_phrase import (
    PRONOUNS,
    disown,
    in_name,
    is_complete,
    is_name,
    low_at,
    name_end,
    names,
    own,
    owned,
    phrase_end,
    simple_name,
)
from earned.audits.acquabench.authors.style_rewrite import Rewrite, has_comma
from earned.audits.acquabench.authors.style_words import (
    APPOSITIVE,
    NAMED,
    REGION,
    RELATIONAL,
    RELATIONAL_PAIRS,
    SINGLE,
    SUPERLATIVE,
    WORK,
)
from earned.audits.acquabench.authors.tokens import Words, article, lexicon

_COMPANY = lexicon("company works corporation")


def genitive(words: Words) -> Iterator[Rewrite]:
    """Give "X's captain" for "the captain of X"."""
    for i in range(len(words) - 3):
        of = _of(words, i)
        if words.low[i] != "the" or in_name(words, i) or of < i + 2:
            continue
        head = words.low[i + 1 : of]
        if head[-1] not in RELATIONAL and head[-2:] not in RELATIONAL_PAIRS:
            continue
        end = phrase_end(words, of + 1)
        if not _can_own(words, of + 1, end):
            continue
        comma = "," if words.raw[end - 1].endswith(",") else ""
        thing = (*words.raw[i + 1 : of - 1], words.raw[of - 1] + comma)
        yield Rewrite("genitive", i, end, (*own(words.raw[of + 1 : end]), *thing), 2)


def _of(words: Words, start: int) -> int:
    """Find the of after a noun with at most three words before it; 0 where there is none."""
    for at in range(start + 1, min(start + 6, len(words) - 1)):
        if low_at(words, at) == "of":
            return at
        if words.quoted[at] or words.low[at] in AUXILIARY | RELATIVE | PREPOSITION:
            return 0
    return 0


def _can_own(words: Words, start: int, end: int) -> bool:
    """Say whether a phrase can take the possessive: short, complete, no quotation, no clause."""
    if end == start or words.quoted[end - 1] or owned(words, end - 1):
        return False
    if not is_complete(words, end) or "called" in words.low[start:end]:
        return False
    return low_at(words, end) not in PRONOUNS or is_name(words, start)


def of_phrase(words: Words) -> Iterator[Rewrite]:
    """Give "the father of X" for "X's father", and "the single by X" for "X's single"."""
    for start, stop in names(words):
        if not owned(words, stop - 1) or words.quoted[start] or not simple_name(words, start, stop):
            continue
        before = start - 1 if start else 0
        opens = before and low_at(words, before) == "the"
        lead = low_at(words, before - 1) if opens else low_at(words, before)
        if start and not (lead in PREPOSITION | AUXILIARY or verbs.is_past(lead)):
            continue
        end = _possession_end(words, stop)
        if end > stop:
            yield _as_of_phrase(words, before if opens else start, stop, end)


def _possession_end(words: Words, start: int) -> int:
    """Give the index after the plain nouns that are owned, and the title after a work."""
    at = start
    closed = PREPOSITION | AUXILIARY | RELATIVE
    while at < len(words) and (low_at(words, at) or words.raw[at].isdigit()):
        low = words.low[at]
        if low in closed or verbs.is_past(low):
            break
        at += 1
        if has_comma(words, at - 1):
            return at
    if at == start or not is_name(words, at):
        return at
    return name_end(words, at) if words.low[at - 1] in NAMED else start


def _as_of_phrase(words: Words, start: int, stop: int, end: int) -> Rewrite:
    thing = words.raw[stop:end]
    comma = "," if thing[-1].endswith(",") else ""
    link = "by" if set(words.low[stop:end]) & WORK else "of"
    owner = (*words.raw[start : stop - 1], disown(words.raw[stop - 1]) + comma)
    made = ("the", *thing[:-1], thing[-1].rstrip(","), link, *owner)
    return Rewrite("of-phrase", start, end, made, 2)


def placed(words: Words) -> Iterator[Rewrite]:
    """Give "Georgia's oldest university" for "the oldest university in Georgia"."""
    for i in range(len(words) - 4):
        if words.low[i] != "the" or low_at(words, i + 1) not in SUPERLATIVE:
            continue
        at = phrase_end(words, i)
        end = name_end(words, at + 1)
        if low_at(words, at) in {"in", "of"} and end > at + 1 and is_complete(words, end):
            made = (*own(words.raw[at + 1 : end]), *words.raw[i + 1 : at])
            yield Rewrite("placed", i, end, made, 2)


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
