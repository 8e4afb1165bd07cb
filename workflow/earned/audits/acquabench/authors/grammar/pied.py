"""Question phrases of time or place, and those that open with a preposition ("in what year")."""

from __future__ import annotations

from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar.clause import NotCoveredError, invert
from earned.audits.acquabench.authors.grammar.draft import Draft, draft, require_argument
from earned.audits.acquabench.authors.grammar.gap import closed
from earned.audits.acquabench.authors.grammar.noun import apposition, head_of, main_verb
from earned.audits.acquabench.authors.grammar.phrase import is_noun_phrase
from earned.audits.acquabench.authors.grammar.value import time_preposition
from earned.audits.acquabench.authors.grammar.who import whom_after
from earned.audits.acquabench.authors.grammar.words import (
    AUXILIARY,
    BE,
    TIME_NOUN,
)
from earned.audits.acquabench.authors.tokens import Words


def prepositional(words: Words, reference: str) -> list[Draft]:
    """Draft for a preposition, then `what`, `which` or `whom`.

    Raises:
        NotCoveredError: with the reason.
    """
    preposition, phrase = words.opening, words[2:]
    if words.low[1] == "whom":
        return whom_after(preposition, phrase, reference)
    at = main_verb(phrase)
    noun, verb, rest = phrase[:at], phrase.low[at], phrase[at + 1 :]
    if verb not in AUXILIARY:
        raise NotCoveredError("no-inversion")
    return pied(preposition, noun, verb, rest, reference)


def timed(noun: Words, verb: str, rest: Words, reference: str) -> list[Draft]:
    """Draft for `what year was …`, which leaves the preposition out.

    Raises:
        NotCoveredError: `time-form` where the reference is no time, or another reason.
    """
    preposition = time_preposition(reference)
    if not preposition or noun.ending not in TIME_NOUN:
        raise NotCoveredError("time-form")
    if len(rest) and rest.ending == preposition:
        rest = rest[:-1]
    return pied(preposition, noun, verb, rest, reference)


def pied(preposition: str, noun: Words, verb: str, rest: Words, reference: str) -> list[Draft]:
    """Draft the clause with the preposition and the slot at its end.

    Raises:
        NotCoveredError: with the reason.
    """
    require_argument(reference)
    if head_of(noun) in TIME_NOUN and not time_preposition(reference):
        raise NotCoveredError("time-form")
    value = _value(noun)
    try:
        words = closed(invert(verb, rest))
    except NotCoveredError as error:
        sited = verb in BE and preposition in {"in", "on", "at"} and is_noun_phrase(rest)
        if error.reason != "no-verb" or not sited:
            raise
        words = [*rest.raw, verb]
    return [draft("prepositional", [*words, preposition, *value])]


def _value(noun: Words) -> list[str]:
    """Drop a single noun or a time; keep another phrase in apposition."""
    if len(noun) == 1 or noun.ending in TIME_NOUN:
        return [SLOT]
    return [f"{SLOT},", *apposition(noun)]
