"""Questions that open with who or whom."""

from __future__ import annotations

from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.clause import NotCoveredError, invert
from earned.audits.acquabench.authors.grammar.draft import (
    Draft,
    draft,
    require_argument,
    starts_lower,
)
from earned.audits.acquabench.authors.grammar.gap import fill_gap, unpaired
from earned.audits.acquabench.authors.grammar.value import value_form
from earned.audits.acquabench.authors.grammar.words import (
    AUXILIARY,
    BE,
    DO,
    RELATIVE,
    is_adverb,
)
from earned.audits.acquabench.authors.tokens import Words


def who(words: Words, reference: str) -> list[Draft]:
    """Draft statements for `who` + verb phrase, or `who` + auxiliary + subject + verb.

    Raises:
        NotCoveredError: with the reason.
    """
    rest, first = words[2:], words.low[1] if len(words) > 1 else ""
    if not len(rest):
        raise NotCoveredError("no-verb-phrase")
    require_argument(reference)
    if value_form(reference) in {"year", "date", "month", "number", "span"}:
        raise NotCoveredError("person-is-numeric")
    if first in DO or (first in AUXILIARY and moved_object(rest)):
        return [draft("who-object", fill_gap(invert(first, rest), [SLOT]))]
    if first in BE:
        return _copula(first, rest, reference)
    if first not in AUXILIARY and not _verb(words):
        raise NotCoveredError("no-main-verb")
    return [draft("who-subject", [SLOT, *words.raw[1:]])]


def _verb(words: Words) -> bool:
    low = words.low[2] if is_adverb(words.low[1]) and len(words) > 2 else words.low[1]
    return verbs.is_past(low) or verbs.is_third_person(low)


def moved_object(rest: Words) -> bool:
    """Say whether a preposition after an auxiliary's verb has lost its object.

    A relative clause may end in such a preposition itself, so none may stand before.
    """
    at = unpaired(rest)
    if at < 1 or any(low in RELATIVE | AUXILIARY for low in rest.low[:at]):
        return False
    verb = rest.low[at - 1]
    return rest.plain(at - 1) and (verbs.is_participle(verb) or verbs.is_base(verb))


def _copula(verb: str, rest: Words, reference: str) -> list[Draft]:
    if _bare_name(rest):
        raise NotCoveredError("identity-question")
    first = draft("who-subject", [SLOT, verb, *rest.raw])
    if rest.opening != "the" or any(word.endswith(",") for word in rest.raw):
        return [first]
    last = draft("who-copula-last", [*rest.raw, verb, SLOT])
    return [last] if starts_lower(reference) else [first, last]


def _bare_name(rest: Words) -> bool:
    """Say whether a name alone follows: who is meant cannot be told from the statement."""
    named = all(word[:1].isupper() for word in rest.raw)
    return named and not any(low.endswith(("'s", "’s")) for low in rest.low[:-1])


def whom_after(preposition: str, words: Words, reference: str) -> list[Draft]:
    """Draft for `by whom was …`, words beginning at the auxiliary.

    Raises:
        NotCoveredError: with the reason.
    """
    require_argument(reference)
    if words.opening not in AUXILIARY:
        raise NotCoveredError("no-verb")
    clause = invert(words.opening, words[1:])
    return [draft("whom-prepositional", [*clause.head, *clause.tail.raw, preposition, SLOT])]
