"""Undo the inversion of a question: auxiliary + subject + verb becomes subject + finite verb."""

from __future__ import annotations

from dataclasses import dataclass

from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.phrase import needed_by_relative
from earned.audits.acquabench.authors.grammar.words import (
    BE,
    DETERMINER,
    DO,
    HAVE,
    MODAL,
    ORDINAL,
    PREPOSITION,
    RELATIVE,
    is_adverb,
)
from earned.audits.acquabench.authors.tokens import Words, lexicon


class NotCoveredError(Exception):
    """The grammar has no construction for a question; the argument is a fixed reason name."""

    @property
    def reason(self) -> str:
        """The reason name."""
        return str(self.args[0])


@dataclass(frozen=True)
class Clause:
    """A clause with a gap: subject, finite verb group, and what follows the verb."""

    subject: Words
    verb: tuple[str, ...]
    tail: Words

    @property
    def head(self) -> list[str]:
        """Subject and verb as words."""
        return [*without_comma(self.subject.raw), *self.verb]


def without_comma(raw: tuple[str, ...]) -> list[str]:
    """Drop a comma at the end unless it closes a parenthesis begun by an earlier comma."""
    paired = sum(word.endswith(",") for word in raw) % 2 == 0
    return list(raw) if paired or not raw else [*raw[:-1], raw[-1].rstrip(",")]


def invert(aux: str, rest: Words) -> Clause:
    """Find subject, verb and tail in what follows an auxiliary.

    Raises:
        NotCoveredError: `no-verb`, `ambiguous-verb` or `no-subject`.
    """
    clause = _with_do(aux, rest) if aux in DO else _with_participle(aux, rest)
    if not len(clause.subject):
        raise NotCoveredError("no-subject")
    if _dangling(clause.subject):
        raise NotCoveredError("no-verb")
    if clause.subject.opening == "both" and clause.verb[0].lower() in {"is", "was", "has"}:
        raise NotCoveredError("number-agreement")
    return clause


def _dangling(subject: Words) -> bool:
    """Say whether a subject ends amid a phrase; "the drums he played for" ends a clause instead."""
    last = len(subject) - 1
    if subject.quoted[last] or subject.low[last] not in PREPOSITION | {"and", "or"}:
        return False
    return not any(subject.plain(i) and verbs.is_past(low) for i, low in enumerate(subject.low))


def _with_do(aux: str, rest: Words) -> Clause:
    at = _base_verb(rest)
    base, start = rest.low[at], _adverbs_before(rest, at)
    subject = rest[:start]
    plural = aux == "do" or "and" in _outside_quotes(subject)
    finite = verbs.past(base) if aux == "did" else base if plural else verbs.third_person(base)
    comma = "," if rest.raw[at].endswith(",") else ""
    return Clause(subject, (*rest.raw[start:at], finite + comma), rest[at + 1 :])


def _outside_quotes(words: Words) -> list[str]:
    return [low for low, quoted in zip(words.low, words.quoted, strict=True) if not quoted]


def _adverbs_before(rest: Words, at: int) -> int:
    start = at
    while start > 1 and rest.plain(start - 1) and is_adverb(rest.low[start - 1]):
        start -= 1
    return start


def _base_verb(rest: Words) -> int:
    """Locate the base verb after do: the only candidate."""
    found = [index for index in range(1, len(rest)) if _can_be_base(rest, index)]
    if not found:
        raise NotCoveredError("no-verb")
    if len(found) > 1:
        raise NotCoveredError("ambiguous-verb")
    return found[0]


def _can_be_base(rest: Words, index: int) -> bool:
    if not rest.plain(index) or not verbs.is_base(rest.low[index]):
        return False
    before = rest.low[index - 1]
    if before in DETERMINER | ORDINAL | PREPOSITION | MODAL or before.endswith(("'s", "s'", "’s")):
        return False
    # "the 1990 hit" is a noun
    numbered = before[:1].isdigit() and not rest.quoted[index - 1] and index > 1
    return not (numbered and rest.low[index - 2] in DETERMINER)


def _with_participle(aux: str, rest: Words) -> Clause:
    at = _predicate(aux, rest)
    start = _adverbs_before(rest, at)
    if rest.low[at] == "be" and at + 1 < len(rest) and verbs.is_participle(rest.low[at + 1]):
        at += 1
    return Clause(rest[:start], (aux, *rest.raw[start : at + 1]), rest[at + 1 :])


def _predicate(aux: str, rest: Words) -> int:
    """Locate the participle: at the end, before a stranded preposition, or the only one."""
    last = len(rest) - 1
    for index in (last, last - 1):
        stranded = index == last or rest.ending in PREPOSITION
        if index < 1 or not stranded or not is_predicate(aux, rest, index):
            continue
        if not needed_by_relative(rest, index):
            return index
    found = [
        index
        for index in range(1, len(rest))
        if is_predicate(aux, rest, index) and not needed_by_relative(rest, index)
    ]
    if not found:
        raise NotCoveredError("no-verb")
    if len(found) > 1 or any(low in RELATIVE for low in rest.low[: found[0]]):
        raise NotCoveredError("ambiguous-verb")
    return found[0]


_STATES = lexicon("open active located available set based situated")


def is_predicate(aux: str, words: Words, index: int) -> bool:
    """Say whether a word can be the main verb or participle that belongs to an auxiliary."""
    word = words.low[index]
    if not words.plain(index):
        return False
    if aux in MODAL:
        return word == "be" or (verbs.is_base(word) and "be" not in words.low)
    if aux in BE and word in _STATES:
        return True
    return (aux in BE | HAVE) and verbs.is_participle(word) and not _attributive(words, index)


def _attributive(words: Words, index: int) -> bool:
    """Say whether a participle stands as an adjective, as in "the united states"."""
    before = words.low[index - 1] if index else ""
    return before in DETERMINER or before.endswith("'s")
