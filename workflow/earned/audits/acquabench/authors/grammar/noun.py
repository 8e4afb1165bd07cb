"""Noun phrases of the question word: where they end, and what stands for them in a statement."""

from __future__ import annotations

from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.clause import NotCoveredError
from earned.audits.acquabench.authors.grammar.phrase import finite, stray_article
from earned.audits.acquabench.authors.grammar.words import (
    AUXILIARY,
    DETERMINER,
    PERSON_NOUN,
    PREPOSITION,
    RELATIVE,
    is_adverb,
    is_plural,
)
from earned.audits.acquabench.authors.tokens import Words, article, lexicon

# -s forms and short pasts that are nouns as often as verbs
_WEAK = lexicon(
    """titles goals credits works records stars plays hosts covers names states houses scores
    shows awards films points acts guards fights places uses ranks fields races reports
    supports supplies studies tours trades hit cast set cut put let lives runs leads lists
    lands marks means moves needs offices posts rules sails sees shares signs stages stands
    starts stops stores tells tries turns values views visits votes lines links looks models
    parts passes patents plans powers prints processes houses wounds witnesses features
    heads helps hunts lies burns casts deals dates designs directs draws drinks drives"""
)


def main_verb(words: Words, start: int = 1) -> int:
    """Find the finite verb that ends a noun phrase; verbs of relative clauses are passed over.

    Raises:
        NotCoveredError: `no-main-verb` or `ambiguous-main-verb`.
    """
    strong, weak = _finite(words, start)
    at = strong[0] if strong else weak[0] if weak else -1
    if at < 0:
        raise NotCoveredError("no-main-verb")
    before = words.low[at - 1]
    if words.plain(at - 1) and before in PREPOSITION | {"and", "or", "to"}:
        raise NotCoveredError("ambiguous-main-verb")
    if at not in strong and _reduced(words, at):
        raise NotCoveredError("no-main-verb")
    if stray_article(words.raw[:at]) or _rivalled(words, at, strong):
        raise NotCoveredError("ambiguous-main-verb")
    return at - 1 if at > start and is_adverb(before) and words.plain(at - 1) else at


def _rivalled(words: Words, at: int, strong: list[int]) -> bool:
    """Say whether a past form may be a participle, with another verb there to be the finite one."""
    low = words.low[at]
    others = [i for i in strong if i > at and words.low[i - 1] != "and"]
    return low not in AUXILIARY and verbs.is_participle(low) and bool(others)


def _finite(words: Words, start: int) -> tuple[list[int], list[int]]:
    """List finite verbs outside relative clauses: certain ones, and those that may be others."""
    strong: list[int] = []
    weak: list[int] = []
    relative = group = False
    for index in range(start, len(words)):
        low = words.low[index]
        if words.plain(index) and low in RELATIVE:
            relative, group = True, False
        elif finite(words, index) and not _noun_before_verb(words, index):
            if relative or (group and words.low[index - 1] == "and"):
                relative, group = False, True
            elif not (group and _continues(words, index)):
                (weak if _uncertain(words, index) else strong).append(index)
        elif not _continues(words, index):
            group = group and low == "and"
    return strong, weak


def _noun_before_verb(words: Words, index: int) -> bool:
    """Say whether an -s form is a plural noun: "titles has", "with credits"."""
    followed = index + 1 < len(words) and words.low[index + 1] in AUXILIARY
    governed = words.low[index - 1] in PREPOSITION | DETERMINER
    return (
        (followed or governed) and words.low[index] not in AUXILIARY and is_plural(words.low[index])
    )


def _continues(words: Words, index: int) -> bool:
    """Say whether a word goes on with the verb group before it."""
    low = words.low[index]
    before = words.low[index - 1]
    return is_adverb(low) or (
        (before in AUXILIARY or is_adverb(before))
        and (verbs.is_participle(low) or low in {"be", "been", "not"})
    )


def _uncertain(words: Words, index: int) -> bool:
    return words.low[index] in _WEAK or _reduced(words, index)


def _reduced(words: Words, index: int) -> bool:
    """Say whether a past form may be a participle that shortens a relative clause."""
    low = words.low[index]
    if low in AUXILIARY or not verbs.is_participle(low):
        return False
    following = words.low[index + 1] if index + 1 < len(words) else ""
    return following in PREPOSITION


def relative_word(head: str) -> str:
    """Choose who for a person's noun, else that."""
    return "who" if head in PERSON_NOUN else "that"


def head_of(noun: Words) -> str:
    """Give the head noun: the last word before a preposition, relative, comma or participle."""
    for index in range(1, len(noun)):
        low = noun.low[index]
        stop = low in PREPOSITION | RELATIVE or (verbs.is_participle(low) and noun.plain(index))
        if stop or noun.raw[index - 1].endswith(","):
            return noun.low[index - 1]
    return noun.ending if len(noun) else ""


def apposition(noun: Words) -> list[str]:
    """Give the words of an apposition that keeps the noun phrase, opened by a comma's word.

    Raises:
        NotCoveredError: `plural-apposition`, since a number would have to be judged.
    """
    if is_plural(head_of(noun)):
        raise NotCoveredError("plural-apposition")
    return [article(noun.raw[0]), *noun.raw]
