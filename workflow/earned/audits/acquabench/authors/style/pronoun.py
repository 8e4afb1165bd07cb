"""Rewrites of the paraphrase by rule at the word that opens a relative clause."""

from __future__ import annotations

from collections.abc import Iterator

from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.words import (
    AUXILIARY,
    DETERMINER,
    PREPOSITION,
    RELATIVE,
    is_plural,
)
from earned.audits.acquabench.authors.style.phrase import (
    PRONOUNS,
    in_name,
    is_name,
    is_person,
    low_at,
    name_end,
    own,
)
from earned.audits.acquabench.authors.style.rewrite import (
    Rewrite,
    has_comma,
)
from earned.audits.acquabench.authors.style.words import (
    ACADEMIC,
    ACTIVITY,
    PERSON,
    SITE,
)
from earned.audits.acquabench.authors.tokens import Words


def pronouns(words: Words) -> Iterator[Rewrite]:
    """Exchange that, which and who; leave out that in front of a subject."""
    for i in range(1, len(words) - 1):
        low, noun = low_at(words, i), low_at(words, i - 1)
        if low not in PRONOUNS or noun in PREPOSITION:
            continue
        if low == "that" and noun in PERSON:
            yield Rewrite("who", i, i + 1, ("who",), 1)
        elif low == "that" and noun and not is_person(noun):
            yield Rewrite("which", i, i + 1, ("which",), 1)
        elif low != "that" and not has_comma(words, i - 1) and "that" not in words.low[:i][-4:]:
            yield Rewrite("that", i, i + 1, ("that",), 1)
        if low == "that" and noun and low_at(words, i + 1) in {"the", "his", "her", "its"}:
            yield Rewrite("no-that", i, i + 1, (), 2)


def where(words: Words) -> Iterator[Rewrite]:
    """Exchange where and at which, in which."""
    for i in range(1, len(words) - 1):
        noun = low_at(words, i - 1)
        if noun not in SITE:
            continue
        if low_at(words, i) == "where":
            at = "at" if noun in ACADEMIC else "in"
            yield Rewrite("at-which", i, i + 1, (at, "which"), 1)
        elif low_at(words, i) in {"at", "in"} and low_at(words, i + 1) == "which":
            yield Rewrite("where", i, i + 2, ("where",), 1)


def determined(words: Words) -> Iterator[Rewrite]:
    """Give "that ship which" for "the ship which": the clause tells which one is meant."""
    for i in range(len(words) - 2):
        end = _plain_end(words, i + 1)
        if words.low[i] != "the" or in_name(words, i) or end == i + 1:
            continue
        noun, opener = words.low[end - 1], low_at(words, end)
        if is_plural(noun):
            continue
        pied = opener in {"at", "in", "on", "by"} and low_at(words, end + 1) == "which"
        if pied or opener in {"which", "who", "where", "called", "whose"}:
            yield Rewrite("that-noun", i, i + 1, ("that",), 3)
        elif opener == "that" and (noun in PERSON or not is_person(noun)):
            pronoun = "who" if noun in PERSON else "which"
            yield Rewrite("that-noun", i, end + 1, ("that", *words.raw[i + 1 : end], pronoun), 3)


def _plain_end(words: Words, start: int) -> int:
    """Give the index after a row of plain nouns and adjectives."""
    at = start
    closed = AUXILIARY | PREPOSITION | RELATIVE | DETERMINER | {"called"}
    while (low := low_at(words, at)) and low not in closed and not verbs.is_past(low):
        at += 1
        if has_comma(words, at - 1):
            return start
    return at


def born(words: Words) -> Iterator[Rewrite]:
    """Give "X's town of birth" for "the town where X was born"."""
    for i in range(2, len(words) - 3):
        if words.low[i - 2] != "the" or not low_at(words, i - 1):
            continue
        row = words.low[i : i + 2]
        start = i + 1 if row[0] == "where" else i + 2 if row == ("in", "which") else i
        end = name_end(words, start)
        if start > i and end > start and words.low[end : end + 2] == ("was", "born"):
            made = (*own(words.raw[start:end]), words.raw[i - 1], "of", "birth")
            yield Rewrite("birth", i - 2, end + 2, made, 2)


def once(words: Words) -> Iterator[Rewrite]:
    """Give "X once studied" for "X studied" in a relative clause."""
    for i in range(2, len(words)):
        inside = {"where", "which"} & set(words.low[:i])
        if inside and low_at(words, i) in ACTIVITY and is_name(words, i - 1):
            yield Rewrite("once", i, i, ("once",), 2)
