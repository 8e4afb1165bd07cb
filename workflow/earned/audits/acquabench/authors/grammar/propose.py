"""The `rule` author of D0: a question-to-statement grammar (section 4 of the paper, D0).

It proposes nothing where its constructions do not cover a question: precision before recall.
"""

from __future__ import annotations

from collections.abc import Callable

from earned.audits.acquabench.authors.candidate import Candidate, Verdict
from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.clause import NotCoveredError
from earned.audits.acquabench.authors.grammar.compare import (
    choice,
    of_the_two,
    offers_candidates,
    relative_to_pair,
)
from earned.audits.acquabench.authors.grammar.draft import Draft
from earned.audits.acquabench.authors.grammar.how import how
from earned.audits.acquabench.authors.grammar.insitu import in_place
from earned.audits.acquabench.authors.grammar.pied import prepositional
from earned.audits.acquabench.authors.grammar.soundness import question_fault
from earned.audits.acquabench.authors.grammar.value import reference_fault
from earned.audits.acquabench.authors.grammar.verify import first_fault
from earned.audits.acquabench.authors.grammar.what import what
from earned.audits.acquabench.authors.grammar.when_where import when, where
from earned.audits.acquabench.authors.grammar.which import which
from earned.audits.acquabench.authors.grammar.who import who
from earned.audits.acquabench.authors.grammar.words import AUXILIARY, PREPOSITION
from earned.audits.acquabench.authors.tokens import Words, question_words

ATTEMPTS = 4

_OPENERS: dict[str, Callable[[Words, str], list[Draft]]] = {
    "who": who,
    "whom": who,
    "when": when,
    "where": where,
    "how": how,
}


def propose(question: str, reference: str, attempt: int) -> Candidate:
    """Propose the attempt-th statement that resolves a question, from 0.

    The same arguments always give the same candidate. Where there is none, both texts are "" and
    `reason` is a fixed name.
    """
    try:
        drafts = drafts_of(question, reference)
    except NotCoveredError as refusal:
        return _nothing(attempt, refusal.reason)
    if not 0 <= attempt < len(drafts):
        return _nothing(attempt, "no-further-construction")
    made = drafts[attempt]
    return Candidate(
        attempt=attempt,
        sentence=made.template.replace(SLOT, reference),
        template=made.template,
        parse=made.parse,
        reason="",
    )


def _nothing(attempt: int, reason: str) -> Candidate:
    return Candidate(attempt=attempt, sentence="", template="", parse="", reason=reason)


def verify(question: str, candidate: Candidate, reference: str) -> Verdict:
    """Check the parse behind a candidate: its words, the fit of its slot, its form."""
    reason = first_fault(question, candidate, reference)
    return Verdict(accepted=not reason, reason=reason)


def drafts_of(question: str, reference: str) -> list[Draft]:
    """List every draft that the grammar makes, best first, at most four.

    Raises:
        NotCoveredError: with the reason, where it makes none.
    """
    fault = reference_fault(reference) or question_fault(question)
    if fault:
        raise NotCoveredError(fault)
    found = choice(question, reference)
    if found is None and offers_candidates(question):
        raise NotCoveredError("reference-not-a-candidate")
    words = found.stem if found else question_words(question)
    if len(words) < 2:
        raise NotCoveredError("question-too-short")
    if found and relative_to_pair(words):
        return of_the_two(words)
    return constructed(words, reference)[:ATTEMPTS]


def constructed(words: Words, reference: str) -> list[Draft]:
    """Dispatch on the words that open a question.

    Raises:
        NotCoveredError: with the reason.
    """
    first, second = words.opening, words.low[1]
    if first in _OPENERS:
        return _OPENERS[first](words, reference)
    if first in {"what", "which"}:
        bare = second in AUXILIARY or _verb_then_object(words)
        return what(words, reference) if bare else which(words, reference)
    if first in PREPOSITION and second in {"what", "which", "whom"}:
        return prepositional(words, reference)
    if first in AUXILIARY or first in {"whose", "why"}:
        raise NotCoveredError("opening-not-covered")
    return in_place(words, reference)


def _verb_then_object(words: Words) -> bool:
    """Say whether `what` is followed by a finite verb and an article, as in "what links the"."""
    verb = words.low[1]
    finite = verbs.is_past(verb) or verbs.is_third_person(verb)
    return finite and len(words) > 2 and words.low[2] in {"the", "a", "an"}
