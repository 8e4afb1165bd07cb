"""Questions that open with which or what and a noun phrase."""

from __future__ import annotations

from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar.clause import NotCoveredError, invert, is_predicate
from earned.audits.acquabench.authors.grammar.draft import Draft, draft, naming, require_argument
from earned.audits.acquabench.authors.grammar.gap import fill_gap, require_object_gap, unpaired
from earned.audits.acquabench.authors.grammar.noun import (
    apposition,
    head_of,
    main_verb,
    relative_word,
)
from earned.audits.acquabench.authors.grammar.phrase import is_noun_phrase, needed_by_relative
from earned.audits.acquabench.authors.grammar.pied import pied, timed
from earned.audits.acquabench.authors.grammar.words import (
    ATTRIBUTE_NOUN,
    AUXILIARY,
    DEMONYM,
    DO,
    PLACE_NOUN,
    POSSESSIVE,
    PREPOSITION,
    PROPERTY_NOUN,
    RELATIVE,
    TIME_NOUN,
    is_adverb,
)
from earned.audits.acquabench.authors.tokens import Words, lexicon

# with a place as their question noun these leave out a preposition
_PLACE_RISK = lexicon(
    """play plays played perform performs performed study studies studied teach teaches taught
    work works worked train trains trained serve serves served graduate graduated speak grow
    grew"""
)
_COMPOUND = lexicon("men's women's children's")
_SITED = lexicon("located based headquartered situated born held")


def which(words: Words, reference: str) -> list[Draft]:
    """Draft statements for `which` + noun phrase + verb phrase, subject or object.

    Raises:
        NotCoveredError: with the reason.
    """
    phrase = words[1:]
    if phrase.opening in {"of", "one"}:
        raise NotCoveredError("which-of")
    at = main_verb(phrase)
    noun, verb, rest = phrase[:at], phrase.low[at], phrase[at + 1 :]
    head = head_of(noun)
    if any(_possessive(noun, index) for index in range(len(noun))):
        raise NotCoveredError("possessive-question-word")
    if head in TIME_NOUN and verb in AUXILIARY:
        return timed(noun, verb, rest, reference)
    if verb in DO or (verb in AUXILIARY and _inverted(verb, rest, head)):
        return _object(noun, head, verb, rest, reference)
    return _subject(noun, head, phrase[at:], reference)


def _possessive(noun: Words, index: int) -> bool:
    """Say whether the question word asks for an owner ("which band's drummer")."""
    low = noun.low[index]
    return noun.plain(index) and low.endswith(POSSESSIVE) and low not in _COMPOUND


def _inverted(verb: str, rest: Words, head: str) -> bool:
    """Say whether the subject follows the auxiliary, as in "what company is X owned by".

    Raises:
        NotCoveredError: `ambiguous-inversion` where that cannot be told.
    """
    if not len(rest):
        raise NotCoveredError("no-verb-phrase")
    at = 1 if is_adverb(rest.opening) and len(rest) > 1 else 0
    if is_predicate(verb, rest, at) or at or rest.opening in PREPOSITION | {"a", "an", "also"}:
        return False
    if rest.opening in DEMONYM and not _ends_open(verb, rest):
        return False
    if _ends_open(verb, rest) or head in PROPERTY_NOUN:
        return True
    if rest.plain(0) and rest.opening not in {"both", "his", "her", "their"}:
        return False
    raise NotCoveredError("ambiguous-inversion")


def _ends_open(verb: str, rest: Words) -> bool:
    """Say whether a stranded preposition or a participle ends the question's main clause."""
    last = len(rest) - 1
    if last > 0 and is_predicate(verb, rest, last) and not needed_by_relative(rest, last):
        return True
    if any(low in RELATIVE for low in rest.low):
        return rest.ending in PREPOSITION
    return unpaired(rest) >= 0


def _subject(noun: Words, head: str, predicate: Words, reference: str) -> list[Draft]:
    if head in PROPERTY_NOUN and predicate.opening in AUXILIARY and predicate[1:].opening == "the":
        raise NotCoveredError("property-noun")
    if any(noun.plain(i) and low in RELATIVE for i, low in enumerate(noun.low)):
        raise NotCoveredError("stacked-relatives")
    words = [predicate.raw[0].lower(), *predicate.raw[1:]]
    return naming("which-subject", noun, head, [relative_word(head), *words], reference)


def filler(noun: Words) -> list[str]:
    """Stand for a question's noun phrase: the slot alone, or with the phrase in apposition."""
    if len(noun) == 1:
        return [SLOT]
    return [f"{SLOT},", *apposition(noun)]


def _object(noun: Words, head: str, verb: str, rest: Words, reference: str) -> list[Draft]:
    if head in PROPERTY_NOUN and verb not in DO:
        return _property(head, verb, rest)
    try:
        clause = invert(verb, rest)
    except NotCoveredError as error:
        if error.reason != "no-verb" or not is_noun_phrase(rest[:-1]):
            raise
        return _copula(noun, verb, rest, reference)
    if unpaired(clause.tail) >= 0:
        require_argument(reference)
        return [draft("which-prepositional", fill_gap(clause, filler(noun)))]
    if not len(clause.tail) and head in PLACE_NOUN and clause.verb[-1] in _SITED:
        return pied("in", noun, verb, rest, reference)
    require_object_gap(clause)
    if head in PLACE_NOUN and clause.verb[-1] in _PLACE_RISK:
        raise NotCoveredError("missing-preposition")
    relative = ["that", *clause.head, *clause.tail.raw]
    return naming("which-object", noun, head, relative, reference)


def _property(head: str, verb: str, rest: Words) -> list[Draft]:
    if head not in ATTRIBUTE_NOUN - {"ancestry"}:
        raise NotCoveredError("property-noun")
    return [draft("which-property", [*rest.raw, verb, "of", SLOT, head])]


def _copula(noun: Words, verb: str, rest: Words, reference: str) -> list[Draft]:
    """Draft for `what state is X in`, a preposition standing alone at the end."""
    last = len(rest) - 1
    if last < 1 or rest.low[last] not in PREPOSITION or verb in DO:
        raise NotCoveredError("no-verb")
    require_argument(reference)
    return [draft("which-copula", [*rest.raw[:last], verb, rest.raw[last], *filler(noun)])]
