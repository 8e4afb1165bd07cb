"""Rewrites of the paraphrase by rule between of and the possessive."""

from __future__ import annotations

from collections.abc import Iterator

from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.words import AUXILIARY, PREPOSITION, RELATIVE
from earned.audits.acquabench.authors.style.phrase import (
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
from earned.audits.acquabench.authors.style.rewrite import Rewrite, has_comma
from earned.audits.acquabench.authors.style.words import (
    NAMED,
    RELATIONAL,
    RELATIONAL_PAIRS,
    SUPERLATIVE,
    WORK,
)
from earned.audits.acquabench.authors.tokens import Words, lexicon

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
