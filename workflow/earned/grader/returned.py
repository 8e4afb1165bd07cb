"""The sheet as it came back. Every fault is named with its line and column."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from earned.errors import UserError
from earned.grader.cells import newlines, same_cell, unguarded
from earned.grader.csv_lines import Line, read_lines
from earned.grader.draw import KeyRow
from earned.grader.sheet import COLUMNS, ITEMS, VERDICTS, Ruling, blinded


def read_returned(path: Path, rows: Sequence[KeyRow]) -> dict[str, Ruling]:
    """Read what a human ruled.

    Args:
        path: the sheet, as it was drawn or as a spreadsheet program saved it.
        rows: the rows that were drawn.

    Returns:
        Name of a row to its ruling; a row without a verdict was not judged.

    Raises:
        UserError: a row unknown, missing or there twice; a text changed; a word misspelt; nothing
            judged at all.
    """
    known = {row.row: row for row in rows}
    found: dict[str, Ruling] = {}
    places: dict[str, str] = {}
    for line in read_lines(path, COLUMNS):
        ruling = _ruling(line, known)
        if ruling.row in found:
            raise _fault(line, "row", f"row {ruling.row} is there twice, first in "
                         f"{places[ruling.row].rpartition(', ')[2]}",
                         "delete one of the two")  # fmt: skip
        found[ruling.row], places[ruling.row] = ruling, line.place
    _complete(path, found, rows)
    return found


def named_rows(path: Path) -> set[str]:
    """List the row names of a sheet, whatever else is in it."""
    return {line.cells["row"].strip() for line in read_lines(path, COLUMNS)}


def blinded_columns_differ(path: Path, rows: Sequence[KeyRow]) -> str:
    """Say where a sheet is not the one that was drawn; what a human wrote does not matter."""
    known, found = {row.row: row for row in rows}, set()
    for line in read_lines(path, COLUMNS):
        try:
            found.add(_row(line, known).row)
        except UserError as error:
            return str(error).rstrip(".")
    missing = sorted(known.keys() - found)
    return f"row {missing[0]} is missing" if missing else ""


def _ruling(line: Line, known: dict[str, KeyRow]) -> Ruling:
    row = _row(line, known)
    return Ruling(
        row=row.row,
        verdict=_word(line, "verdict", VERDICTS),
        item=_word(line, "item", ITEMS),
        note=unguarded(newlines(line.cells["note"])),
    )


def _row(line: Line, known: dict[str, KeyRow]) -> KeyRow:
    """Find the drawn row of a line, and compare what must not change."""
    name = line.cells["row"].strip()
    if name not in known:
        raise _fault(line, "row", f"{name!r} is no row of the sheet drawn",
                     "give the sheet of this plan, its rows as they were")  # fmt: skip
    for column, text in blinded(known[name]).items():
        if column != "row" and not same_cell(line.cells[column], text):
            raise _fault(line, column, f"the {column} of row {name} is not what was drawn",
                         "copy it from the sheet drawn, or import its columns as text")  # fmt: skip
    return known[name]


def _word(line: Line, column: str, words: Collection[str]) -> str:
    word = line.cells[column].strip().lower()
    if word and word not in words:
        raise _fault(line, column, f"{word!r} is none of {', '.join(words)}",
                     "correct it, or leave it blank")  # fmt: skip
    return word


def _complete(path: Path, found: dict[str, Ruling], rows: Sequence[KeyRow]) -> None:
    missing = [row.row for row in rows if row.row not in found]
    if missing:
        more = f" and {len(missing) - 1} more are" if len(missing) > 1 else " is"
        raise UserError(f"row {missing[0]}{more} missing", where=f"{path}, column row",
                        remedy="give the whole sheet; leave blank what is not judged")  # fmt: skip
    if not any(ruling.verdict for ruling in found.values()):
        raise UserError("no row has a verdict", where=f"{path}, column verdict",
                        remedy="write right, wrong or unsure")  # fmt: skip


def _fault(line: Line, column: str, what: str, remedy: str) -> UserError:
    return UserError(what, where=f"{line.place}, column {column}", remedy=remedy)
