"""Names and simple noun phrases in a statement, told by capitals and closed classes."""

from __future__ import annotations

from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.words import (
    ARTICLE,
    AUXILIARY,
    CONJUNCTION,
    DETERMINER,
    PREPOSITION,
    RELATIVE,
    is_adverb,
)
from earned.audits.acquabench.authors.style.words import PERSON, PERSON_ENDINGS, THING
from earned.audits.acquabench.authors.tokens import EDGE, Words, lexicon

PRONOUNS = frozenset(("that", "which", "who"))
_INSIDE = lexicon("of the for and in at on to a an over under with from de van von du i &")
_POSSESSIVE = ("'s", "’s", "s'", "s’")


def is_name(words: Words, index: int) -> bool:
    """Say whether a word stands in quotation marks or begins with a capital letter."""
    if index >= len(words) or SLOT in words.raw[index]:
        return False
    return words.quoted[index] or words.raw[index].lstrip(EDGE)[:1].isupper()


def closes(words: Words, index: int) -> bool:
    """Say whether a comma, bracket or the slot ends a phrase with this word."""
    return words.raw[index][-1] in ",;:)" or SLOT in words.raw[index]


def owned(words: Words, index: int) -> bool:
    """Say whether a word as written is a possessive."""
    return words.raw[index].endswith(_POSSESSIVE)


def low_at(words: Words, index: int) -> str:
    """Give a plain word's lower case; "" outside the statement and for all other words."""
    return words.low[index] if 0 <= index < len(words) and words.plain(index) else ""


def name_end(words: Words, start: int) -> int:
    """Give the index after a name that begins at `start`; `start` itself where none does.

    A name is a quotation, or a run of capitals with the small words that names have inside
    ("Order of the Lamp"): where it is in doubt whether a name goes on, it does.
    """
    if not is_name(words, start):
        return start
    end = start + 1
    while end < len(words) and not closes(words, end - 1) and not owned(words, end - 1):
        if words.quoted[start] != words.quoted[end]:
            break
        after = end
        while low_at(words, after) in _INSIDE and after - end < 2:
            after += 1
        if not is_name(words, after) or (after > end and words.quoted[after]):
            break
        end = after + 1
    return end


def names(words: Words) -> list[tuple[int, int]]:
    """List the names of a statement as (first word, word after the last)."""
    found, at = [], 0
    while at < len(words):
        end = name_end(words, at)
        if end > at:
            found.append((at, end))
        at = max(end, at + 1)
    return found


def in_name(words: Words, index: int) -> bool:
    """Say whether a word stands inside a name, not at its beginning."""
    return any(start < index < end for start, end in names(words))


def simple_name(words: Words, start: int, end: int) -> bool:
    """Say whether all words of a name have capitals, so that its extent is beyond doubt."""
    return start < end and all(is_name(words, n) for n in range(start, end))


def phrase_end(words: Words, start: int) -> int:
    """Give the index after a noun phrase of determiner, plain words and names, no more."""
    at = start
    while at < len(words) and SLOT not in words.raw[at]:
        if is_name(words, at):
            at = name_end(words, at)
        elif _inside_phrase(words, at, first=at == start):
            at += 1
        else:
            return at
        if closes(words, at - 1):
            return at
    return at


def _inside_phrase(words: Words, at: int, *, first: bool) -> bool:
    low = words.low[at]
    if low in DETERMINER:
        return first
    if low in AUXILIARY | PREPOSITION | RELATIVE | CONJUNCTION or is_adverb(low):
        return False
    return not verbs.is_past(low) and not (verbs.is_third_person(low) and _verbal(words, at))


def _verbal(words: Words, at: int) -> bool:
    """Say whether a word that can be a verb or a plural noun is followed like a verb."""
    return low_at(words, at + 1) in ARTICLE or is_name(words, at + 1)


def is_complete(words: Words, end: int) -> bool:
    """Say whether what follows a phrase cannot belong to it: end, comma, verb, year, relative."""
    if end == len(words) or closes(words, end - 1):
        return True
    low = low_at(words, end)
    # after a plain noun a past may be a participle: "the character depicted as"
    past = verbs.is_past(low) and is_name(words, end - 1)
    verb = low in AUXILIARY or past or verbs.is_third_person(low)
    return verb or is_dated(words, end) or low in PRONOUNS


def is_dated(words: Words, index: int) -> bool:
    """Say whether "in" and a year stand here, the year without a comma."""
    if low_at(words, index) != "in" or index + 1 == len(words):
        return False
    return words.raw[index + 1].isdigit() and len(words.raw[index + 1]) == 4


def is_person(noun: str) -> bool:
    """Say whether a noun may name a person."""
    single = noun.removesuffix("s")
    known = noun in PERSON or single in PERSON
    return known or (single not in THING and single.endswith(PERSON_ENDINGS))


def own(phrase: tuple[str, ...]) -> tuple[str, ...]:
    """Put a phrase into the possessive; a comma at its end goes."""
    last = phrase[-1].rstrip(",")
    return (*phrase[:-1], last + ("'" if last.endswith("s") else "'s"))


def disown(word: str) -> str:
    """Take a possessive ending off a word."""
    return word[:-2] if word.endswith(("'s", "’s")) else word[:-1]
