"""What a study shows of its results, one value at a time: table cells, figure marks, sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from earned.figures.index import FigureEntry
from earned.ledger.claim import Kind
from earned.paper.outline import Outline
from earned.render.table import Note, Part, Table, Text

NOTES = "notes"
"""Row of what stands in the notes under a table or a figure."""
FIGURES = "figures"
PAPER = "paper"


class Shown(NamedTuple):
    """One value, where it stands, and how it is called there."""

    kind: Kind
    place: str
    row: str
    column: str
    part: Part
    statement: str
    headline: str | None = None


def in_table(table: Table) -> Iterator[Shown]:
    """List the values of a table, cell by cell, then those of its notes."""
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            says = f"{table.title} {row.label}: {column}"
            for part in cell.parts:
                yield Shown("table", table.name, row.key, column, part, f"{says} ({part.name})",
                            cell.headline)  # fmt: skip
    yield from in_texts(table.name, NOTES, table.title, table.notes)


def in_figure(figure: FigureEntry) -> Iterator[Shown]:
    """List the values of a figure, mark by mark, then those of its notes."""
    place = figure_place(figure.name)
    for point in figure.points:
        says = f"{figure.title} {point.label}: {point.column}"
        for part in point.parts:
            yield Shown("figure", place, point.row, point.column, part, f"{says} ({part.name})",
                        point.headline)  # fmt: skip
    yield from in_texts(place, NOTES, figure.title, figure.notes)


def in_outline(outline: Outline) -> Iterator[Shown]:
    """List the values of a supplement's own text."""
    for section in outline.sections:
        title = f"{section.title}."
        texts = (*section.text, *section.items)
        yield from in_texts(PAPER, section.title, title, texts)


def figure_place(name: str) -> str:
    """Name a figure as a place; a table may have the same name."""
    return f"{FIGURES}/{name}"


def in_texts(place: str, row: str, title: str, texts: Iterable[Text]) -> Iterator[Shown]:
    """List the values of sentences; those of plain words have none."""
    for text in texts:
        if isinstance(text, Note):
            for part in text.parts:
                says = f"{title} {text.key} ({part.name})"
                yield Shown("text", place, row, text.key, part, says)
