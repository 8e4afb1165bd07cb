"""Finite verbs and noun phrases, told apart by closed classes and spelling."""

from __future__ import annotations

from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.words import (
    ARTICLE,
    AUXILIARY,
    PREPOSITION,
    RELATIVE,
    is_adverb,
)
from earned.audits.acquabench.authors.tokens import Words


def needed_by_relative(rest: Words, index: int) -> bool:
    """Say whether a participle belongs to a clause inside the subject.

    It does where an auxiliary stands right before it, and where the last relative clause before it
    would else have no finite verb.
    """
    before = index - 1
    while before > 0 and is_adverb(rest.low[before]):
        before -= 1
    if rest.plain(before) and rest.low[before] in AUXILIARY:
        return True
    relative = [i for i in range(index) if rest.plain(i) and rest.low[i] in RELATIVE]
    between = range(relative[-1] + 1, index) if relative else range(0)
    return bool(relative) and not any(finite(rest, i) for i in between)


def finite(words: Words, index: int) -> bool:
    """Say whether a word can be a finite verb."""
    low = words.low[index]
    if not words.plain(index):
        return False
    return low in AUXILIARY or verbs.is_past(low) or verbs.is_third_person(low)


def is_noun_phrase(rest: Words) -> bool:
    """Say whether a phrase is one definite noun phrase, its relative clauses complete."""
    if not len(rest) or stray_article(rest.raw) or rest.opening in {"a", "an", "there"}:
        return False
    relative = [i for i, low in enumerate(rest.low) if rest.plain(i) and low in RELATIVE]
    found = [i for i in range(len(rest)) if finite(rest, i) and not _participle_after(rest, i)]
    if not relative:
        return not any(rest.low[i] in AUXILIARY for i in found)
    return len(found) <= len(relative) and found[:1] > relative[:1]


def _participle_after(rest: Words, index: int) -> bool:
    return index > 0 and rest.low[index - 1] in AUXILIARY


def stray_article(words: tuple[str, ...]) -> bool:
    """Say whether an article stands inside a phrase with no preposition or comma before it.

    Such a phrase is two phrases: "movie the actress", "the city … the seat".
    """
    return any(
        words[i].lower() in ARTICLE
        and words[i - 1].lower() not in PREPOSITION | RELATIVE | {"and", "or"}
        and words[i - 1][-1:] not in ',:;"(&'
        and words[i].islower()
        for i in range(1, len(words))
    )
