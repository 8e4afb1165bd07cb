"""Questions that open with a bare what, a verb following at once."""

from __future__ import annotations

from itertools import pairwise

from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.clause import NotCoveredError, invert, is_predicate
from earned.audits.acquabench.authors.grammar.draft import (
    Draft,
    closed_phrase,
    draft,
    require_argument,
    starts_lower,
)
from earned.audits.acquabench.authors.grammar.gap import fill_gap
from earned.audits.acquabench.authors.grammar.value import MEASURED, starts_with_number, value_form
from earned.audits.acquabench.authors.grammar.who import moved_object
from earned.audits.acquabench.authors.grammar.words import (
    AUXILIARY,
    BE,
    DO,
    PREPOSITION,
    RELATIVE,
    is_adverb,
    is_plural,
)
from earned.audits.acquabench.authors.tokens import Words, lexicon

_NAMED = lexicon("called named titled nicknamed entitled dubbed")


def what(words: Words, reference: str) -> list[Draft]:
    """Draft statements for `what` + verb.

    Raises:
        NotCoveredError: with the reason.
    """
    verb, rest = words.low[1], words[2:]
    if not len(rest):
        raise NotCoveredError("no-verb-phrase")
    if verb in BE:
        return _be(verb, rest, reference)
    require_argument(reference)
    if verb in DO or (verb in AUXILIARY and not _predicate_first(verb, rest)):
        return [draft("what-object", fill_gap(invert(verb, rest), [SLOT]))]
    return _subject(words.raw[1:], reference)


def _subject(predicate: tuple[str, ...], reference: str) -> list[Draft]:
    require_argument(reference)
    if starts_lower(reference):
        raise NotCoveredError("small-letter-opens")
    return [draft("what-subject", [SLOT, predicate[0].lower(), *predicate[1:]])]


def _predicate_first(verb: str, rest: Words) -> bool:
    """Say whether the verb's predicate follows at once, so that `what` is its subject."""
    at = 1 if is_adverb(rest.opening) and len(rest) > 1 else 0
    return is_predicate(verb, rest, at)


def _be(verb: str, rest: Words, reference: str) -> list[Draft]:
    if _predicate_first(verb, rest) or rest.opening in PREPOSITION | {"a", "an"}:
        return _subject((verb, *rest.raw), reference)
    if moved_object(rest) or _called(rest):
        require_argument(reference)
        return [draft("what-object", fill_gap(invert(verb, rest), [SLOT]))]
    return _copula(verb, rest, reference)


def _called(rest: Words) -> bool:
    clause = any(low in RELATIVE | AUXILIARY for low in rest.low)
    return rest.ending in _NAMED and not clause


def _copula(verb: str, rest: Words, reference: str) -> list[Draft]:
    """Draft `NP is <VALUE>`, the noun phrase being the whole rest."""
    named = any(low in {"name", "title", "word", "term"} for low in rest.low[:4])
    if value_form(reference) == "bare-noun" and not named:
        raise NotCoveredError("bare-noun-predicate")
    if value_form(reference) == "demonym" and not any(is_plain_property(low) for low in rest.low):
        raise NotCoveredError("demonym-argument")
    _require_noun_phrase(rest)
    _require_measure(reference)
    closing = closed_phrase(rest.raw)
    drafts = [draft("what-copula", [*closing, verb, SLOT])] if closing else []
    if rest.opening == "the" and not starts_lower(reference):
        drafts.append(draft("what-copula-first", [SLOT, verb, *rest.raw]))
    return drafts


def is_plain_property(noun: str) -> bool:
    """Say whether a noun takes an adjective of origin as its value."""
    return noun in {"nationality", "ethnicity", "language"}


def _require_measure(reference: str) -> None:
    """Refuse "the length is 6 km long"."""
    if starts_with_number(reference) and reference.split()[-1] in MEASURED:
        raise NotCoveredError("measure-adjective")


def _require_noun_phrase(rest: Words) -> None:
    """Refuse a rest that is no plain noun phrase."""
    verbal = any(verbs.is_participle(a) and b == "to" for a, b in pairwise(rest.low))
    if verbal or "be" in rest.low:
        raise NotCoveredError("no-noun-phrase")
    relative = any(low in RELATIVE for low in rest.low)
    stranded = rest.plain(len(rest) - 1) and rest.ending in PREPOSITION
    if stranded and not relative and not _contact_clause(rest):
        raise NotCoveredError("stranded-preposition")
    if is_plural(rest.opening) and len(rest) == 1:
        raise NotCoveredError("bare-plural")


def _contact_clause(rest: Words) -> bool:
    """Say whether a finite verb stands before the stranded preposition, as in "he worked for"."""
    before = rest[: len(rest) - 1]
    return any(before.plain(i) and verbs.is_past(before.low[i]) for i in range(len(before)))
