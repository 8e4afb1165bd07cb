"""The matched wrong value that SHAM supplies: another item's answer (AcquaBench, regime D0).

Every regime has its own candidates: the whole request set, before eligibility and before any
limit, so that a decoy depends on neither.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Literal

from pydantic import Field

from earned.population.function_words import FUNCTION_WORDS
from earned.population.normal_form import normalize_answer, token_f1
from earned.records.base import Record

AnswerType = Literal["numeric", "named", "text"]

# A decoy this close to the reference could count as a success at a reported threshold.
CLOSEST_F1 = Fraction(1, 2)
NUMBER_WORDS = frozenset(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    hundred thousand million billion trillion dozen
    """.split()  # noqa: SIM905 - a wrapped text is easier to review than a list of literals
)
# Only English: "University of Texas at Austin" is a name, "Ricard Rubio i Vives" is text.
_FUNCTION_WORDS = FUNCTION_WORDS | {"a", "an", "of", "in", "on", "at", "to", "by", "as", "or"}
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


class Decoy(Record):
    """The wrong value chosen for one item."""

    qid: str = Field(description="the item it was taken from")
    value: str
    type_match: bool = Field(description="same answer type as the reference")
    length_difference: int = Field(ge=0, description="in normalized words")
    ties: int = Field(gt=0, description="candidates equal in type match and length difference")
    index: int = Field(ge=0, description="position among the ties, in qid order")


class NoDecoy(Record):
    """Why an item has no decoy."""

    reason: str
    excluded: int = Field(ge=0, description="candidates too close to the reference")


def answer_type(answer: str) -> AnswerType:
    """Classify an answer by its surface.

    numeric: digits or cardinal number words only. named: every content word starts with a capital
    (a word that starts with a digit has no case and does not count against it). Else text.
    """
    words = _WORD.findall(answer)
    if words and all(w.isdecimal() or w.lower() in NUMBER_WORDS for w in words):
        return "numeric"
    content = [w for w in words if w.lower() not in _FUNCTION_WORDS] or words
    cased = [w for w in content if not w[0].isdecimal()]
    return "named" if cased and all(w[0].isupper() for w in cased) else "text"


def choose_decoy(
    item_qid: str, reference: str, candidates: Sequence[tuple[str, str]]
) -> Decoy | NoDecoy:
    """Choose the decoy of one item.

    Candidates are ordered by (type mismatch, difference in words, qid). Among those tied on the
    first two the one at SHA-256(item_qid) modulo their number is taken, which spreads decoys
    without a random draw.

    Args:
        item_qid: the item that needs a decoy.
        reference: its answer.
        candidates: (qid, answer) of the request set, in any order; the item itself is skipped.
    """
    others = [(qid, value) for qid, value in candidates if qid != item_qid]
    admissible = [(q, v) for q, v in others if is_far_enough(v, reference)]
    if not admissible:
        reason = "every other answer is too close to the reference" if others else "no other item"
        return NoDecoy(reason=reason, excluded=len(others))
    ranked = sorted((*_distance(v, reference), q, v) for q, v in admissible)
    ties = [entry for entry in ranked if entry[:2] == ranked[0][:2]]
    index = int(sha256(item_qid.encode("utf-8")).hexdigest(), 16) % len(ties)
    mismatch, difference, qid, value = ties[index]
    return Decoy(
        qid=qid,
        value=value,
        type_match=not mismatch,
        length_difference=difference,
        ties=len(ties),
        index=index,
    )


def is_far_enough(value: str, reference: str) -> bool:
    """Tell whether a value cannot pass for the reference.

    It does where one normalized string equals or contains the other, or F1 is at least 0.50.
    """
    ours, theirs = normalize_answer(value), normalize_answer(reference)
    if ours in theirs or theirs in ours:
        return False
    return token_f1(ours, theirs) < CLOSEST_F1


def _distance(value: str, reference: str) -> tuple[bool, int]:
    words, expected = (len(normalize_answer(text).split()) for text in (value, reference))
    return answer_type(value) != answer_type(reference), abs(words - expected)
