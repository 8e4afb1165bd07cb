"""The sheet that a human fills in: question, reference, answer, and nothing of their origin."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from pydantic import Field

from earned.grader.cells import guarded
from earned.grader.draw import KeyRow
from earned.records.base import Record

BLINDED = ("row", "question", "reference", "answer")
FILLED = ("verdict", "item", "note")
COLUMNS = (*BLINDED, *FILLED)
VERDICTS = ("right", "wrong", "unsure")
ITEMS = ("ok", "defective")
BOM = "\ufeff"
"""Without it Excel takes UTF-8 for the machine's old code page."""


class Ruling(Record):
    """What the human wrote into a row."""

    row: str
    verdict: str = Field(description="right, wrong, unsure, or empty: not judged")
    item: str = Field(description="ok, defective, or empty")
    note: str


def blinded(row: KeyRow) -> dict[str, str]:
    """Give the columns that a row has before it is judged."""
    answer = row.answer
    return {
        "row": row.row,
        "question": answer.question,
        "reference": answer.reference,
        "answer": answer.prediction,
    }


def sheet_text(rows: Iterable[KeyRow], rulings: Mapping[str, Ruling] | None = None) -> str:
    """Write the sheet, in the order of the rows; without rulings its last columns are empty."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, fieldnames=COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for row in rows:
        given = (rulings or {}).get(row.row)
        filled = {name: getattr(given, name) if given else "" for name in FILLED}
        cells = {**blinded(row), **filled}
        writer.writerow({name: guarded(text) for name, text in cells.items()})
    return BOM + stream.getvalue()


def in_order(rows: Sequence[KeyRow], rulings: Mapping[str, Ruling]) -> list[tuple[KeyRow, Ruling]]:
    """Put each row beside its ruling."""
    return [(row, rulings[row.row]) for row in rows]
