"""The matched wrong value that SHAM supplies: another item's answer (AcquaBench, regime D0).

Every regime has its own candidates: the whole request set, before eligibility and before any
limit, so that a decoy depends on neither.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from hashlib import sha256

from pydantic import Field

from earned.audits.acquabench.regimes.answers import Answers, Candidates
from earned.records.base import Record


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


def choose_decoy(item_qid: str, reference: str, candidates: Candidates) -> Decoy | NoDecoy:
    """Choose the decoy of one item.

    Candidates are ordered by (type mismatch, difference in words, qid). Among those tied on the
    first two the one at SHA-256(item_qid) modulo their number is taken, which spreads decoys
    without a random draw.

    Args:
        item_qid: the item that needs a decoy.
        reference: its answer.
        candidates: (qid, answer) of the request set, in any order; the item itself is skipped.
    """
    answers = candidates if isinstance(candidates, Answers) else Answers(candidates)
    own = answers.of(item_qid)
    barred = answers.too_close(reference).union(own)
    others = len(answers.entries) - len(own)
    if len(barred) == len(answers.entries):
        reason = "every other answer is too close to the reference" if others else "no other item"
        return NoDecoy(reason=reason, excluded=others)
    mismatch, difference, places, skipped = next(
        (mismatch, difference, places, skipped)
        for mismatch, difference, places in answers.levels(reference)
        if len(skipped := _ranks(barred, places)) < len(places)
    )
    ties = len(places) - len(skipped)
    index = int(sha256(item_qid.encode("utf-8")).hexdigest(), 16) % ties
    qid, value = answers.entries[places[_nth(index, skipped)]]
    return Decoy(
        qid=qid,
        value=value,
        type_match=not mismatch,
        length_difference=difference,
        ties=ties,
        index=index,
    )


def _ranks(barred: Collection[int], places: Sequence[int]) -> list[int]:
    """Find at which indices of a sorted list the barred ones stand."""
    found = ((bisect_left(places, place), place) for place in sorted(barred))
    return [rank for rank, place in found if places[rank : rank + 1] == [place]]


def _nth(index: int, skipped: Sequence[int]) -> int:
    """Find the index of the element that comes at `index` once some are skipped, in order."""
    for rank in skipped:
        index += rank <= index
    return index
