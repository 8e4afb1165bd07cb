"""Rewrites of the paraphrase by rule that change relative clauses."""

from __future__ import annotations

from collections.abc import Iterator

from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.words import (
    AUXILIARY,
    BE,
    DETERMINER,
    HAVE,
    PREPOSITION,
    RELATIVE,
    is_adverb,
    is_plural,
)
from earned.audits.acquabench.authors.style.phrase import (
    PRONOUNS,
    is_complete,
    is_dated,
    is_name,
    is_person,
    low_at,
    name_end,
    phrase_end,
)
from earned.audits.acquabench.authors.style.rewrite import (
    Rewrite,
    has_comma,
    participle_of,
    past_of,
)
from earned.audits.acquabench.authors.style.words import (
    STATES,
)
from earned.audits.acquabench.authors.tokens import Words


def shortened(words: Words) -> Iterator[Rewrite]:
    """Give "the arena completed" for "the arena that was completed"."""
    for i in range(1, len(words) - 3):
        if low_at(words, i) not in PRONOUNS or low_at(words, i + 1) not in BE:
            continue
        # what a noun inside the phrase names would else seem to be meant, or one of two clauses
        fits = low_at(words, i) == "who" or not is_person(low_at(words, i - 1))
        if not fits or has_comma(words, i - 1) or "and" in words.low[i:]:
            continue
        at = i + 3 if low_at(words, i + 2) in {"first", "originally", "later"} else i + 2
        if verbs.is_participle(low_at(words, at)):
            yield Rewrite("reduced", i, i + 2, (), 1)


def full(words: Words) -> Iterator[Rewrite]:
    """Give "a film that was directed by" or "a film that X directed" for "a film directed by X"."""
    for i in range(1, len(words) - 1):
        if not _is_reduced(words, i):
            continue
        be = "is" if words.low[i] in STATES else "was"
        noun, comma = low_at(words, i - 1), has_comma(words, i - 1)
        be = ("are" if be == "is" else "were") if noun and is_plural(noun) else be
        pronoun = "which" if comma else "who" if is_person(noun) else "that"
        yield Rewrite("full", i, i, (pronoun, be), 2)
        if not comma:
            yield from _active(words, i)


def _is_reduced(words: Words, i: int) -> bool:
    """Say whether a participle follows a noun as its reduced relative clause."""
    low, noun, after = low_at(words, i), low_at(words, i - 1), low_at(words, i + 1)
    closed = AUXILIARY | PREPOSITION | DETERMINER | PRONOUNS | {"and", "or", "as"}
    if not verbs.is_participle(low) or noun in closed or is_adverb(noun):
        return False
    if after == "by":
        return not any(one in BE | HAVE for one in words.low[max(0, i - 3) : i])
    return low in STATES and after in PREPOSITION


def _active(words: Words, i: int) -> Iterator[Rewrite]:
    if low_at(words, i + 1) != "by" or i + 2 >= len(words):
        return
    end = i + 3 if words.raw[i + 2] == SLOT else phrase_end(words, i + 2)
    past = past_of(words.low[i])
    if past and end > i + 2 and is_complete(words, end) and not has_comma(words, end - 1):
        yield Rewrite("active", i, end, ("that", *words.raw[i + 2 : end], past), 2)


def by_which(words: Words) -> Iterator[Rewrite]:
    """Give "by which X was carried" for "that carried X"."""
    for i in range(2, len(words) - 3):
        pronoun, participle = low_at(words, i), participle_of(low_at(words, i + 1))
        if pronoun not in PRONOUNS or has_comma(words, i - 1) or not participle:
            continue
        end = phrase_end(words, i + 2)
        person = is_person(low_at(words, i - 1)) or not low_at(words, i - 1)
        definite = low_at(words, i + 2) == "the" or is_name(words, i + 2)
        ends = end == len(words) or low_at(words, end) in AUXILIARY
        if person or not definite or not ends or has_comma(words, end - 1):
            continue
        be = "were" if is_plural(low_at(words, end - 1)) else "was"
        made = ("by", "which", *words.raw[i + 2 : end], be, participle)
        yield Rewrite("by-which", i, end, made, 3)


def stranded(words: Words) -> Iterator[Rewrite]:
    """Give "that X appeared in" for "in which X appeared" at a sentence's end."""
    for i in range(2, len(words) - 2):
        if low_at(words, i) not in PREPOSITION or low_at(words, i + 1) != "which":
            continue
        rest = words.low[i + 2 :]
        if not any(low in RELATIVE or low.isdigit() or SLOT.lower() in low for low in rest):
            made = ("that", *words.raw[i + 2 :], words.raw[i])
            yield Rewrite("stranded", i, len(words), made, 2)


def whose(words: Words) -> Iterator[Rewrite]:
    """Give "with X as its home ground" for "whose home ground is X"."""
    for i in range(2, len(words) - 3):
        if low_at(words, i) != "whose" or is_person(low_at(words, i - 1)):
            continue
        verb = phrase_end(words, i + 1)
        end = name_end(words, verb + 1)
        ends = end == len(words) or low_at(words, end) in BE
        if low_at(words, verb) == "is" and end > verb + 1 and ends:
            made = ("with", *words.raw[verb + 1 : end], "as", "its", *words.raw[i + 1 : verb])
            yield Rewrite("whose", i, end, made, 2)


def timed(words: Words) -> Iterator[Rewrite]:
    """Move "in 1961" from the end of a relative clause to its beginning."""
    for i in range(2, len(words) - 1):
        if not is_dated(words, i) or not (i + 2 == len(words) or low_at(words, i + 2) in BE):
            continue
        opened = [n for n in range(1, i) if low_at(words, n) in PRONOUNS]
        if not opened:
            continue
        at = opened[-1] + 1
        if not _belongs(words, at, i):
            continue
        if words.low[at] == "the" or is_name(words, at):
            when = (words.raw[at - 1] + ",", "in", words.raw[i + 1] + ",")
            yield Rewrite("timed", at - 1, i + 2, (*when, *words.raw[at:i]), 2)
        elif verbs.is_past(low_at(words, at)) or low_at(words, at) in BE:
            yield Rewrite("timed", at, i + 2, (*words.raw[i : i + 2], *words.raw[at:i]), 2)


def _belongs(words: Words, start: int, stop: int) -> bool:
    """Say whether a time at the end of a clause belongs to its verb and to no other."""
    if "and" in words.low[start:stop]:
        return False
    spoken = [n for n in range(start, stop) if verbs.is_participle(low_at(words, n))]
    return not spoken or spoken[-1] != stop - 1 or len(spoken) == 1


def passive_clause(words: Words) -> Iterator[Rewrite]:
    """Give "that was won by X" for "that X won"."""
    for i in range(1, len(words) - 2):
        noun = low_at(words, i - 1)
        if low_at(words, i) not in {"that", "which"} or has_comma(words, i - 1):
            continue
        if not noun or noun in PREPOSITION:
            continue
        verb = phrase_end(words, i + 1)
        participle = participle_of(low_at(words, verb))
        ends = verb + 1 == len(words) or is_dated(words, verb + 1)
        if verb > i + 1 and participle and ends:
            be = "were" if is_plural(noun) else "was"
            made = (words.raw[i], be, participle, "by", *words.raw[i + 1 : verb])
            yield Rewrite("passive-clause", i, verb + 1, made, 3)
