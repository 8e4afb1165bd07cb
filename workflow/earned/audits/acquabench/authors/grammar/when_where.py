"""Questions that open with when or where."""

from __future__ import annotations

from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar.clause import NotCoveredError, invert
from earned.audits.acquabench.authors.grammar.draft import Draft, draft
from earned.audits.acquabench.authors.grammar.gap import closed
from earned.audits.acquabench.authors.grammar.phrase import is_noun_phrase
from earned.audits.acquabench.authors.grammar.value import place_preposition, time_preposition
from earned.audits.acquabench.authors.grammar.words import AUXILIARY, BE, RELATIVE
from earned.audits.acquabench.authors.tokens import Words


def when(words: Words, reference: str) -> list[Draft]:
    """Draft for `when` + auxiliary + subject + verb; the reference's form picks in, on or from.

    Raises:
        NotCoveredError: `time-form`, or another reason.
    """
    preposition = time_preposition(reference)
    if not preposition:
        raise NotCoveredError("time-form")
    return _placed("when", preposition, words)


def where(words: Words, reference: str) -> list[Draft]:
    """Draft for `where` + auxiliary + subject + verb; institutions take at, other places in.

    Raises:
        NotCoveredError: `place-form`, or another reason.
    """
    preposition = place_preposition(reference)
    if not preposition:
        raise NotCoveredError("place-form")
    if words.ending in {"in", "at"}:
        return _placed("where", words.ending, words[:-1])
    if words.ending == "from" and words.low[1] in BE and _clauseless(words[2:]):
        return [draft("where-from", [*words.raw[2:-1], words.low[1], "from", SLOT])]
    return _placed("where", preposition, words)


def _clauseless(rest: Words) -> bool:
    return not any(low in RELATIVE | AUXILIARY for low in rest.low)


def _placed(parse: str, preposition: str, words: Words) -> list[Draft]:
    if len(words) < 3 or words.low[1] not in AUXILIARY:
        raise NotCoveredError("no-inversion")
    verb, rest = words.low[1], words[2:]
    try:
        clause = invert(verb, rest)
    except NotCoveredError as error:
        if error.reason != "no-verb" or verb not in BE or not is_noun_phrase(rest):
            raise
        return [draft(f"{parse}-copula", [*rest.raw, verb, preposition, SLOT])]
    if any(low in {"when", "while", "because", "after", "before"} for low in clause.tail.low):
        raise NotCoveredError("clause-after-verb")
    return [draft(parse, [*closed(clause), preposition, SLOT])]
