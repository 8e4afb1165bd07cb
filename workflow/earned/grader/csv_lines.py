"""A CSV file as some spreadsheet program saved it, as cells with the lines they begin on."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from earned.errors import UserError

SEPARATORS = (",", ";", "\t")
_CODINGS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"", "utf-8-sig"))


@dataclass(frozen=True)
class Line:
    """One row of the file.

    Attributes:
        place: where it begins, for a message.
        cells: column to text; columns that are missing at its end are empty.
    """

    place: str
    cells: Mapping[str, str]


def read_lines(path: Path, columns: Sequence[str]) -> list[Line]:
    """Read the rows that hold anything.

    Args:
        path: the file; separator, quotes, ends of lines, the order of columns and the byte order
            mark do not matter.
        columns: the columns that it must have.

    Raises:
        UserError: not UTF-8, not CSV, or a column missing, twice there or unknown.
    """
    text = _text(path)
    for separator in SEPARATORS:
        rows = _rows(text, separator, path)
        place, head = next(rows, ("", []))
        if head and head[0].lower().startswith("sep="):
            place, head = next(rows, ("", []))
        names = [name.strip().lower() for name in head]
        if columns[0] in names and (len(names) > 1 or len(columns) == 1):
            _check_head(names, columns, place)
            return [_line(at, names, cells) for at, cells in rows if any(map(str.strip, cells))]
    raise UserError(f"the first line does not name the columns {', '.join(columns)}",
                    where=f"{path}, line 1", remedy="give the sheet as it was drawn")  # fmt: skip


def _text(path: Path) -> str:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"cannot be read ({error.strerror})", where=str(path),
                        remedy="check the path") from None  # fmt: skip
    coding = next(coding for mark, coding in _CODINGS if content.startswith(mark))
    try:
        return content.decode(coding)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise UserError("is not UTF-8", where=f"{path}, line {line}",
                        remedy="save it as `CSV UTF-8`") from None  # fmt: skip


def _rows(text: str, separator: str, path: Path) -> Iterator[tuple[str, list[str]]]:
    reader, before = csv.reader(io.StringIO(text, newline=""), delimiter=separator), 0
    try:
        for row in reader:
            yield f"{path}, line {before + 1}", row
            before = reader.line_num
    except csv.Error as error:
        raise UserError(f"is not CSV ({error})", where=f"{path}, line {reader.line_num}",
                        remedy="save it as CSV again") from None  # fmt: skip


def _check_head(names: Sequence[str], columns: Sequence[str], place: str) -> None:
    for name in columns:
        if names.count(name) != 1:
            found = "missing" if name not in names else "there twice"
            raise UserError(f"column {name} is {found}", where=place,
                            remedy="keep the sheet's columns")  # fmt: skip
    for name in names:
        if name and name not in columns:
            raise UserError(f"there is no column {name}", where=place,
                            remedy="write what you have to say into column note")  # fmt: skip


def _line(place: str, names: Sequence[str], cells: Sequence[str]) -> Line:
    full = [*cells, *[""] * (len(names) - len(cells))]
    beyond = next((cell for cell in full[len(names) :] if cell.strip()), None)
    if beyond is not None:
        raise UserError(f"a cell beyond the last column holds {beyond[:20]!r}", where=place,
                        remedy="put texts that hold a separator into quotes")  # fmt: skip
    return Line(place, {name: cell for name, cell in zip(names, full, strict=False) if name})
