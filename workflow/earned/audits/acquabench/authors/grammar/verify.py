"""The verifier of the `rule` author."""

from __future__ import annotations

import re
from itertools import pairwise

from earned.audits.acquabench.authors.candidate import Candidate
from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar.compare import choice, plural
from earned.audits.acquabench.authors.grammar.value import is_number, starts_with_number, value_form
from earned.audits.acquabench.authors.grammar.verbs import inflections, is_base
from earned.audits.acquabench.authors.grammar.words import (
    AUXILIARY,
    DETERMINER,
    DO,
    PLACE_NOUN,
    PREPOSITION,
    TIME_NOUN,
    WH,
)
from earned.audits.acquabench.authors.tokens import Words, core, lexicon, question_words, words_of
from earned.population.normal_form import normalize_answer

PARSES = lexicon(
    """how-many-number how-many-object how-many-subject how-many-there how-measure in-place
    in-place-count of-the-two prepositional what-copula what-copula-first what-object
    what-subject when when-copula where where-copula where-from which-copula which-object
    which-object-last which-prepositional which-property which-subject which-subject-last
    who-copula-last who-object who-subject whom-prepositional"""
)
# words that a construction may add; all others must stand in the question
ADDED = lexicon("the a an is are was were that who in on at from of there two")
FUNCTION = AUXILIARY | DETERMINER | PREPOSITION | WH | lexicon("and or there both")


def first_fault(question: str, candidate: Candidate, reference: str) -> str:
    """Name the first fault of a candidate, "" where it has none."""
    if not candidate.template:
        return candidate.reason or "no-candidate"
    if candidate.parse not in PARSES:
        return "unknown-parse"
    if candidate.template.count(SLOT) != 1:
        return "slot-count"
    if candidate.sentence != candidate.template.replace(SLOT, reference):
        return "sentence-is-not-template"
    return (
        form_fault(candidate.sentence)
        or word_fault(question, candidate, reference)
        or slot_fault(question, candidate.template, reference)
    )


def form_fault(sentence: str) -> str:
    """Name a fault of a sentence's form."""
    if sentence.lstrip("\"'“(")[:1].islower():
        return "small-letter-opens"
    if not sentence.endswith(".") or re.search(r"[.!?,;]\.$", sentence):
        return "bad-ending"
    words = words_of(sentence)
    repeated = [a == b and len(a) > 1 for a, b in pairwise(words.low)]
    if any(same and not words.quoted[i] for i, same in enumerate(repeated)):
        return "doubled-word"
    if sentence.count('"') % 2 or sentence.count("(") != sentence.count(")"):
        return "unbalanced"
    return ""


def word_fault(question: str, candidate: Candidate, reference: str) -> str:
    """Name a word that is added without licence, or dropped without one."""
    asked = question_words(question)
    stated = [core(word) for word in candidate.template.split() if SLOT not in word]
    licensed = set(asked.low) | ADDED | _inflected(asked) | _formed(asked, candidate.parse)
    if any(word not in licensed for word in stated if word):
        return "word-added"
    dropped = set(asked.low) - set(stated) - FUNCTION - {""}
    if dropped - _droppable(question, asked, candidate, reference):
        return "word-dropped"
    return ""


def _inflected(asked: Words) -> set[str]:
    """List the finite forms of the base verbs of a question that has a form of do."""
    if not set(asked.low) & DO:
        return set()
    return {form for low in asked.low if is_base(low) for form in inflections(low)}


def _formed(asked: Words, parse: str) -> set[str]:
    """List the words that one construction alone may form."""
    if parse == "how-many-number":
        return {"number"}
    return {plural(low) for low in asked.low if low} if parse == "of-the-two" else set()


def _droppable(question: str, asked: Words, candidate: Candidate, reference: str) -> set[str]:
    """List the question words that the construction leaves out."""
    stated = {core(word) for word in candidate.template.split()}
    found = choice(question, reference)
    names = set(words_of(" ".join(found.candidates)).low) if found else set()
    bases = {low for low in asked.low if is_base(low) and inflections(low) & stated}
    counted = set(normalize_answer(reference).split()) if _counts(candidate.parse) else set()
    nouns = {low for low in asked.low if candidate.parse == "of-the-two" and plural(low) in stated}
    return names | bases | counted | nouns | _question_noun(asked) | {"many", "out"}


def _counts(parse: str) -> bool:
    return parse.startswith("how-many") or parse == "in-place-count"


def _question_noun(asked: Words) -> set[str]:
    """List a single noun after which or what, and words that make up a time ("calendar year")."""
    nouns: set[str] = set()
    for index, low in enumerate(asked.low[:-1]):
        if (low in {"which", "what"} and asked.plain(index)) or index == 0:
            nouns.add(asked.low[index + 1])
            if index + 2 < len(asked) and asked.low[index + 2] in TIME_NOUN:
                nouns.add(asked.low[index + 2])
    return nouns


def slot_fault(question: str, template: str, reference: str) -> str:
    """Name a misfit between the question word and the reference, or the words around the slot."""
    asked = question_words(question).low
    if asked[0] in {"who", "whom"} and value_form(reference) in {"year", "date", "number"}:
        return "who-is-numeric"
    timed = asked[0] == "when" or any(
        a in {"what", "which"} and b in {"year", "date", "day"} for a, b in pairwise(asked)
    )
    if timed and not re.search(r"\d", reference):
        return "time-without-digits"
    if asked[:2] == ("how", "many") and not starts_with_number(reference):
        return "count-without-number"
    if asked[0] == "where" and (is_number(reference) or value_form(reference) == "date"):
        return "place-is-numeric"
    nouns = {b for a, b in pairwise(asked) if a in {"what", "which"}}
    if nouns & PLACE_NOUN and re.match(r"an? ", reference):
        return "place-is-indefinite"
    before = core(template.split(SLOT)[0].split()[-1]) if template.split(SLOT)[0].split() else ""
    first = core(reference.split()[0])
    if before in PREPOSITION and first in PREPOSITION:
        return "doubled-preposition"
    return ""
