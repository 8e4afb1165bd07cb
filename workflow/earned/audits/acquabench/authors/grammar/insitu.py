"""Questions in statement order, whose question phrase stands where its value belongs."""

from __future__ import annotations

from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.clause import NotCoveredError
from earned.audits.acquabench.authors.grammar.draft import Draft, draft, require_argument
from earned.audits.acquabench.authors.grammar.gap import unpaired
from earned.audits.acquabench.authors.grammar.how import counted
from earned.audits.acquabench.authors.grammar.noun import apposition, head_of
from earned.audits.acquabench.authors.grammar.phrase import finite
from earned.audits.acquabench.authors.grammar.value import (
    starts_with_number,
    time_preposition,
    value_form,
)
from earned.audits.acquabench.authors.grammar.words import (
    ATTRIBUTE_NOUN,
    AUXILIARY,
    DETERMINER,
    PREPOSITION,
    RELATIVE,
    TIME_NOUN,
)
from earned.audits.acquabench.authors.tokens import Words


def in_place(words: Words, reference: str) -> list[Draft]:
    """Draft by putting the slot in the place of the question phrase.

    Raises:
        NotCoveredError: with the reason.
    """
    counted_at = [i for i in range(1, len(words) - 2) if words.low[i : i + 2] == ("how", "many")]
    at = counted_at[0] if counted_at else question_word(words)
    if not any(finite(words, index) for index in range(at)):
        raise NotCoveredError("no-clause")
    if _comma_before_verb(words):
        raise NotCoveredError("comma-before-verb")
    if unpaired(words[: at - 1]) >= 0:
        raise NotCoveredError("doubled-preposition")
    if counted_at:
        return [draft("in-place-count", [*words.raw[:at], *_count(words[at + 2 :], reference)])]
    value = _value(words[at + 1 :], reference)
    return [draft("in-place", [*words.raw[:at], *value])]


def _count(phrase: Words, reference: str) -> list[str]:
    """Stand for "how many" with what is counted."""
    if not starts_with_number(reference):
        raise NotCoveredError("not-a-number")
    end = _noun_end(phrase)
    return [*counted(phrase[:end], reference), *phrase.raw[end:]]


def _comma_before_verb(words: Words) -> bool:
    """Say whether a lone comma parts the subject from its verb."""
    verb = next(i for i in range(len(words)) if finite(words, i))
    commas = [i for i in range(verb) if words.raw[i].endswith((",", ',"'))]
    return commas == [verb - 1]


def question_word(words: Words) -> int:
    """Locate the one question word that is no relative pronoun.

    Raises:
        NotCoveredError: `no-question-word` or `several-question-words`.
    """
    found = [i for i in range(1, len(words)) if words.low[i] == "what" and words.plain(i)]
    found = found or [i for i in range(1, len(words)) if _interrogative(words, i)]
    if not found:
        raise NotCoveredError("no-question-word")
    if len(found) > 1:
        raise NotCoveredError("several-question-words")
    return found[0]


def _interrogative(words: Words, at: int) -> bool:
    if not words.plain(at):
        return False
    if words.low[at] in {"who", "whom"}:
        return at == len(words) - 1
    if words.low[at] != "which" or at == len(words) - 1:
        return False
    following = words.low[at + 1]
    return not (following in AUXILIARY | DETERMINER or finite(words, at + 1))


def _value(phrase: Words, reference: str) -> list[str]:
    """Stand for the question phrase and what follows it."""
    end = _noun_end(phrase)
    noun, rest = phrase[:end], phrase[end:]
    head = head_of(noun) if len(noun) else ""
    if len(noun) and (noun.opening in AUXILIARY or finite(noun, 0)):
        raise NotCoveredError("question-clause-inside")
    if head in ATTRIBUTE_NOUN:
        return [SLOT, *phrase.raw]
    require_argument(reference)
    if head in TIME_NOUN:
        if not time_preposition(reference):
            raise NotCoveredError("time-form")
        if value_form(reference) in {"date", "span"} and head == "year":
            raise NotCoveredError("time-form")
    return [*_standing(noun, rest, head), *rest.raw]


def _noun_end(phrase: Words) -> int:
    """Find where the question's noun phrase ends, before any modifier that follows it."""
    if len(phrase) and phrase.opening in PREPOSITION:
        return 0
    for index in range(1, len(phrase)):
        low = phrase.low[index]
        opens = low in PREPOSITION | RELATIVE | AUXILIARY or verbs.is_participle(low)
        if (phrase.plain(index) and opens) or phrase.raw[index - 1].endswith(","):
            return index
    return len(phrase)


def _standing(noun: Words, rest: Words, head: str) -> list[str]:
    """Give the slot, with the noun phrase in apposition where it says more than one noun.

    Raises:
        NotCoveredError: `insitu-attachment` where a modifier may belong to the verb.
    """
    comma = len(noun) > 0 and noun.raw[-1].endswith(",")
    opens = rest.opening if len(rest) else ""
    if opens in AUXILIARY:
        raise NotCoveredError("question-clause-inside")
    attached = opens in RELATIVE | {"of"} or (verbs.is_participle(opens) and not comma)
    if len(noun) == 0 or head in TIME_NOUN or (len(noun) == 1 and not attached):
        return [SLOT + ("," if comma else "")]
    if opens in PREPOSITION and not _clearly_noun(noun, rest):
        raise NotCoveredError("insitu-attachment")
    if _goes_on(rest):
        raise NotCoveredError("coordination-after-slot")
    words = apposition(noun)
    keep_comma = comma and opens not in RELATIVE
    return [f"{SLOT},", *words[:-1], words[-1].rstrip(",") + ("," if keep_comma else "")]


def _goes_on(rest: Words) -> bool:
    """Say whether a second verb of the main clause may follow the question phrase."""
    for index in range(1, len(rest) - 1):
        if rest.low[index] in RELATIVE:
            return False
        if rest.low[index] == "and" and finite(rest, index + 1):
            return True
    return False


def _clearly_noun(noun: Words, rest: Words) -> bool:
    """Say whether a preposition after a noun surely belongs to it: of, or in with a place."""
    if noun.raw[-1].endswith(","):
        return False
    named = len(rest) > 1 and rest.raw[1][:1].isupper()
    return rest.opening == "of" or (rest.opening == "in" and named)
