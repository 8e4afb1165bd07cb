"""Published tables read back from their files, as a reader has them: no index, no pointer."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from earned.errors import UserError
from earned.records.files import read_text

EDGE = "|"
BETWEEN = " | "


@dataclass(frozen=True)
class Printed:
    """A table as it stands in one file.

    Attributes:
        heads: of its columns, without that of the row labels.
        rows: label and cells.
        notes: title and notes; none in CSV.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    notes: tuple[str, ...] = ()


def read_markdown(path: Path) -> Printed:
    """Read a Markdown table; texts stay escaped.

    Raises:
        UserError: it is no table with title, heads and rows of one length.
    """
    lines = [line for line in read_text(path).split("\n") if line]
    heads, *rows = (_split(line) for line in lines if line.startswith(f"{EDGE} "))
    _check_shape([heads, *rows], path)
    notes = tuple(line for line in lines if not line.startswith(EDGE))
    return Printed(tuple(heads[1:]), tuple(_rows(rows)), notes)


def read_csv(path: Path) -> Printed:
    """Read a table at full precision.

    Raises:
        UserError: it is no table of rows of one length.
    """
    grid = list(csv.reader(io.StringIO(path.read_bytes().decode(), newline="")))
    _check_shape(grid, path)
    heads, *rows = grid
    return Printed(tuple(heads[1:]), tuple(_rows(rows)))


def _split(line: str) -> list[str]:
    """Split a line at its bars; one in a cell is escaped."""
    return line[2:-2].split(BETWEEN)


def _rows(rows: list[list[str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    return ((row[0], tuple(row[1:])) for row in rows)


def _check_shape(grid: list[list[str]], path: Path) -> None:
    if not grid or len({len(row) for row in grid}) != 1:
        raise UserError("is no table of rows of one length", where=str(path),
                        remedy="run snakemake again")  # fmt: skip
