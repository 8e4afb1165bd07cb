"""Questions that open with how: a number of things, or a measure."""

from __future__ import annotations

from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar.clause import NotCoveredError, invert, is_predicate
from earned.audits.acquabench.authors.grammar.draft import Draft, draft, starts_lower
from earned.audits.acquabench.authors.grammar.gap import opens_after_verb, unpaired
from earned.audits.acquabench.authors.grammar.noun import main_verb
from earned.audits.acquabench.authors.grammar.value import MEASURED, is_number, starts_with_number
from earned.audits.acquabench.authors.grammar.verbs import is_base
from earned.audits.acquabench.authors.grammar.words import (
    AUXILIARY,
    BE,
    DO,
    HAVE,
    RELATIVE,
    is_plural,
)
from earned.audits.acquabench.authors.tokens import Words
from earned.population.normal_form import normalize_answer


def how(words: Words, reference: str) -> list[Draft]:
    """Draft for `how many` + noun phrase, or `how` + adjective of measure.

    Raises:
        NotCoveredError: with the reason.
    """
    if not starts_with_number(reference):
        raise NotCoveredError("not-a-number")
    if len(words) > 3 and words.low[1] == "many":
        return _many(words[2:], reference)
    if len(words) > 3 and words.low[1] in MEASURED and words.low[2] in BE:
        return _measure(words, reference)
    raise NotCoveredError("how-not-covered")


def _many(phrase: Words, reference: str) -> list[Draft]:
    at = _verb(phrase)
    noun, verb, rest = phrase[:at], phrase.low[at], phrase[at + 1 :]
    amount = counted(noun, reference)
    if rest.opening == "there" and verb in BE:
        return [draft("how-many-there", ["there", verb, *amount, *rest.raw[1:]])]
    if verb in DO or (verb in HAVE and not is_predicate(verb, rest, 0)):
        return [draft("how-many-object", _counted_object(verb, rest, amount))]
    if verb in AUXILIARY and rest.opening == "the":
        raise NotCoveredError("ambiguous-inversion")
    first = draft("how-many-subject", [*amount, *phrase.raw[at:]])
    if len(amount) == 1:
        return [first]
    number = ["the", "number", "of", *noun.raw, "that", *phrase.raw[at:], "is", SLOT]
    last = draft("how-many-number", number)
    return [last] if starts_lower(reference) else [first, last]


def _verb(phrase: Words) -> int:
    """Find the finite verb, a plural's base form included ("people live in")."""
    for index in range(1, min(len(phrase) - 1, 4)):
        plural = is_plural(phrase.low[index - 1]) and phrase.plain(index)
        if plural and is_base(phrase.low[index]) and phrase.low[index] not in AUXILIARY:
            return index
    return main_verb(phrase)


def _counted_object(verb: str, rest: Words, amount: list[str]) -> list[str]:
    clause = invert(verb, rest)
    if unpaired(clause.tail) >= 0:
        at = unpaired(clause.tail)
        return [*clause.head, *clause.tail.raw[: at + 1], *amount, *clause.tail.raw[at + 1 :]]
    if not opens_after_verb(clause.tail):
        raise NotCoveredError("no-gap")
    return [*clause.head, *amount, *clause.tail.raw]


def counted(noun: Words, reference: str) -> list[str]:
    """Put the slot before the noun; alone, where the reference names what is counted."""
    if reference.strip().lower() in {"one", "1"}:
        raise NotCoveredError("singular-number")
    if is_number(reference):
        return [SLOT, *noun.raw]
    things = set(normalize_answer(" ".join(noun.raw)).split())
    named = normalize_answer(reference).split()[1:]
    if not things & set(named) or not set(named) <= things:
        raise NotCoveredError("not-a-number")
    return [SLOT]


def _measure(words: Words, reference: str) -> list[Draft]:
    if is_number(reference) or any(low in RELATIVE - {"that"} for low in words.low[3:]):
        raise NotCoveredError("measure-without-unit")
    return [draft("how-measure", [*words.raw[3:], words.low[2], SLOT, words.raw[1]])]
