"""The draw, a function of the plan's hash and the population alone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from earned.grader.graded import Answer
from earned.grader.plan import PlannedStratum
from earned.records.base import Record

LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
LENGTH = 15


class KeyRow(Record):
    """What a row of the sheet stands for; the human does not get it."""

    row: str
    answer: Answer


def draw(
    plan_sha256: str, strata: Sequence[PlannedStratum], answers: Sequence[Answer]
) -> list[KeyRow]:
    """Draw the sample.

    A keyed hash orders the answers, so no version of a random generator matters, and an answer's
    place tells nothing of the answer.

    Args:
        plan_sha256: of the plan; nobody knows it before the plan is fixed.
        strata: with the sizes of their samples.
        answers: the population.

    Returns:
        The rows, sorted by their names.
    """
    drawn = [
        answer
        for stratum in strata
        for answer in _ordered(plan_sha256, stratum.name, answers)[: stratum.sample]
    ]
    rows = (KeyRow(row=row_name(plan_sha256, answer), answer=answer) for answer in drawn)
    return sorted(rows, key=lambda row: row.row)


def row_name(plan_sha256: str, answer: Answer) -> str:
    """Name the row of an answer in letters, of which no spreadsheet makes a number or a date."""
    return _keyed(plan_sha256, "row", answer)[:LENGTH].translate(LETTERS)


def _ordered(plan_sha256: str, stratum: str, answers: Sequence[Answer]) -> list[Answer]:
    among = (answer for answer in answers if answer.stratum == stratum)
    return sorted(among, key=lambda answer: _keyed(plan_sha256, "draw", answer))


def _keyed(plan_sha256: str, use: str, answer: Answer) -> str:
    return hashlib.sha256(f"{plan_sha256}\0{use}\0{answer.answer_id}".encode()).hexdigest()
