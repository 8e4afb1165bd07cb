"""A table with its cells shown: what every rounded form is made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from earned.render.display import show_cell
from earned.render.table import WORDS, Cell, Table


@dataclass(frozen=True)
class Grid:
    """Heads and cells as shown, the row labels first."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: tuple[tuple[bool, ...], ...]
    """Whether a cell holds words alone, without a number."""

    @property
    def text(self) -> tuple[bool, ...]:
        """Whether a column holds words alone; the row labels do."""
        heads = range(len(self.heads))
        return tuple(n == 0 or (bool(self.rows) and all(row[n] for row in self.words))
                     for n in heads)  # fmt: skip


def grid_of(table: Table, results: Any) -> Grid:  # noqa: ANN401 - a JSON document
    """Show every cell of a table."""
    rows = tuple(
        (row.label, *(show_cell(cell, results) for cell in row.cells)) for row in table.rows
    )
    return Grid(
        heads=(table.stub, *table.columns),
        rows=rows,
        words=tuple((True, *map(_in_words, row.cells)) for row in table.rows),
    )


def _in_words(cell: Cell) -> bool:
    return all(part.format in WORDS for part in cell.parts)
