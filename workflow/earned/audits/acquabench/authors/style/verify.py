"""The verifier of the `rule` author's paraphrase."""

from __future__ import annotations

from collections import Counter

from earned.audits.acquabench.authors.candidate import Candidate, Verdict
from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.verify import form_fault
from earned.audits.acquabench.authors.style.rewrite import past_of
from earned.audits.acquabench.authors.style.words import SAME_WORD, SILENT, SYNONYMS
from earned.population.tokens import alphanumeric_tokens as tokens


def verify(template: str, candidate: Candidate, reference: str) -> Verdict:
    """Check that a paraphrase keeps what the template says.

    There is one slot, the content words of both are the same, as often, and the filled sentence
    has no fault of form. That no run is over the limit is checked for every author.
    """
    reason = _first_fault(template, candidate, reference)
    return Verdict(accepted=not reason, reason=reason)


def _first_fault(template: str, candidate: Candidate, reference: str) -> str:
    if candidate.template.count(SLOT) != 1:
        return "slot-count"
    if candidate.sentence != candidate.template.replace(SLOT, reference):
        return "sentence-is-not-template"
    ours, theirs = content(candidate.template), content(template)
    if ours - theirs:
        return "word-added"
    if theirs - ours:
        return "word-dropped"
    return form_fault(candidate.sentence)


def content(template: str) -> Counter[str]:
    """Count the content words of a template: function words aside, synonyms and forms as one."""
    text = f" {' '.join(tokens(template.replace(SLOT, ' ')))} "
    for phrase, other in SYNONYMS.items():
        text = text.replace(f" {other} ", f" {phrase} ")
    kept = (word for word in text.split() if word not in SILENT)
    return Counter(_lemma(word) for word in kept)


def _lemma(word: str) -> str:
    """Give one form for the forms that a rewrite exchanges."""
    word = SAME_WORD.get(word, word)
    base = word.removesuffix("s")
    if word != base and verbs.is_base(base):
        return past_of(verbs.past(base)) or word
    return past_of(word) or word
