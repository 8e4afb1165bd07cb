"""Put the slot where the question word was moved from."""

from __future__ import annotations

from earned.audits.acquabench.authors.grammar.clause import Clause, NotCoveredError
from earned.audits.acquabench.authors.grammar.words import (
    ADVERB,
    PREPOSITION,
    is_adverb,
)
from earned.audits.acquabench.authors.tokens import Words, lexicon

# verbs that take no direct object: a gap after them would need a preposition
INTRANSITIVE = lexicon(
    """lived live lives died die dies went go goes came come comes happened happen happens
    occurred occur occurs appeared appear appears arrived arrive arrives belonged belong
    belongs resided reside resides existed retired resigned collaborated compete competed
    participated worked travelled traveled remained stayed stay ended debuted premiered died
    born"""
)


def unpaired(words: Words) -> int:
    """Find a preposition that has lost its object, as an index; -1 where none has.

    It ends the tail, or another preposition follows it at once ("under in addition to").
    """
    last = len(words) - 1
    for index in range(len(words)):
        if not words.plain(index) or words.low[index] not in PREPOSITION:
            continue
        if index == last:
            return index
        if (
            words.low[index + 1] in PREPOSITION
            and (words.low[index], words.low[index + 1]) not in _PAIRS
        ):
            return index
    return -1


_PAIRS = frozenset(
    {
        ("from", "within"),
        ("as", "of"),
        ("since", "before"),
        ("from", "behind"),
        ("up", "to"),
        ("such", "as"),
        ("from", "under"),
        ("until", "after"),
        ("than", "in"),
        ("out", "of"),
    }
)


def opens_after_verb(tail: Words) -> bool:
    """Say whether nothing at the start of a tail can be the verb's direct object."""
    if not len(tail):
        return True
    first = tail.opening
    return tail.plain(0) and (first in PREPOSITION or first in ADVERB or is_adverb(first))


def fill_gap(clause: Clause, filler: list[str]) -> list[str]:
    """Complete a clause with a filler in its only gap.

    Raises:
        NotCoveredError: `no-gap` where the verb has its object and no preposition lacks one.
    """
    at = unpaired(clause.tail)
    raw = list(clause.tail.raw)
    if at >= 0:
        comma = "," if raw[at].endswith(",") else ""
        head = [*raw[:at], raw[at].rstrip(",")]
        filled = [*filler[:-1], filler[-1] + comma]
        return [*clause.head, *head, *filled, *raw[at + 1 :]]
    require_object_gap(clause)
    return [*clause.head, *filler, *raw]


def require_object_gap(clause: Clause) -> None:
    """Refuse a clause whose verb cannot lack a direct object.

    Raises:
        NotCoveredError: `no-gap` or `missing-preposition`.
    """
    verb = clause.verb[-1]
    if not opens_after_verb(clause.tail) and not verb.endswith(","):
        raise NotCoveredError("no-gap")
    if verb.rstrip(",").lower() in INTRANSITIVE:
        raise NotCoveredError("missing-preposition")


def closed(clause: Clause) -> list[str]:
    """Give the words of a clause that must have no gap of its own.

    Raises:
        NotCoveredError: `stranded-preposition`.
    """
    if unpaired(clause.tail) >= 0:
        raise NotCoveredError("stranded-preposition")
    return [*clause.head, *clause.tail.raw]
