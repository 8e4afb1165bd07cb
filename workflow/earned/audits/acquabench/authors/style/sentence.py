"""Rewrites of the paraphrase by rule that change the order of a sentence, or a single word."""

from __future__ import annotations

from collections.abc import Iterator

from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.words import (
    ARTICLE,
    BE,
    HAVE,
    PREPOSITION,
    RELATIVE,
    is_plural,
)
from earned.audits.acquabench.authors.style.phrase import (
    PRONOUNS,
    in_name,
    is_complete,
    is_dated,
    is_name,
    is_person,
    low_at,
    name_end,
    phrase_end,
)
from earned.audits.acquabench.authors.style.rewrite import Rewrite, participle_of, past_of
from earned.audits.acquabench.authors.style.words import (
    FIRST_NAMES,
    NAMING,
    SYNONYMS,
)
from earned.audits.acquabench.authors.tokens import Words


def _marked(words: Words) -> bool:
    return any(word.endswith(",") for word in words.raw)


def passive(words: Words) -> Iterator[Rewrite]:
    """Give "X was founded by the value" for "the value founded X"."""
    participle = participle_of(low_at(words, 1))
    if words.raw[0] != SLOT or not participle or low_at(words, 2) != "the" or _marked(words):
        return
    end = phrase_end(words, 2)
    if end == len(words) or low_at(words, end) in RELATIVE | PREPOSITION:
        be = "were" if is_plural(low_at(words, end - 1)) else "was"
        yield Rewrite("passive", 0, len(words), (*words.raw[2:], be, participle, "by", SLOT), 2)


def passive_name(words: Words) -> Iterator[Rewrite]:
    """Give "Y is played by X in a film" for "X plays Y in a film"."""
    verb = name_end(words, 0)
    if not verb or verb + 2 > len(words):
        return
    be, participle = _finite(low_at(words, verb))
    end = phrase_end(words, verb + 1)
    if not participle or end == verb + 1 or words.raw[end - 1][-1] == ",":
        return
    if low_at(words, end) == "of":
        return
    if is_name(words, verb + 1) or low_at(words, verb + 1) in ARTICLE:
        # a relative clause goes with its noun, and its end must be known
        clause = low_at(words, end) in PRONOUNS
        if clause and words.raw[-1] != SLOT:
            return
        rest = len(words) if clause else end
        made = (*words.raw[verb + 1 : rest], be, participle, "by", *words.raw[:verb])
        yield Rewrite("passive", 0, len(words), (*made, *words.raw[rest:]), 3)


def _finite(verb: str) -> tuple[str, str]:
    """Give the auxiliary and participle of a finite verb's passive."""
    base = verb.removesuffix("s")
    if verb != base and verbs.is_base(base):
        return "is", participle_of(verbs.past(base))
    return "was", participle_of(verb)


def active(words: Words) -> Iterator[Rewrite]:
    """Give "the value founded X" for "X was founded by the value"."""
    n = len(words)
    if n < 6 or words.raw[-1] != SLOT or words.low[-2] != "by" or words.low[-4] not in BE:
        return
    past = past_of(low_at(words, n - 3))
    if past and low_at(words, n - 5) not in PRONOUNS:
        yield Rewrite("active", 0, n, (SLOT, past, *words.raw[: n - 4]), 2)


def flipped(words: Words) -> Iterator[Rewrite]:
    """Give "the voice of Y is X" for "X is the voice of Y"."""
    verb = name_end(words, 0)
    if not verb or low_at(words, verb) not in {"is", "was"} or _marked(words):
        return
    rest = words.raw[verb + 1 :]
    if rest and low_at(words, verb + 1) in ARTICLE and SLOT in rest:
        yield Rewrite("flipped", 0, len(words), (*rest, words.raw[verb], *words.raw[:verb]), 3)


def named(words: Words) -> Iterator[Rewrite]:
    """Give "X is named Y" for "the name of X is Y", "X has the first name Y" for its like."""
    n = len(words)
    if n < 6 or words.low[0] != "the" or words.raw[-1] != SLOT or words.low[-2] not in BE:
        return
    if low_at(words, 1) in NAMING and words.low[2] == "of":
        made = (*words.raw[3 : n - 1], NAMING[words.low[1]], SLOT)
        yield Rewrite("named", 0, n, made, 2)
    if words.low[1:3] in FIRST_NAMES and words.low[3] == "of" and words.low[-2] == "is":
        made = (*words.raw[4 : n - 2], "has", "the", *words.raw[1:3], SLOT)
        yield Rewrite("has-name", 0, n, made, 2)


def has_in(words: Words) -> Iterator[Rewrite]:
    """Give "X has its home town in the value" for "the home town of X is in the value"."""
    if words.low[0] != "the" or words.raw[-1] != SLOT or low_at(words, len(words) - 2) != "in":
        return
    of = words.low.index("of") if "of" in words.low else 0
    end = phrase_end(words, of + 1)
    plain = of > 1 and all(low_at(words, n) for n in range(of)) and end == len(words) - 3
    persons = any(is_person(low_at(words, n)) for n in range(of + 1, end))
    if plain and words.low[end] == "is" and not persons:
        made = (*words.raw[of + 1 : end], "has", "its", *words.raw[1:of], "in", SLOT)
        yield Rewrite("has-in", 0, len(words), made, 2)


def fronted(words: Words) -> Iterator[Rewrite]:
    """Give "in the value, X was founded" for "X was founded in the value", or with a year."""
    n = len(words)
    closing = words.raw[-1] == SLOT and low_at(words, n - 2) in {"in", "on", "at"}
    main = n > 5 and low_at(words, n - 4) in BE and low_at(words, n - 5) not in PRONOUNS
    if closing and main and verbs.is_participle(low_at(words, n - 3)) and not _marked(words):
        made = (words.raw[-2], SLOT + ",", *words.raw[: n - 2])
        yield Rewrite("fronted", 0, n, made, 2)
    dated = n > 5 and is_dated(words, n - 2)
    simple = words.raw[0] == SLOT and low_at(words, 1) in BE and not set(words.low) & RELATIVE
    if dated and simple and verbs.is_participle(low_at(words, 2)) and "and" not in words.low:
        made = ("in", words.raw[-1] + ",", *words.raw[: n - 2])
        yield Rewrite("fronted", 0, n, made, 2)


def synonyms(words: Words) -> Iterator[Rewrite]:
    """Exchange a few function words and adverbs for others of the same meaning."""
    for phrase, other in SYNONYMS.items():
        row = tuple(phrase.split())
        for i in range(1, len(words) - len(row)):
            stop = i + len(row)
            if tuple(low_at(words, n) for n in range(i, stop)) != row or in_name(words, i):
                continue
            if _fits(words, phrase, i, stop):
                yield Rewrite("synonym", i, stop, tuple(other.split()), 2)


def _fits(words: Words, phrase: str, start: int, stop: int) -> bool:
    if phrase == "over":
        return words.low[stop][:1].isdigit()
    if phrase == "best known":
        return words.low[start - 1] in BE and words.low[stop] in {"for", "as"}
    return phrase != "located" or words.low[start - 1] in BE


def small(words: Words) -> Iterator[Rewrite]:
    """Make small changes of single constructions."""
    n = len(words)
    if words.low[:3] == ("of", "the", "two"):
        yield Rewrite("between", 0, 1, ("between",), 2)
    if n > 4 and low_at(words, n - 2) in {"more", "most"} and low_at(words, n - 4) in BE:
        made = (*words.raw[n - 2 :], words.raw[n - 3])
        yield Rewrite("adverb", n - 3, n, made, 1)
    for i in range(1, n - 1):
        if low_at(words, i - 1) == "plays" and low_at(words, i) == "at":
            yield Rewrite("plays-in", i, i + 1, ("in",), 3)
        if low_at(words, i) == "starring" and words.raw[i - 1][-1] == ",":
            yield Rewrite("stars", i, i + 1, ("which", "stars"), 2)


def in_fact(words: Words) -> Iterator[Rewrite]:
    """Put "in fact" beside the verb; once, and where nothing else helps."""
    if "fact" in words.low:
        return
    for i in range(1, len(words) - 1):
        if verbs.is_third_person(low_at(words, i)) and is_name(words, i - 1):
            yield Rewrite("in-fact", i, i, ("in", "fact"), 6)
        main = low_at(words, i) in BE | HAVE and low_at(words, i - 1) not in PRONOUNS
        if main and not in_name(words, i) and is_complete(words, i):
            yield Rewrite("in-fact", i + 1, i + 1, ("in", "fact"), 6)
